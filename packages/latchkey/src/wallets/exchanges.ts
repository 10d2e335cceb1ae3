import binanceIcon from '@web3icons/core/svgs/exchanges/background/binance.svg.js'
import bitgetIcon from '@web3icons/core/svgs/exchanges/background/bitget.svg.js'
import bybitIcon from '@web3icons/core/svgs/exchanges/background/bybit.svg.js'
import cryptoComIcon from '@web3icons/core/svgs/exchanges/background/crypto-com.svg.js'
import gateIoIcon from '@web3icons/core/svgs/exchanges/background/gate-io.svg.js'
import kucoinIcon from '@web3icons/core/svgs/exchanges/background/kucoin.svg.js'
import baseIcon from '@web3icons/core/svgs/networks/background/base.svg.js'
import robinhoodIcon from '@web3icons/core/svgs/networks/background/robinhood.svg.js'
import coinbaseIcon from '@web3icons/core/svgs/wallets/background/coinbase.svg.js'
import krakenIcon from '@web3icons/core/svgs/wallets/background/kraken.svg.js'
import okxIcon from '@web3icons/core/svgs/wallets/background/okx.svg.js'
import * as chains from './chains.js'
import * as drawings from './drawings.js'
import { type PackagedWallet, toImage } from './packagedWallet.js'

export const coinbaseWallet: PackagedWallet = {
  id: 'd0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8',
  name: 'Coinbase Wallet',
  homepage: 'https://www.coinbase.com/wallet',
  image_id: 'coinbase',
  image_url: /* @__PURE__ */ toImage(coinbaseIcon),
  chains: /* @__PURE__ */ chains.unite(chains.evm, chains.solana),
  badge_type: 'certified',
  rdns: 'com.coinbase.wallet',
  injected: [{ namespace: 'eip155', injected_id: 'isCoinbaseWallet' }],
  app_store: 'https://apps.apple.com/app/id1278383455',
  play_store: 'https://play.google.com/store/apps/details?id=org.toshi',
  chrome_store: 'https://chromewebstore.google.com/detail/hnfanknocfeofbddgcijnmhnfnkdnaad',
}

export const okxWallet: PackagedWallet = {
  id: '971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709',
  name: 'OKX Wallet',
  homepage: 'https://www.okx.com/web3',
  image_id: 'okx',
  image_url: /* @__PURE__ */ toImage(okxIcon),
  chains: /* @__PURE__ */ chains.unite(chains.evm, chains.solana, chains.bitcoin),
  badge_type: 'certified',
  rdns: 'com.okex.wallet',
  injected: [
    { namespace: 'eip155', injected_id: 'isOkxWallet' },
    { namespace: 'eip155', injected_id: 'isOKExWallet' },
  ],
  mobile_link: 'okex://main',
  app_store: 'https://apps.apple.com/app/id1327268470',
  play_store: 'https://play.google.com/store/apps/details?id=com.okinc.okex.gp',
  chrome_store: 'https://chromewebstore.google.com/detail/mcohilncbfahbmgdjkbpemcciiolgcge',
  supports_wc: true,
}

export const binanceWallet: PackagedWallet = {
  id: '2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25',
  name: 'Binance Wallet',
  homepage: 'https://www.binance.com/en/web3wallet',
  image_id: 'binance',
  image_url: /* @__PURE__ */ toImage(binanceIcon),
  chains: /* @__PURE__ */ chains.unite(chains.majorEvm, chains.solana, chains.bitcoin),
  badge_type: 'certified',
  rdns: 'com.binance.wallet',
  mobile_link: 'bnc://app.binance.com/cedefi',
  link_mode: 'https://app.binance.com/cedefi',
  app_store: 'https://apps.apple.com/app/id1436799971',
  play_store: 'https://play.google.com/store/apps/details?id=com.binance.dev',
  chrome_store: 'https://chromewebstore.google.com/detail/cadiboklkpojfamcoggejbbdjcoiljjk',
  supports_wc: true,
}

export const bitgetWallet: PackagedWallet = {
  id: '38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662',
  name: 'Bitget Wallet',
  homepage: 'https://web3.bitget.com',
  image_id: 'bitget',
  image_url: /* @__PURE__ */ toImage(bitgetIcon),
  chains: /* @__PURE__ */ chains.unite(chains.evm, chains.solana, chains.bitcoin),
  badge_type: 'certified',
  rdns: 'com.bitget.web3',
  injected: [{ namespace: 'eip155', injected_id: 'isBitKeep' }],
  mobile_link: 'bitkeep://',
  link_mode: 'https://bkapp.vip',
  app_store: 'https://apps.apple.com/app/id1395301115',
  play_store: 'https://play.google.com/store/apps/details?id=com.bitkeep.wallet',
  chrome_store: 'https://chromewebstore.google.com/detail/jiidiaalihmmhddjgbnbgdfflelocpak',
  supports_wc: true,
}

