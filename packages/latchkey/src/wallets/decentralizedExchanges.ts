import oneInchIcon from '@web3icons/core/svgs/exchanges/background/1inch.svg.js'
import uniswapIcon from '@web3icons/core/svgs/exchanges/background/uniswap.svg.js'
import jupIcon from '@web3icons/core/svgs/tokens/background/JUP.svg.js'
import * as chains from './chains.js'
import { type PackagedWallet, toImage } from './packagedWallet.js'

export const uniswapWallet: PackagedWallet = {
  id: '520c247207faf2883c0fbc4d12e305ca2d2ad6834bafc450b29a1da718f52323',
  name: 'Uniswap Wallet',
  homepage: 'https://wallet.uniswap.org',
  image_id: 'uniswap',
  image_url: /* @__PURE__ */ toImage(uniswapIcon),
  chains: [
    'eip155:1',
    'eip155:10',
    'eip155:56',
    'eip155:130',
    'eip155:137',
    'eip155:324',
    'eip155:8453',
    'eip155:42161',
    'eip155:42220',
    'eip155:43114',
    'eip155:81457',
    'eip155:7777777',
  ],
  badge_type: 'certified',
  rdns: 'org.uniswap.app',
  injected: [{ namespace: 'eip155', injected_id: 'isUniswapWallet' }],
  mobile_link: 'uniswap://',
  link_mode: 'https://uniswap.org/app',
  app_store: 'https://apps.apple.com/app/id6443944476',
  play_store: 'https://play.google.com/store/apps/details?id=com.uniswap.mobile',
  chrome_store: 'https://chromewebstore.google.com/detail/nnpmfplkfogfpmcngplhnbdnnilmcdcg',
  supports_wc: true,
}

export const oneInchWallet: PackagedWallet = {
  id: '1731cef6855b3dfa131a061fae39298edd376c7190d73ec6c9e7f6bc1350aab8',
  name: '1inch Wallet',
  homepage: 'https://1inch.io/wallet',
  image_id: '1inch',
  image_url: /* @__PURE__ */ toImage(oneInchIcon),
  chains: [
    'eip155:1',
    'eip155:10',
    'eip155:56',
    'eip155:100',
    'eip155:137',
    'eip155:324',
    'eip155:8453',
    'eip155:42161',
    'eip155:43114',
  ],
  badge_type: 'certified',
  injected: [
    { namespace: 'eip155', injected_id: 'isOneInchIOSWallet' },
    { namespace: 'eip155', injected_id: 'isOneInchAndroidWallet' },
  ],
  mobile_link: 'oneinch://',
  link_mode: 'https://wallet.1inch.io',
  app_store: 'https://apps.apple.com/app/id1546049391',
  play_store: 'https://play.google.com/store/apps/details?id=io.oneinch.android',
  supports_wc: true,
}

export const jupiter: PackagedWallet = {
  id: '25e4800733dc3b2f9acc78a77246d1b913f955b02edd22f3989e5d083769d002',
  name: 'Jupiter',
  homepage: 'https://jup.ag/mobile',
  image_id: 'jupiter',
  image_url: /* @__PURE__ */ toImage(jupIcon),
  chains: chains.solana,
  badge_type: 'certified',
  mobile_link: 'jupiter://',
  app_store: 'https://apps.apple.com/app/id6484069059',
  play_store: 'https://play.google.com/store/apps/details?id=ag.jup.jupiter.android',
  chrome_store: 'https://chromewebstore.google.com/detail/iledlaeogohbilgbfhmbgkgmpplbfboh',
  supports_wc: true,
}
