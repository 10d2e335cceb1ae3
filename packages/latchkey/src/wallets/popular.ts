import alphaWalletIcon from '@web3icons/core/svgs/wallets/background/alpha-wallet.svg.js'
import argentIcon from '@web3icons/core/svgs/wallets/background/argent.svg.js'
import coin98Icon from '@web3icons/core/svgs/wallets/background/coin98.svg.js'
import exodusIcon from '@web3icons/core/svgs/wallets/background/exodus.svg.js'
import imtokenIcon from '@web3icons/core/svgs/wallets/background/imtoken.svg.js'
import metamaskIcon from '@web3icons/core/svgs/wallets/background/metamask.svg.js'
import rainbowIcon from '@web3icons/core/svgs/wallets/background/rainbow.svg.js'
import safeIcon from '@web3icons/core/svgs/wallets/background/safe.svg.js'
import tokenPocketIcon from '@web3icons/core/svgs/wallets/background/token-pocket.svg.js'
import trustIcon from '@web3icons/core/svgs/wallets/background/trust.svg.js'
import zerionIcon from '@web3icons/core/svgs/wallets/background/zerion.svg.js'
import * as chains from './chains.js'
import * as drawings from './drawings.js'
import { type PackagedWallet, toImage } from './packagedWallet.js'

export const metaMask: PackagedWallet = {
  id: 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
  name: 'MetaMask',
  homepage: 'https://metamask.io',
  image_id: 'metamask',
  image_url: /* @__PURE__ */ toImage(metamaskIcon),
  chains: /* @__PURE__ */ chains.unite(chains.evm, chains.solana),
  badge_type: 'certified',
  rdns: 'io.metamask',
  injected: [{ namespace: 'eip155', injected_id: 'isMetaMask' }],
  mobile_link: 'metamask://',
  link_mode: 'https://metamask.app.link',
  app_store: 'https://apps.apple.com/app/id1438144202',
  play_store: 'https://play.google.com/store/apps/details?id=io.metamask',
  chrome_store: 'https://chromewebstore.google.com/detail/nkbihfbeogaeaoehlefnkodbefgpgknn',
  supports_wc: true,
}

export const trustWallet: PackagedWallet = {
  id: '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0',
  name: 'Trust Wallet',
  homepage: 'https://trustwallet.com',
  image_id: 'trust',
  image_url: /* @__PURE__ */ toImage(trustIcon),
  chains: /* @__PURE__ */ chains.unite(chains.evm, chains.solana),
  badge_type: 'certified',
  rdns: 'com.trustwallet.app',
  injected: [
    { namespace: 'eip155', injected_id: 'isTrust' },
    { namespace: 'eip155', injected_id: 'isTrustWallet' },
  ],
  mobile_link: 'trust://',
  link_mode: 'https://link.trustwallet.com',
  app_store: 'https://apps.apple.com/app/id1288339409',
  play_store: 'https://play.google.com/store/apps/details?id=com.wallet.crypto.trustapp',
  chrome_store: 'https://chromewebstore.google.com/detail/egjidjbpglichdcondbcbdnbeeppgdph',
  supports_wc: true,
}

export const rainbow: PackagedWallet = {
  id: '9c829eb2201957c41f62683ec309354c9857aeefda303db59ec3362066c5269b',
  name: 'Rainbow',
  homepage: 'https://rainbow.me',
  image_id: 'rainbow',
  image_url: /* @__PURE__ */ toImage(rainbowIcon),
  chains: chains.evm,
  badge_type: 'certified',
  rdns: 'me.rainbow',
  injected: [{ namespace: 'eip155', injected_id: 'isRainbow' }],
  mobile_link: 'rainbow://',
  link_mode: 'https://rnbwapp.com',
  app_store: 'https://apps.apple.com/app/id1457119021',
  play_store: 'https://play.google.com/store/apps/details?id=me.rainbow',
  chrome_store: 'https://chromewebstore.google.com/detail/opfgelmcmbiajamepnmloijbpoleiama',
  supports_wc: true,
}

export const zerion: PackagedWallet = {
  id: '0ebaaf6729c0afd09debb14907e31d7afddde24b0a9c79e7a31ec078c05eb160',
  name: 'Zerion',
  homepage: 'https://zerion.io',
  image_id: 'zerion',
  image_url: /* @__PURE__ */ toImage(zerionIcon),
  chains: chains.evm,
  badge_type: 'certified',
  rdns: 'io.zerion.wallet',
  injected: [{ namespace: 'eip155', injected_id: 'isZerion' }],
  mobile_link: 'zerion://',
  link_mode: 'https://wallet.zerion.io',
  app_store: 'https://apps.apple.com/app/id1456732565',
  play_store: 'https://play.google.com/store/apps/details?id=io.zerion.android',
  chrome_store: 'https://chromewebstore.google.com/detail/klghhnkeealcohjjanjjdaeeggmfmlpl',
  supports_wc: true,
}

