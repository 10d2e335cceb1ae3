import kaiaIcon from '@web3icons/core/svgs/networks/background/kaia.svg.js'
import backpackIcon from '@web3icons/core/svgs/wallets/background/backpack.svg.js'
import keplrIcon from '@web3icons/core/svgs/wallets/background/keplr.svg.js'
import phantomIcon from '@web3icons/core/svgs/wallets/background/phantom.svg.js'
import roninIcon from '@web3icons/core/svgs/wallets/background/ronin.svg.js'
import solflareIcon from '@web3icons/core/svgs/wallets/background/solflare.svg.js'
import * as chains from './chains.js'
import * as drawings from './drawings.js'
import { type PackagedWallet, toImage } from './packagedWallet.js'

export const phantom: PackagedWallet = {
  id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
  name: 'Phantom',
  homepage: 'https://phantom.com',
  image_id: 'phantom',
  image_url: /* @__PURE__ */ toImage(phantomIcon),
  chains: /* @__PURE__ */ chains.unite(
    ['eip155:1', 'eip155:137', 'eip155:8453'],
    chains.solana,
    chains.bitcoin,
  ),
  badge_type: 'certified',
  rdns: 'app.phantom',
  injected: [
    { namespace: 'eip155', injected_id: 'isPhantom' },
    { namespace: 'solana', injected_id: 'isPhantom' },
  ],
  app_store: 'https://apps.apple.com/app/id1598432977',
  play_store: 'https://play.google.com/store/apps/details?id=app.phantom',
  chrome_store: 'https://chromewebstore.google.com/detail/bfnaelmomeimhlpmgjnjophhpkkoljpa',
}

export const solflare: PackagedWallet = {
  id: '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79',
  name: 'Solflare',
  homepage: 'https://solflare.com',
  image_id: 'solflare',
  image_url: /* @__PURE__ */ toImage(solflareIcon),
  chains: chains.solana,
  badge_type: 'certified',
  injected: [{ namespace: 'solana', injected_id: 'isSolflare' }],
  app_store: 'https://apps.apple.com/app/id1580902717',
  play_store: 'https://play.google.com/store/apps/details?id=com.solflare.mobile',
  chrome_store: 'https://chromewebstore.google.com/detail/bhhhlbepdkbapadjdnnojkbgioiodbic',
}

export const backpack: PackagedWallet = {
  id: '2bd8c14e035c2d48f184aaa168559e86b0e3433228d3c4075900a221785019b0',
  name: 'Backpack',
  homepage: 'https://backpack.app',
  image_id: 'backpack',
  image_url: /* @__PURE__ */ toImage(backpackIcon),
  chains: /* @__PURE__ */ chains.unite(
    ['eip155:1', 'eip155:10', 'eip155:137', 'eip155:8453', 'eip155:42161'],
    chains.solana,
  ),
  badge_type: 'certified',
  rdns: 'app.backpack',
  injected: [{ namespace: 'solana', injected_id: 'isBackpack' }],
  mobile_link: 'backpack://',
  app_store: 'https://apps.apple.com/app/id6445964121',
  play_store: 'https://play.google.com/store/apps/details?id=app.backpack.mobile',
  chrome_store: 'https://chromewebstore.google.com/detail/aflkmfhebedbjioipglgcbcmnbpgliof',
  supports_wc: true,
}

export const magicEden: PackagedWallet = {
  id: '8b830a2b724a9c3fbab63af6f55ed29c9dfa8a55e732dc88c80a196a2ba136c6',
  name: 'Magic Eden',
  homepage: 'https://wallet.magiceden.io',
  image_id: 'magic-eden',
  image_url: /* @__PURE__ */ toImage(drawings.magicEden),
  chains: /* @__PURE__ */ chains.unite(
    ['eip155:1', 'eip155:137', 'eip155:8453', 'eip155:42161'],
    chains.solana,
    chains.bitcoin,
  ),
  badge_type: 'certified',
  rdns: 'io.magiceden.wallet',
  mobile_link: 'magiceden://',
  app_store: 'https://apps.apple.com/app/id6478631482',
  play_store: 'https://play.google.com/store/apps/details?id=com.magiceden.wallet',
  chrome_store: 'https://chromewebstore.google.com/detail/mkpegjkblkkefacfnmkajcjmabijhclg',
  supports_wc: true,
}

