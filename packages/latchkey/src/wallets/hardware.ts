import ledgerIcon from '@web3icons/core/svgs/wallets/background/ledger.svg.js'
import trezorIcon from '@web3icons/core/svgs/wallets/background/trezor.svg.js'
import zengoIcon from '@web3icons/core/svgs/wallets/background/zengo.svg.js'
import * as chains from './chains.js'
import * as drawings from './drawings.js'
import { type PackagedWallet, toImage } from './packagedWallet.js'

export const ledger: PackagedWallet = {
  id: '19177a98252e07ddfc9af2083ba8e07ef627cb6103467ffebb3f8f4205fd7927',
  name: 'Ledger',
  homepage: 'https://www.ledger.com',
  image_id: 'ledger',
  image_url: /* @__PURE__ */ toImage(ledgerIcon),
  chains: /* @__PURE__ */ chains.unite(chains.majorEvm, chains.bitcoin),
  badge_type: 'certified',
  rdns: 'com.ledger',
  mobile_link: 'ledgerlive://',
  desktop_link: 'ledgerlive://',
  app_store: 'https://apps.apple.com/app/id1361671700',
  play_store: 'https://play.google.com/store/apps/details?id=com.ledger.live',
  supports_wc: true,
}

export const trezorSuite: PackagedWallet = {
  id: '4c95499d6217482337b51d5bb809265a8f72f6be76b641ff6071573f36a6650c',
  name: 'Trezor Suite',
  homepage: 'https://trezor.io/trezor-suite',
  image_id: 'trezor',
  image_url: /* @__PURE__ */ toImage(trezorIcon),
  chains: chains.majorEvm,
  badge_type: 'certified',
  mobile_link: 'https://connect.trezor.io/9/deeplink',
  desktop_link: 'trezorsuite://walletconnect',
  app_store: 'https://apps.apple.com/app/id1631884497',
  play_store: 'https://play.google.com/store/apps/details?id=io.trezor.suite',
  supports_wc: true,
}

export const safePal: PackagedWallet = {
  id: '2c01e0bb5d26deb70288f0a9f9aaf2dd7dec22aa8b8f0a6fba37874bbba74529',
  name: 'SafePal',
  homepage: 'https://www.safepal.com',
  image_id: 'safepal',
  image_url: /* @__PURE__ */ toImage(drawings.safepal),
  chains: /* @__PURE__ */ chains.unite(chains.evm, chains.solana),
  badge_type: 'certified',
  injected: [{ namespace: 'eip155', injected_id: 'isSafePal' }],
  mobile_link: 'safepalwallet://',
  link_mode: 'https://link.safepal.io',
  app_store: 'https://apps.apple.com/app/id1548297139',
  play_store: 'https://play.google.com/store/apps/details?id=io.safepal.wallet',
  chrome_store: 'https://chromewebstore.google.com/detail/lgmpcpglpngdoalbgeoldeajfclnhafa',
  supports_wc: true,
}

export const oneKey: PackagedWallet = {
  id: '574a81cc6428000f1560e1564db0173862042e3e9644951ebecbb15361f97ba9',
  name: 'OneKey',
  homepage: 'https://onekey.so',
  image_id: 'onekey',
  image_url: /* @__PURE__ */ toImage(drawings.onekey),
  chains: /* @__PURE__ */ chains.unite(chains.evm, chains.solana, chains.bitcoin),
  badge_type: 'certified',
  rdns: 'so.onekey.app.wallet',
  mobile_link: 'onekey-wallet://',
  link_mode: 'https://app.onekey.so/wc/connect',
  desktop_link: 'onekey-wallet://',
  app_store: 'https://apps.apple.com/app/id1609559473',
  play_store: 'https://play.google.com/store/apps/details?id=so.onekey.app.wallet',
  chrome_store: 'https://chromewebstore.google.com/detail/jnmbobjmhlngoefaiojfljckilhhlhcj',
  supports_wc: true,
}

export const zengo: PackagedWallet = {
  id: 'd0808b77b6f228f8b6082a65a610e48a08437192070b1d990c5d784c4f0facce',
  name: 'Zengo',
  homepage: 'https://zengo.com',
  image_id: 'zengo',
  image_url: /* @__PURE__ */ toImage(zengoIcon),
  chains: ['eip155:1', 'eip155:10', 'eip155:56', 'eip155:137', 'eip155:8453', 'eip155:42161'],
  badge_type: 'certified',
  mobile_link: 'zengo://get.zengo.com/',
  link_mode: 'https://get.zengo.com/',
  app_store: 'https://apps.apple.com/app/id1440147115',
  play_store: 'https://play.google.com/store/apps/details?id=com.zengo.wallet',
  supports_wc: true,
}

export const tangem: PackagedWallet = {
  id: '0bb4dfde8960105860e28a8780d211bf03fe9503a4c975140ae4f9d5fce13ef7',
  name: 'Tangem',
  homepage: 'https://tangem.com',
  image_id: 'tangem',
  image_url: /* @__PURE__ */ toImage(drawings.tangem),
  chains: chains.majorEvm,
  badge_type: 'none',
  mobile_link: 'tangem://',
  link_mode: 'https://app.tangem.com',
  app_store: 'https://apps.apple.com/app/id1354868448',
  play_store: 'https://play.google.com/store/apps/details?id=com.tangem.wallet',
  supports_wc: true,
}

export const dCent: PackagedWallet = {
  id: '0e6a7aa5f2a56d872f67204ede5bc8098f516af193d30ecbf074d7a4c2d7bc28',
  name: "D'CENT",
  homepage: 'https://dcentwallet.com',
  image_id: 'dcent',
  image_url: /* @__PURE__ */ toImage(drawings.dcent),
  chains: chains.majorEvm,
  badge_type: 'none',
  mobile_link: 'dcent://',
  link_mode: 'https://link.dcentwallet.com',
  app_store: 'https://apps.apple.com/app/id1447206611',
  play_store: 'https://play.google.com/store/apps/details?id=com.kr.iotrust.dcent.wallet',
  supports_wc: true,
}

export const arculus: PackagedWallet = {
  id: '46ffead739a384646c79a38eb44f8c52f880d9fe18c1e0506fc0ff4b93f75854',
  name: 'Arculus',
  homepage: 'https://www.arculus.co',
  image_id: 'arculus',
  image_url: /* @__PURE__ */ toImage(drawings.arculus),
  chains: ['eip155:1', 'eip155:56', 'eip155:137'],
  badge_type: 'certified',
  mobile_link: 'arculuswc://',
  link_mode: 'https://gw.arculus.co/app',
  app_store: 'https://apps.apple.com/app/id1575425801',
  play_store: 'https://play.google.com/store/apps/details?id=co.arculus.wallet.android',
  supports_wc: true,
}