export const safeWallet: PackagedWallet = {
  id: '225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f',
  name: 'Safe',
  homepage: 'https://safe.global',
  image_id: 'safe',
  image_url: /* @__PURE__ */ toImage(safeIcon),
  chains: [
    'eip155:1',
    'eip155:10',
    'eip155:56',
    'eip155:100',
    'eip155:137',
    'eip155:324',
    'eip155:8453',
    'eip155:42161',
    'eip155:42220',
    'eip155:43114',
    'eip155:59144',
    'eip155:81457',
    'eip155:534352',
    'eip155:11155111',
    'eip155:84532',
  ],
  badge_type: 'certified',
  webapp_link: 'https://app.safe.global',
  app_store: 'https://apps.apple.com/app/id1515759131',
  play_store: 'https://play.google.com/store/apps/details?id=io.gnosis.safe',
  supports_wc: true,
}

export const exodus: PackagedWallet = {
  id: '6c5595196c0bca18ebb006feff796ccc25b9b6909df241a146984524a71e5aa0',
  name: 'Exodus',
  homepage: 'https://www.exodus.com',
  image_id: 'exodus',
  image_url: /* @__PURE__ */ toImage(exodusIcon),
  chains: /* @__PURE__ */ chains.unite(chains.majorEvm, chains.solana, chains.bitcoin),
  badge_type: 'certified',
  rdns: 'com.exodus.web3-wallet',
  injected: [{ namespace: 'eip155', injected_id: 'isExodus' }],
  mobile_link: 'exodus://',
  link_mode: 'https://exodus.com/m',
  app_store: 'https://apps.apple.com/app/id1414384820',
  play_store: 'https://play.google.com/store/apps/details?id=exodusmovement.exodus',
  chrome_store: 'https://chromewebstore.google.com/detail/aholpfdialjgjfhomihkjbmgjidlcdno',
  supports_wc: true,
}

export const imToken: PackagedWallet = {
  id: 'ecaff77f954eed8c69aedc1261370027915d553fd1476c8437c70be3ae409f85',
  name: 'imToken',
  homepage: 'https://token.im',
  image_id: 'imtoken',
  image_url: /* @__PURE__ */ toImage(imtokenIcon),
  chains: chains.evm,
  badge_type: 'certified',
  injected: [{ namespace: 'eip155', injected_id: 'isImToken' }],
  mobile_link: 'imtokenv2://',
  app_store: 'https://apps.apple.com/app/id1384798940',
  play_store: 'https://play.google.com/store/apps/details?id=im.token.app',
  supports_wc: true,
}

export const tokenPocket: PackagedWallet = {
  id: '774a3348b199957b89de1655b3a5bf0acf74ccfe06cda097e559aa1bb2150de3',
  name: 'TokenPocket',
  homepage: 'https://www.tokenpocket.pro',
  image_id: 'token-pocket',
  image_url: /* @__PURE__ */ toImage(tokenPocketIcon),
  chains: /* @__PURE__ */ chains.unite(chains.evm, chains.solana),
  badge_type: 'certified',
  rdns: 'pro.tokenpocket',
  injected: [{ namespace: 'eip155', injected_id: 'isTokenPocket' }],
  mobile_link: 'tpoutside://',
  app_store: 'https://apps.apple.com/app/id6444625622',
  play_store: 'https://play.google.com/store/apps/details?id=vip.mytokenpocket',
  chrome_store: 'https://chromewebstore.google.com/detail/mfgccjchihfkkindfppnaooecgfneiii',
  supports_wc: true,
}

export const coin98: PackagedWallet = {
  id: '2a3c89040ac3b723a1972a33a125b1db11e258a6975d3a61252cd64e6ea5ea01',
  name: 'Coin98',
  homepage: 'https://coin98.com/wallet',
  image_id: 'coin98',
  image_url: /* @__PURE__ */ toImage(coin98Icon),
  chains: /* @__PURE__ */ chains.unite(chains.evm, chains.solana),
  badge_type: 'certified',
  rdns: 'coin98.com',
  injected: [{ namespace: 'eip155', injected_id: 'isCoin98' }],
  mobile_link: 'coin98://',
  app_store: 'https://apps.apple.com/app/id1561969966',
  play_store: 'https://play.google.com/store/apps/details?id=coin98.crypto.finance.media',
  chrome_store: 'https://chromewebstore.google.com/detail/aeachknmefphepccionboohckonoeemg',
  supports_wc: true,
}

