import statusIcon from '@web3icons/core/svgs/networks/background/status.svg.js'
import enkryptIcon from '@web3icons/core/svgs/wallets/background/enkrypt.svg.js'
import myEtherWalletIcon from '@web3icons/core/svgs/wallets/background/my-ether-wallet.svg.js'
import rabbyIcon from '@web3icons/core/svgs/wallets/background/rabby.svg.js'
import * as chains from './chains.js'
import * as drawings from './drawings.js'
import { type PackagedWallet, toImage } from './packagedWallet.js'

export const rabby: PackagedWallet = {
  id: 'fae0e57f4f4b38e4188bda679e31063b8adbbb32202065fd80c5b3f20a394eb8',
  name: 'Rabby',
  homepage: 'https://rabby.io',
  image_id: 'rabby',
  image_url: /* @__PURE__ */ toImage(rabbyIcon),
  chains: chains.evm,
  badge_type: 'certified',
  rdns: 'io.rabby',
  injected: [{ namespace: 'eip155', injected_id: 'isRabby' }],
  mobile_link: 'rabby://',
  app_store: 'https://apps.apple.com/app/id6474381673',
  play_store: 'https://play.google.com/store/apps/details?id=com.debank.rabbymobile',
  chrome_store: 'https://chromewebstore.google.com/detail/acmacodkjbdgmoleebolmdjonilkdbch',
  supports_wc: true,
}

export const braveWallet: PackagedWallet = {
  id: '601ca47e08335b15b0a19c69c61433ae7ce6999f0b912f8522780bd1ae422dcd',
  name: 'Brave Wallet',
  homepage: 'https://brave.com/wallet',
  image_id: 'brave',
  image_url: /* @__PURE__ */ toImage(drawings.brave),
  chains: /* @__PURE__ */ chains.unite(chains.evm, chains.solana),
  badge_type: 'certified',
  rdns: 'com.brave.wallet',
  injected: [{ namespace: 'eip155', injected_id: 'isBraveWallet' }],
  app_store: 'https://apps.apple.com/app/id1052879175',
  play_store: 'https://play.google.com/store/apps/details?id=com.brave.browser',
}

export const coreWallet: PackagedWallet = {
  id: 'be120a3eb5a8d3c5d48b3c9a7c3e4ce8dddd6e7dbbf491cf718a59461ec0c67b',
  name: 'Core',
  homepage: 'https://core.app',
  image_id: 'core',
  image_url: /* @__PURE__ */ toImage(drawings.core),
  chains: chains.evm,
  badge_type: 'certified',
  rdns: 'app.core.extension',
  injected: [{ namespace: 'eip155', injected_id: 'isAvalanche' }],
  mobile_link: 'core://',
  link_mode: 'https://core.app',
  app_store: 'https://apps.apple.com/app/id6443685999',
  play_store: 'https://play.google.com/store/apps/details?id=com.avaxwallet',
  chrome_store: 'https://chromewebstore.google.com/detail/agoakfejjabomempkjlepdflaleeobhb',
  supports_wc: true,
}

export const mathWallet: PackagedWallet = {
  id: 'd480beb2749bd213b4f3a335a3670a4d58be32542ad409f85702f112eb23eca8',
  name: 'MathWallet',
  homepage: 'https://mathwallet.org',
  image_id: 'math',
  image_url: /* @__PURE__ */ toImage(drawings.math),
  chains: chains.evm,
  badge_type: 'certified',
  injected: [{ namespace: 'eip155', injected_id: 'isMathWallet' }],
  mobile_link: 'mathwallet://',
  link_mode: 'https://www.mathwallet.org',
  app_store: 'https://apps.apple.com/app/id1582612388',
  play_store: 'https://play.google.com/store/apps/details?id=com.mathwallet.android',
  chrome_store: 'https://chromewebstore.google.com/detail/afbcbjpbpfadlkmhmclhkeeodmamcflc',
  supports_wc: true,
}

export const bestWallet: PackagedWallet = {
  id: '9d8d4cd32c8275e992a7caf961e001538d2c7a9d4837a042980cd050deb032e8',
  name: 'Best Wallet',
  homepage: 'https://bestwallet.com',
  image_id: 'best-wallet',
  image_url: /* @__PURE__ */ toImage(drawings.bestWallet),
  chains: chains.majorEvm,
  badge_type: 'none',
  app_store: 'https://apps.apple.com/app/id6451312105',
  play_store: 'https://play.google.com/store/apps/details?id=com.bestwallet.mobile',
}