export const xverse: PackagedWallet = {
  id: '2a87d74ae02e10bdd1f51f7ce6c4e1cc53cd5f2c0b6b5ad0d7b3007d2b13de7b',
  name: 'Xverse',
  homepage: 'https://www.xverse.app',
  image_id: 'xverse',
  image_url: /* @__PURE__ */ toImage(drawings.xverse),
  chains: chains.bitcoin,
  badge_type: 'certified',
  app_store: 'https://apps.apple.com/app/id1552272513',
  play_store: 'https://play.google.com/store/apps/details?id=com.secretkeylabs.xverse',
  chrome_store: 'https://chromewebstore.google.com/detail/idnnbdplmphpflfnlkomgpfbpcgelopg',
}

export const leather: PackagedWallet = {
  id: '483afe1df1df63daf313109971ff3ef8356ddf1cc4e45877d205eee0b7893a13',
  name: 'Leather',
  homepage: 'https://leather.io',
  image_id: 'leather',
  image_url: /* @__PURE__ */ toImage(drawings.leather),
  chains: chains.bitcoin,
  badge_type: 'certified',
  app_store: 'https://apps.apple.com/app/id6499127775',
  play_store: 'https://play.google.com/store/apps/details?id=io.leather.mobilewallet',
  chrome_store: 'https://chromewebstore.google.com/detail/ldinpeekobnhjjdofggfgjlcehhmanlj',
}

export const uniSat: PackagedWallet = {
  id: 'e7c21dae5391b14d353107b90b649091c4abd9f5f69ddf7b87734c36fbcf5e72',
  name: 'UniSat',
  homepage: 'https://unisat.io',
  image_id: 'unisat',
  image_url: /* @__PURE__ */ toImage(drawings.unisat),
  chains: chains.bitcoin,
  badge_type: 'certified',
  chrome_store: 'https://chromewebstore.google.com/detail/ppbibelpcjmhbdihakflkdcoccbgbkpo',
}

export const keplr: PackagedWallet = {
  id: '82efc0739e08107133995b77bb2f821ce6fbe19fb8ec3ad0920e0b6fc63bee64',
  name: 'Keplr',
  homepage: 'https://www.keplr.app',
  image_id: 'keplr',
  image_url: /* @__PURE__ */ toImage(keplrIcon),
  chains: /* @__PURE__ */ chains.unite(
    ['eip155:1', 'eip155:10', 'eip155:137', 'eip155:8453', 'eip155:42161'],
    chains.cosmos,
  ),
  badge_type: 'certified',
  rdns: 'app.keplr',
  app_store: 'https://apps.apple.com/app/id1567851089',
  play_store: 'https://play.google.com/store/apps/details?id=com.chainapsis.keplr',
  chrome_store: 'https://chromewebstore.google.com/detail/dmkamcknogkgcdfhhbddcghachkejeap',
}

export const leap: PackagedWallet = {
  id: 'd7cc905e6023ed53d23cb1a2621d220b33c8d1c17a08c262927a50881f7225ac',
  name: 'Leap',
  homepage: 'https://www.leapwallet.io',
  image_id: 'leap',
  image_url: /* @__PURE__ */ toImage(drawings.leap),
  chains: chains.cosmos,
  badge_type: 'certified',
  rdns: 'io.leapwallet.LeapWallet',
  app_store: 'https://apps.apple.com/app/id1642465549',
  play_store: 'https://play.google.com/store/apps/details?id=io.leapwallet.cosmos',
  chrome_store: 'https://chromewebstore.google.com/detail/fcfcfllfndlomdhbehjjcoimbgofdncg',
}