export const baseAccount: PackagedWallet = {
  id: 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
  name: 'Base Account',
  homepage: 'https://account.base.app',
  image_id: 'base-account',
  image_url: /* @__PURE__ */ toImage(baseIcon),
  chains: [
    'eip155:1',
    'eip155:10',
    'eip155:56',
    'eip155:137',
    'eip155:8453',
    'eip155:42161',
    'eip155:43114',
    'eip155:7777777',
  ],
  badge_type: 'none',
}

export const robinhoodWallet: PackagedWallet = {
  id: '0e1e2e797d9e059884a148ecaaf9ee0594c2246bf9aa9753d8161bfe9124c6f3',
  name: 'Robinhood Wallet',
  homepage: 'https://robinhood.com/web3-wallet',
  image_id: 'robinhood',
  image_url: /* @__PURE__ */ toImage(robinhoodIcon),
  chains: ['eip155:1', 'eip155:10', 'eip155:137', 'eip155:8453', 'eip155:42161'],
  badge_type: 'certified',
  rdns: 'com.robinhood.wallet',
  injected: [{ namespace: 'eip155', injected_id: 'isRobinhoodMobileWallet' }],
  mobile_link: 'robinhood-wallet://',
  app_store: 'https://apps.apple.com/app/id1634080733',
  play_store: 'https://play.google.com/store/apps/details?id=com.robinhood.gateway',
  supports_wc: true,
}

export const krakenWallet: PackagedWallet = {
  id: '01d45dd9bb3a40efac807bdfaa3a90394838eda894c659ee5fee78e59db5bfcb',
  name: 'Kraken Wallet',
  homepage: 'https://www.kraken.com/wallet',
  image_id: 'kraken',
  image_url: /* @__PURE__ */ toImage(krakenIcon),
  chains: /* @__PURE__ */ chains.unite(
    ['eip155:1', 'eip155:10', 'eip155:137', 'eip155:8453', 'eip155:42161'],
    chains.solana,
  ),
  badge_type: 'certified',
  mobile_link: 'krakenwallet://',
  app_store: 'https://apps.apple.com/app/id1626327149',
  play_store: 'https://play.google.com/store/apps/details?id=com.kraken.superwallet',
  supports_wc: true,
}

export const cryptoComOnchain: PackagedWallet = {
  id: '6c4365c2059f5b4bdbc1eef8b08874794941e0f3f595696388b4977ec2158e83',
  name: 'Crypto.com Onchain',
  homepage: 'https://crypto.com/onchain',
  image_id: 'crypto-com',
  image_url: /* @__PURE__ */ toImage(cryptoComIcon),
  chains: /* @__PURE__ */ chains.unite(['eip155:25'], chains.majorEvm),
  badge_type: 'certified',
  rdns: 'com.crypto.wallet',
  mobile_link: 'dfw://',
  link_mode: 'https://wallet.crypto.com/deeplink',
  app_store: 'https://apps.apple.com/app/id1512048310',
  play_store: 'https://play.google.com/store/apps/details?id=com.defi.wallet',
  chrome_store: 'https://chromewebstore.google.com/detail/hifafgmccdpekplomjjkcfgodnhcellj',
  supports_wc: true,
}

export const bybitWallet: PackagedWallet = {
  id: '70132ba26f0bf0e7f41ff45225be5bb9bb5cdbe30c561359ff646af8a072de9d',
  name: 'Bybit Wallet',
  homepage: 'https://www.bybit.com/en/web3',
  image_id: 'bybit',
  image_url: /* @__PURE__ */ toImage(bybitIcon),
  chains: /* @__PURE__ */ chains.unite(chains.majorEvm, chains.solana),
  badge_type: 'certified',
  rdns: 'com.bybit',
  mobile_link: 'bybitapp://open/route?targetUrl=by://web3/walletconnect',
  app_store: 'https://apps.apple.com/app/id1488296980',
  play_store: 'https://play.google.com/store/apps/details?id=com.bybit.app',
  chrome_store: 'https://chromewebstore.google.com/detail/pdliaogehgdbhbnmkklieghmmjkpigpa',
  supports_wc: true,
}