export const enkrypt: PackagedWallet = {
  id: '42d336c34cc81fa7e926ce2674f8f1398bcb32f60d1eee8f4b0e980bd8a24d6f',
  name: 'Enkrypt',
  homepage: 'https://www.enkrypt.com',
  image_id: 'enkrypt',
  image_url: /* @__PURE__ */ toImage(enkryptIcon),
  chains: /* @__PURE__ */ chains.unite(chains.evm, chains.polkadot),
  badge_type: 'certified',
  rdns: 'com.enkrypt',
  chrome_store: 'https://chromewebstore.google.com/detail/kkpllkodjeloidieedojogacfhpaihoh',
}

export const mewWallet: PackagedWallet = {
  id: '720f3fcb6e9e4635f5b766ce092ebee9c1b68097fb4fca809f2f6fb270ad50e6',
  name: 'MEW wallet',
  homepage: 'https://www.mewwallet.com',
  image_id: 'mew',
  image_url: /* @__PURE__ */ toImage(myEtherWalletIcon),
  chains: ['eip155:1', 'eip155:56', 'eip155:137'],
  badge_type: 'certified',
  injected: [{ namespace: 'eip155', injected_id: 'isMEWwallet' }],
  mobile_link: 'mewwallet://',
  link_mode: 'https://mewwallet.com',
  app_store: 'https://apps.apple.com/app/id1464614025',
  play_store: 'https://play.google.com/store/apps/details?id=com.myetherwallet.mewwallet',
  supports_wc: true,
}

export const ambire: PackagedWallet = {
  id: '8f5c96acf3c847ee633f0d9b658344783930696da37ab3a64c616587d6169bcb',
  name: 'Ambire',
  homepage: 'https://www.ambire.com',
  image_id: 'ambire',
  image_url: /* @__PURE__ */ toImage(drawings.ambire),
  chains: chains.evm,
  badge_type: 'certified',
  rdns: 'com.ambire.wallet',
  mobile_link: 'ambire://',
  chrome_store: 'https://chromewebstore.google.com/detail/ehgjhhccekdedpbkifaojjaefeohnoea',
  supports_wc: true,
}

export const frame: PackagedWallet = {
  id: '5e1346da9e1901d02ae79b53e1a448808b5cfc06690b27c30c0c521c038f2d23',
  name: 'Frame',
  homepage: 'https://frame.sh',
  image_id: 'frame',
  image_url: /* @__PURE__ */ toImage(drawings.frame),
  chains: chains.evm,
  badge_type: 'certified',
  rdns: 'sh.frame',
  injected: [{ namespace: 'eip155', injected_id: 'isFrame' }],
  chrome_store: 'https://chromewebstore.google.com/detail/ldcoohedfbjoobcadoglnnmmfbdlmmhf',
}

export const taho: PackagedWallet = {
  id: 'a490e99ca89ca002e56291b180cd85bbc5792387c575f77fc79c19d733c7a39b',
  name: 'Taho',
  homepage: 'https://taho.xyz',
  image_id: 'taho',
  image_url: /* @__PURE__ */ toImage(drawings.taho),
  chains: chains.evm,
  badge_type: 'certified',
  rdns: 'xyz.taho.wallet',
  injected: [{ namespace: 'eip155', injected_id: 'isTally' }],
  chrome_store: 'https://chromewebstore.google.com/detail/eajafomhmkipbjmfmhebemolkcicgfmd',
}

export const ctrlWallet: PackagedWallet = {
  id: '8696fcaa48eaf1a7a83ebb6ca0b8d984f82fde52b4b3573bb2b3a9c9115a0d14',
  name: 'Ctrl Wallet',
  homepage: 'https://ctrl.xyz',
  image_id: 'ctrl',
  image_url: /* @__PURE__ */ toImage(drawings.ctrl),
  chains: /* @__PURE__ */ chains.unite(chains.majorEvm, chains.solana, chains.bitcoin),
  badge_type: 'certified',
  rdns: 'ctrl.xyz',
  chrome_store: 'https://chromewebstore.google.com/detail/hmeobnfnfcmdkdcmlblgagmfpfboieaf',
}

export const family: PackagedWallet = {
  id: '2002128e8c86facc5df303a3d67754c7f63baef20073d9073713ed75293664c8',
  name: 'Family',
  homepage: 'https://family.co',
  image_id: 'family',
  image_url: /* @__PURE__ */ toImage(drawings.family),
  chains: ['eip155:1', 'eip155:10', 'eip155:137', 'eip155:8453', 'eip155:42161'],
  badge_type: 'none',
  rdns: 'co.family.wallet',
  mobile_link: 'familywallet://',
  app_store: 'https://apps.apple.com/app/id1606779267',
  supports_wc: true,
}