export const cosmostation: PackagedWallet = {
  id: 'c87b4ef0096b89c0008c569cc5e3403e8f419f72c3a18328cd7f8eaee9b278a5',
  name: 'Cosmostation',
  homepage: 'https://www.cosmostation.io',
  image_id: 'cosmostation',
  image_url: /* @__PURE__ */ toImage(drawings.cosmostation),
  chains: chains.cosmos,
  badge_type: 'certified',
  app_store: 'https://apps.apple.com/app/id1459830339',
  play_store: 'https://play.google.com/store/apps/details?id=wannabit.io.cosmostaion',
  chrome_store: 'https://chromewebstore.google.com/detail/fpkhgmpbidmiogeglndfbkegfdlnajnf',
}

export const talisman: PackagedWallet = {
  id: '98d554a74db0b394c9d39b93c28750077602a1b70f7c641a0fb088e39d5899cb',
  name: 'Talisman',
  homepage: 'https://talisman.xyz',
  image_id: 'talisman',
  image_url: /* @__PURE__ */ toImage(drawings.talisman),
  chains: /* @__PURE__ */ chains.unite(chains.polkadot, chains.evm),
  badge_type: 'certified',
  rdns: 'xyz.talisman',
  injected: [
    { namespace: 'eip155', injected_id: 'isTalisman' },
    { namespace: 'polkadot', injected_id: 'talisman' },
  ],
  play_store: 'https://play.google.com/store/apps/details?id=xyz.talisman.app',
  chrome_store: 'https://chromewebstore.google.com/detail/fijngjgcjhjmmpcmkeiomlglpeiijkld',
}

export const subWallet: PackagedWallet = {
  id: '445e0e4f0fe61513eb1b8cbfdf2a2b98a296375c449f762e133ba0cd017fef90',
  name: 'SubWallet',
  homepage: 'https://www.subwallet.app',
  image_id: 'subwallet',
  image_url: /* @__PURE__ */ toImage(drawings.subwallet),
  chains: /* @__PURE__ */ chains.unite(chains.polkadot, chains.evm),
  badge_type: 'certified',
  rdns: 'app.subwallet',
  injected: [{ namespace: 'polkadot', injected_id: 'subwallet-js' }],
  mobile_link: 'subwallet://',
  link_mode: 'https://mobile.subwallet.app',
  app_store: 'https://apps.apple.com/app/id1633050285',
  play_store: 'https://play.google.com/store/apps/details?id=app.subwallet.mobile',
  chrome_store: 'https://chromewebstore.google.com/detail/onhogfjeacnfoofkfgppdlbmlmnplgbn',
  supports_wc: true,
}

export const novaWallet: PackagedWallet = {
  id: '7c934be4f133ed22e7ad094bc5d4006a65f2146a421652b885181768a6c850dd',
  name: 'Nova Wallet',
  homepage: 'https://novawallet.io',
  image_id: 'nova',
  image_url: /* @__PURE__ */ toImage(drawings.nova),
  chains: /* @__PURE__ */ chains.unite(chains.polkadot, chains.evm),
  badge_type: 'certified',
  rdns: 'io.novawallet',
  injected: [{ namespace: 'eip155', injected_id: 'isNovaWallet' }],
  mobile_link: 'novawallet://',
  app_store: 'https://apps.apple.com/app/id1597119355',
  play_store: 'https://play.google.com/store/apps/details?id=io.novafoundation.nova.market',
  supports_wc: true,
}