export const argent: PackagedWallet = {
  id: 'bcf65a498455653d770a387ea327d19b3f76d990ea954655e583a191be44643a',
  name: 'Argent',
  homepage: 'https://www.argent.xyz',
  image_id: 'argent',
  image_url: /* @__PURE__ */ toImage(argentIcon),
  chains: ['eip155:1', 'eip155:324'],
  badge_type: 'certified',
  mobile_link: 'argent://app/',
  link_mode: 'https://argent.link/app',
  app_store: 'https://apps.apple.com/app/id1358741926',
  play_store: 'https://play.google.com/store/apps/details?id=im.argent.contractwalletclient',
  supports_wc: true,
}

export const alphaWallet: PackagedWallet = {
  id: '31e99e4e31c5d67897beae6c783f49a176e908d914c9d8bd25ba7faaef90466a',
  name: 'AlphaWallet',
  homepage: 'https://alphawallet.com',
  image_id: 'alpha',
  image_url: /* @__PURE__ */ toImage(alphaWalletIcon),
  chains: chains.evm,
  badge_type: 'certified',
  mobile_link: 'awallet://',
  link_mode: 'https://aw.app',
  app_store: 'https://apps.apple.com/app/id1358230430',
  play_store: 'https://play.google.com/store/apps/details?id=io.stormbird.wallet',
  supports_wc: true,
}

export const foxWallet: PackagedWallet = {
  id: 'fb2ee9ce269873dd47430b09eecf3b51e1b74880843ae3c8858fa1f419ea520f',
  name: 'FoxWallet',
  homepage: 'https://foxwallet.com',
  image_id: 'fox',
  image_url: /* @__PURE__ */ toImage(drawings.fox),
  chains: chains.evm,
  badge_type: 'certified',
  rdns: 'com.foxwallet',
  mobile_link: 'foxwallet://',
  link_mode: 'https://link.foxwallet.com',
  app_store: 'https://apps.apple.com/app/id1590983231',
  play_store: 'https://play.google.com/store/apps/details?id=com.foxwallet.play',
  chrome_store: 'https://chromewebstore.google.com/detail/pmmnimefaichbcnbndcfpaagbepnjaig',
  supports_wc: true,
}

export const valora: PackagedWallet = {
  id: 'c759bb0b21785f52ffe83f5ec03a7aa3d86bafdc77d6bd3f9361b018a1b36a80',
  name: 'Valora',
  homepage: 'https://valora.xyz',
  image_id: 'valora',
  image_url: /* @__PURE__ */ toImage(drawings.valora),
  chains: ['eip155:1', 'eip155:10', 'eip155:137', 'eip155:8453', 'eip155:42161', 'eip155:42220'],
  badge_type: 'certified',
  mobile_link: 'celo://wallet',
  link_mode: 'https://valoraapp.com',
  app_store: 'https://apps.apple.com/app/id1520414263',
  play_store: 'https://play.google.com/store/apps/details?id=co.clabs.valora',
  supports_wc: true,
}

export const omni: PackagedWallet = {
  id: 'aa6e338adab0177e920e59dc32a1f67917fe9584d4dd9363f412862b16d70d5f',
  name: 'Omni',
  homepage: 'https://omni.app',
  image_id: 'omni',
  image_url: /* @__PURE__ */ toImage(drawings.omni),
  chains: chains.evm,
  badge_type: 'certified',
  mobile_link: 'omni://',
  link_mode: 'https://links.omni.app',
  app_store: 'https://apps.apple.com/app/id1569375204',
  play_store: 'https://play.google.com/store/apps/details?id=fi.steakwallet.app',
  supports_wc: true,
}

export const okto: PackagedWallet = {
  id: 'f12d3e27621896f4d5094653f53c20c5c1b0016f5e02472122548c97f69419b3',
  name: 'Okto',
  homepage: 'https://okto.tech',
  image_id: 'okto',
  image_url: /* @__PURE__ */ toImage(drawings.okto),
  chains: chains.evm,
  badge_type: 'certified',
  mobile_link: 'okto://',
  app_store: 'https://apps.apple.com/app/id6450688229',
  play_store: 'https://play.google.com/store/apps/details?id=im.okto.contractwalletclient',
  supports_wc: true,
}

export const unstoppableWallet: PackagedWallet = {
  id: '588a2e26173608a31e5e555f9885dc68515d040294cb105e0c52e8ecc625b06a',
  name: 'Unstoppable Wallet',
  homepage: 'https://unstoppable.money',
  image_id: 'unstoppable',
  image_url: /* @__PURE__ */ toImage(drawings.unstoppable),
  chains: chains.majorEvm,
  badge_type: 'certified',
  mobile_link: 'moneyunstoppable://',
  link_mode: 'https://unstoppable.money',
  app_store: 'https://apps.apple.com/app/id1447619907',
  play_store: 'https://play.google.com/store/apps/details?id=io.horizontalsystems.bankwallet',
  supports_wc: true,
}