export const frontier: PackagedWallet = {
  id: '85db431492aa2e8672e93f4ea7acf10c88b97b867b0d373107af63dc4880f041',
  name: 'Frontier',
  homepage: 'https://www.frontier.xyz',
  image_id: 'frontier',
  image_url: /* @__PURE__ */ toImage(drawings.frontier),
  chains: chains.majorEvm,
  badge_type: 'none',
  rdns: 'xyz.frontier.wallet',
  injected: [{ namespace: 'eip155', injected_id: 'isFrontier' }],
  mobile_link: 'frontier://',
  app_store: 'https://apps.apple.com/app/id1482380988',
  play_store: 'https://play.google.com/store/apps/details?id=com.frontierwallet',
  chrome_store: 'https://chromewebstore.google.com/detail/kppfdiipphfccemcignhifpjkapfbihd',
  supports_wc: true,
}

export const bifrostWallet: PackagedWallet = {
  id: '5f33981d1a7fa2c3e25287b3e6eab427ee3ce76151fdce09f3d977d74e86fc3c',
  name: 'Bifrost Wallet',
  homepage: 'https://bifrostwallet.com',
  image_id: 'bifrost',
  image_url: /* @__PURE__ */ toImage(drawings.bifrost),
  chains: ['eip155:1', 'eip155:14', 'eip155:137', 'eip155:43114', 'eip155:42161', 'eip155:8453'],
  badge_type: 'certified',
  rdns: 'com.bifrostwallet',
  injected: [{ namespace: 'eip155', injected_id: 'isBifrost' }],
  mobile_link: 'bifrostwallet://',
  link_mode: 'https://app.bifrostwallet.com',
  app_store: 'https://apps.apple.com/app/id1577198351',
  play_store: 'https://play.google.com/store/apps/details?id=com.bifrostwallet.app',
  supports_wc: true,
}

export const zeal: PackagedWallet = {
  id: '1212eadc46f278a95a642f8359fd51448c01f680629202c89a47821a97b40fea',
  name: 'Zeal',
  homepage: 'https://zeal.app',
  image_id: 'zeal',
  image_url: /* @__PURE__ */ toImage(drawings.zeal),
  chains: chains.evm,
  badge_type: 'certified',
  rdns: 'app.zeal',
  injected: [{ namespace: 'eip155', injected_id: 'isZeal' }],
  play_store: 'https://play.google.com/store/apps/details?id=app.zeal.wallet',
  chrome_store: 'https://chromewebstore.google.com/detail/heamnjbnflcikcggoiplibfommfbkjpj',
}

export const status: PackagedWallet = {
  id: '75669e17f6911af889ca703d71b97c1f3d545851fd716153d113934c0ecbcc52',
  name: 'Status',
  homepage: 'https://status.app',
  image_id: 'status',
  image_url: /* @__PURE__ */ toImage(statusIcon),
  chains: ['eip155:1', 'eip155:10', 'eip155:8453', 'eip155:42161'],
  badge_type: 'certified',
  rdns: 'app.status',
  mobile_link: 'status-app://',
  link_mode: 'https://status.app',
  app_store: 'https://apps.apple.com/app/id1178893006',
  play_store: 'https://play.google.com/store/apps/details?id=im.status.ethereum',
  chrome_store: 'https://chromewebstore.google.com/detail/kahehnbpamjplefhpkhafinaodkkenpg',
  supports_wc: true,
}

export const airGapWallet: PackagedWallet = {
  id: '18f15fa82b17ff9dc43c873a4bd5b1827f5d84ad4f6072d5b4d6a26acf1f6f0a',
  name: 'AirGap Wallet',
  homepage: 'https://airgap.it',
  image_id: 'airgap',
  image_url: /* @__PURE__ */ toImage(drawings.airgap),
  chains: chains.majorEvm,
  badge_type: 'certified',
  mobile_link: 'airgap-wallet://',
  app_store: 'https://apps.apple.com/app/id1420996542',
  play_store: 'https://play.google.com/store/apps/details?id=it.airgap.wallet',
  supports_wc: true,
}

export const ioPay: PackagedWallet = {
  id: '53187fa4a61342beada8d351a01779238f6ff79e5f003ebd991c9263c80671ac',
  name: 'ioPay',
  homepage: 'https://iopay.me',
  image_id: 'iopay',
  image_url: /* @__PURE__ */ toImage(drawings.iopay),
  chains: ['eip155:4689', 'eip155:1', 'eip155:56', 'eip155:137'],
  badge_type: 'certified',
  mobile_link: 'iopay://',
  app_store: 'https://apps.apple.com/app/id1478086371',
  play_store: 'https://play.google.com/store/apps/details?id=io.iotex.iopay.gp',
  supports_wc: true,
}