export const gateWallet: PackagedWallet = {
  id: 'eb7f9ec0ffba094b9cf92dbe78571ad2ad8e4cb6c0e796e09e6a29d33e4c135c',
  name: 'Gate Wallet',
  homepage: 'https://www.gate.io/web3',
  image_id: 'gate',
  image_url: /* @__PURE__ */ toImage(gateIoIcon),
  chains: chains.majorEvm,
  badge_type: 'certified',
  rdns: 'io.gate.wallet',
  mobile_link: 'gtweb3wallet://',
  app_store: 'https://apps.apple.com/app/id1294998195',
  play_store: 'https://play.google.com/store/apps/details?id=com.gateio.gateio',
  chrome_store: 'https://chromewebstore.google.com/detail/cpmkedoipcpimgecpmgpldfpohjplkpp',
  supports_wc: true,
}

export const kuCoinWeb3Wallet: PackagedWallet = {
  id: '9f337b1d1d7192bccd7b6ea3f8d26f0832a1e54af63a3c9a54b9f194ea447a95',
  name: 'KuCoin Web3 Wallet',
  homepage: 'https://www.kucoin.com',
  image_id: 'kucoin',
  image_url: /* @__PURE__ */ toImage(kucoinIcon),
  chains: chains.majorEvm,
  badge_type: 'none',
  injected: [{ namespace: 'eip155', injected_id: 'isKuCoinWallet' }],
  mobile_link: 'kucoin:///wallet/walletConnect',
  app_store: 'https://apps.apple.com/app/id1378956601',
  play_store: 'https://play.google.com/store/apps/details?id=com.kubi.kucoin',
  supports_wc: true,
}

export const blockchainCom: PackagedWallet = {
  id: 'ec448c7e12c05345db73f1fbcf276f4c4508184befc759f02474e408c0d1af45',
  name: 'Blockchain.com',
  homepage: 'https://www.blockchain.com',
  image_id: 'blockchain-com',
  image_url: /* @__PURE__ */ toImage(drawings.blockchainCom),
  chains: ['eip155:1', 'eip155:137'],
  badge_type: 'certified',
  mobile_link: 'blockchain-wallet://',
  link_mode: 'https://login.blockchain.com/app',
  app_store: 'https://apps.apple.com/app/id493253309',
  play_store: 'https://play.google.com/store/apps/details?id=piuk.blockchain.android',
  supports_wc: true,
}

export const bitPayWallet: PackagedWallet = {
  id: '7216f134957073d79b6e786c4405c6bb96799cd99cfc3f942f20a7907fffe1a6',
  name: 'BitPay Wallet',
  homepage: 'https://www.bitpay.com/wallet',
  image_id: 'bitpay',
  image_url: /* @__PURE__ */ toImage(drawings.bitpay),
  chains: ['eip155:1', 'eip155:10', 'eip155:137', 'eip155:8453', 'eip155:42161'],
  badge_type: 'none',
  mobile_link: 'bitpay://',
  link_mode: 'https://link.bitpay.com',
  app_store: 'https://apps.apple.com/app/id1149581638',
  play_store: 'https://play.google.com/store/apps/details?id=com.bitpay.wallet',
  supports_wc: true,
}

export const bitcoinComWallet: PackagedWallet = {
  id: 'f2ec84304a0aa592083168cf805a67c589ae256e4729423bf76a05a6ab8fd582',
  name: 'Bitcoin.com Wallet',
  homepage: 'https://www.bitcoin.com',
  image_id: 'bitcoin-com',
  image_url: /* @__PURE__ */ toImage(drawings.bitcoinCom),
  chains: ['eip155:1', 'eip155:56', 'eip155:137', 'eip155:43114'],
  badge_type: 'none',
  mobile_link: 'bitcoincom://',
  link_mode: 'https://wallet.bitcoin.com',
  app_store: 'https://apps.apple.com/app/id1252903728',
  play_store: 'https://play.google.com/store/apps/details?id=com.bitcoin.mwallet',
  supports_wc: true,
}

export const fireblocks: PackagedWallet = {
  id: '3cb80baaca2e3f1d481bb2ddd78bbc95d3ea3e674fcab52da150151e18d4a965',
  name: 'Fireblocks',
  homepage: 'https://www.fireblocks.com',
  image_id: 'fireblocks',
  image_url: /* @__PURE__ */ toImage(drawings.fireblocks),
  chains: chains.majorEvm,
  badge_type: 'none',
  mobile_link: 'fireblocks-wc://',
  app_store: 'https://apps.apple.com/app/id1439296596',
  play_store: 'https://play.google.com/store/apps/details?id=com.fireblocks.client',
  supports_wc: true,
}