export const polkadotJs: PackagedWallet = {
  id: '40b2c2ae3b238406a2903961b7d91bd81ef14794de51cd39675aa8dbcca4a128',
  name: 'Polkadot.js',
  homepage: 'https://polkadot.js.org/extension',
  image_id: 'polkadot-js',
  image_url: /* @__PURE__ */ toImage(drawings.polkadotJs),
  chains: chains.polkadot,
  badge_type: 'certified',
  injected: [{ namespace: 'polkadot', injected_id: 'polkadot-js' }],
  chrome_store: 'https://chromewebstore.google.com/detail/mopnmbcafieddcagagdcbnhejhlodfdd',
}

export const polkaGate: PackagedWallet = {
  id: '61467acc22e4f90cac040136372c060df6877845b6dc648c855305298ac54cc3',
  name: 'PolkaGate',
  homepage: 'https://polkagate.xyz',
  image_id: 'polkagate',
  image_url: /* @__PURE__ */ toImage(drawings.polkagate),
  chains: chains.polkadot,
  badge_type: 'none',
  injected: [{ namespace: 'polkadot', injected_id: 'polkagate' }],
  chrome_store: 'https://chromewebstore.google.com/detail/ginchbkmljhldofnbjabmeophlhdldgp',
}

export const roninWallet: PackagedWallet = {
  id: '6b961816af9fa1aedf28e391c5ff7848b5350675c4f1e72413f9835f6259c703',
  name: 'Ronin Wallet',
  homepage: 'https://wallet.roninchain.com',
  image_id: 'ronin',
  image_url: /* @__PURE__ */ toImage(roninIcon),
  chains: ['eip155:2020', 'eip155:1', 'eip155:56', 'eip155:137', 'eip155:8453', 'eip155:42161'],
  badge_type: 'certified',
  rdns: 'com.roninchain.wallet',
  mobile_link: 'roninwallet://',
  app_store: 'https://apps.apple.com/app/id1592675001',
  play_store: 'https://play.google.com/store/apps/details?id=com.skymavis.genesis',
  chrome_store: 'https://chromewebstore.google.com/detail/fnjhmkhhmkbjkkabndcnnogagogbneec',
  supports_wc: true,
}

export const compass: PackagedWallet = {
  id: 'd5e687583c8d87180f6c2ab2db460261213cc708638bdce8d3887dff0849a7a2',
  name: 'Compass',
  homepage: 'https://compasswallet.io',
  image_id: 'compass',
  image_url: /* @__PURE__ */ toImage(drawings.compass),
  chains: ['eip155:1329'],
  badge_type: 'certified',
  rdns: 'io.leapwallet.CompassWallet',
  chrome_store: 'https://chromewebstore.google.com/detail/anokgmphncpekkhclmingpimjmcooifb',
}

export const kaiaWallet: PackagedWallet = {
  id: '9998165aae9a0e16ad825c9f8b621df74491bb381f84ee327b713086ed9a95ea',
  name: 'Kaia Wallet',
  homepage: 'https://kaiawallet.io',
  image_id: 'kaia',
  image_url: /* @__PURE__ */ toImage(kaiaIcon),
  chains: ['eip155:8217'],
  badge_type: 'certified',
  app_store: 'https://apps.apple.com/app/id6502896387',
  play_store: 'https://play.google.com/store/apps/details?id=io.klutch.wallet',
  chrome_store: 'https://chromewebstore.google.com/detail/jblndlipeogpafnldhgmapagcccfchpi',
}

export const nightly: PackagedWallet = {
  id: 'b9691815a44cb53a9d7243b76c0ed625baa564caf86eb1be7c286476315738ad',
  name: 'Nightly',
  homepage: 'https://nightly.app',
  image_id: 'nightly',
  image_url: /* @__PURE__ */ toImage(drawings.nightly),
  chains: chains.solana,
  badge_type: 'certified',
  rdns: 'app.nightly',
  app_store: 'https://apps.apple.com/app/id6444768157',
  play_store: 'https://play.google.com/store/apps/details?id=com.nightlymobile',
  chrome_store: 'https://chromewebstore.google.com/detail/fiikommddbeccaoicoejoniammnalkfa',
}
