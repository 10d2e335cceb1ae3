import atomicIcon from '@web3icons/core/svgs/wallets/background/atomic.svg.js'
import * as chains from './chains.js'
import * as drawings from './drawings.js'
import { type PackagedWallet, toImage } from './packagedWallet.js'

export const xPortal: PackagedWallet = {
  id: '61d33d201504eee29ba90234d4bf4478fcde1160ad3968f7291340a5a169c6ec',
  name: 'xPortal',
  homepage: 'https://xportal.com',
  image_id: 'xportal',
  image_url: /* @__PURE__ */ toImage(drawings.xportal),
  chains: ['eip155:1', 'eip155:56', 'eip155:137'],
  badge_type: 'certified',
  rdns: 'com.elrond.maiar.wallet',
  mobile_link: 'xportal://',
  link_mode: 'https://xportal.app.link',
  app_store: 'https://apps.apple.com/app/id1519405832',
  play_store: 'https://play.google.com/store/apps/details?id=com.elrond.maiar.wallet',
  supports_wc: true,
}

export const edge: PackagedWallet = {
  id: '570bb89aed8cf4742d8ce16cfef33666542e622e4122847c393eab8426328997',
  name: 'Edge',
  homepage: 'https://edge.app',
  image_id: 'edge',
  image_url: /* @__PURE__ */ toImage(drawings.edge),
  chains: chains.majorEvm,
  badge_type: 'certified',
  mobile_link: 'https://deep.edge.app',
  app_store: 'https://apps.apple.com/app/id1344400091',
  play_store: 'https://play.google.com/store/apps/details?id=co.edgesecure.app',
  supports_wc: true,
}

export const cakeWallet: PackagedWallet = {
  id: '5c76bcdc7c2860f0aee3352a101bf0b97ec06fe160b01f29dd0aa9c7581be4fb',
  name: 'Cake Wallet',
  homepage: 'https://cakewallet.com',
  image_id: 'cake-wallet',
  image_url: /* @__PURE__ */ toImage(drawings.cake),
  chains: ['eip155:1', 'eip155:137'],
  badge_type: 'certified',
  mobile_link: 'cakewallet://',
  app_store: 'https://apps.apple.com/app/id1334702542',
  play_store: 'https://play.google.com/store/apps/details?id=com.cakewallet.cake_wallet',
  supports_wc: true,
}

export const atomicWallet: PackagedWallet = {
  id: '7388216280dddd75da1c55c2664da51c0900bd186adf17968a4a1ad5cf0326f6',
  name: 'Atomic Wallet',
  homepage: 'https://atomicwallet.io',
  image_id: 'atomic',
  image_url: /* @__PURE__ */ toImage(atomicIcon),
  chains: ['eip155:1', 'eip155:56', 'eip155:137'],
  badge_type: 'certified',
  mobile_link: 'atomicwallet://',
  app_store: 'https://apps.apple.com/app/id1478257827',
  play_store: 'https://play.google.com/store/apps/details?id=io.atomicwallet',
  supports_wc: true,
}

export const haHa: PackagedWallet = {
  id: 'c713ca5da06fc7d40ac85a8fd8dbdbed0a60200b6697431d60e57b9446e35913',
  name: 'HaHa',
  homepage: 'https://www.haha.me',
  image_id: 'haha',
  image_url: /* @__PURE__ */ toImage(drawings.haha),
  chains: chains.majorEvm,
  badge_type: 'certified',
  mobile_link: 'haha://',
  link_mode: 'https://haha.me',
  app_store: 'https://apps.apple.com/app/id1591158244',
  play_store: 'https://play.google.com/store/apps/details?id=com.permutize.haha',
  chrome_store: 'https://chromewebstore.google.com/detail/andhndehpcjpmneneealacgnmealilal',
  supports_wc: true,
}
