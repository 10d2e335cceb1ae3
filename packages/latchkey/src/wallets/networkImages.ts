import abstractChainSvg from '@web3icons/core/svgs/networks/background/abstract.svg.js'
import arbitrumSvg from '@web3icons/core/svgs/networks/background/arbitrum-one.svg.js'
import auroraSvg from '@web3icons/core/svgs/networks/background/aurora.svg.js'
import avalancheSvg from '@web3icons/core/svgs/networks/background/avalanche.svg.js'
import baseSvg from '@web3icons/core/svgs/networks/background/base.svg.js'
import berachainSvg from '@web3icons/core/svgs/networks/background/berachain.svg.js'
import bscSvg from '@web3icons/core/svgs/networks/background/binance-smart-chain.svg.js'
import bitcoinSvg from '@web3icons/core/svgs/networks/background/bitcoin.svg.js'
import blastSvg from '@web3icons/core/svgs/networks/background/blast.svg.js'
import celoSvg from '@web3icons/core/svgs/networks/background/celo.svg.js'
import cosmoshubSvg from '@web3icons/core/svgs/networks/background/cosmos-hub.svg.js'
import cronosSvg from '@web3icons/core/svgs/networks/background/cronos.svg.js'
import mainnetSvg from '@web3icons/core/svgs/networks/background/ethereum.svg.js'
import fantomSvg from '@web3icons/core/svgs/networks/background/fantom.svg.js'
import flareSvg from '@web3icons/core/svgs/networks/background/flare.svg.js'
import fraxtalSvg from '@web3icons/core/svgs/networks/background/fraxtal.svg.js'
import gnosisSvg from '@web3icons/core/svgs/networks/background/gnosis.svg.js'
import hyperEvmSvg from '@web3icons/core/svgs/networks/background/hyper-evm.svg.js'
import inkSvg from '@web3icons/core/svgs/networks/background/ink.svg.js'
import iotexSvg from '@web3icons/core/svgs/networks/background/iotex.svg.js'
import junoSvg from '@web3icons/core/svgs/networks/background/juno.svg.js'
import kaiaSvg from '@web3icons/core/svgs/networks/background/kaia.svg.js'
import lineaSvg from '@web3icons/core/svgs/networks/background/linea.svg.js'
import liskSvg from '@web3icons/core/svgs/networks/background/lisk.svg.js'
import mantaPacificSvg from '@web3icons/core/svgs/networks/background/manta-pacific.svg.js'
import mantleSvg from '@web3icons/core/svgs/networks/background/mantle.svg.js'
import modeSvg from '@web3icons/core/svgs/networks/background/mode.svg.js'
import monadSvg from '@web3icons/core/svgs/networks/background/monad.svg.js'
import moonbeamSvg from '@web3icons/core/svgs/networks/background/moonbeam.svg.js'
import optimismSvg from '@web3icons/core/svgs/networks/background/optimism.svg.js'
import osmosisSvg from '@web3icons/core/svgs/networks/background/osmosis.svg.js'
import polkadotMainnetSvg from '@web3icons/core/svgs/networks/background/polkadot.svg.js'
import polygonSvg from '@web3icons/core/svgs/networks/background/polygon.svg.js'
import roninSvg from '@web3icons/core/svgs/networks/background/ronin.svg.js'
import rootstockSvg from '@web3icons/core/svgs/networks/background/rootstock.svg.js'
import scrollSvg from '@web3icons/core/svgs/networks/background/scroll.svg.js'
import seiSvg from '@web3icons/core/svgs/networks/background/sei-network.svg.js'
import solanaMainnetSvg from '@web3icons/core/svgs/networks/background/solana.svg.js'
import soneiumSvg from '@web3icons/core/svgs/networks/background/soneium.svg.js'
import sonicSvg from '@web3icons/core/svgs/networks/background/sonic.svg.js'
import stargazeSvg from '@web3icons/core/svgs/networks/background/stargaze.svg.js'
import taikoSvg from '@web3icons/core/svgs/networks/background/taiko.svg.js'
import unichainSvg from '@web3icons/core/svgs/networks/background/unichain.svg.js'
import worldchainSvg from '@web3icons/core/svgs/networks/background/world.svg.js'
import zksyncSvg from '@web3icons/core/svgs/networks/background/zksync.svg.js'
import zoraSvg from '@web3icons/core/svgs/networks/background/zora.svg.js'
import kusamaSvg from '@web3icons/core/svgs/tokens/background/KSM.svg.js'
import celestiaSvg from '@web3icons/core/svgs/tokens/background/TIA.svg.js'
import { toImage } from './packagedWallet.js'

export const mainnetImage: string = /* @__PURE__ */ toImage(mainnetSvg)
export const optimismImage: string = /* @__PURE__ */ toImage(optimismSvg)
export const flareImage: string = /* @__PURE__ */ toImage(flareSvg)
export const cronosImage: string = /* @__PURE__ */ toImage(cronosSvg)
export const bscImage: string = /* @__PURE__ */ toImage(bscSvg)
export const gnosisImage: string = /* @__PURE__ */ toImage(gnosisSvg)
export const unichainImage: string = /* @__PURE__ */ toImage(unichainSvg)
export const polygonImage: string = /* @__PURE__ */ toImage(polygonSvg)
export const monadImage: string = /* @__PURE__ */ toImage(monadSvg)
export const sonicImage: string = /* @__PURE__ */ toImage(sonicSvg)
export const fantomImage: string = /* @__PURE__ */ toImage(fantomSvg)
export const zksyncImage: string = /* @__PURE__ */ toImage(zksyncSvg)
export const worldchainImage: string = /* @__PURE__ */ toImage(worldchainSvg)
export const hyperEvmImage: string = /* @__PURE__ */ toImage(hyperEvmSvg)
export const seiImage: string = /* @__PURE__ */ toImage(seiSvg)
export const roninImage: string = /* @__PURE__ */ toImage(roninSvg)
export const iotexImage: string = /* @__PURE__ */ toImage(iotexSvg)
export const mantleImage: string = /* @__PURE__ */ toImage(mantleSvg)
export const kaiaImage: string = /* @__PURE__ */ toImage(kaiaSvg)
export const baseImage: string = /* @__PURE__ */ toImage(baseSvg)
export const arbitrumImage: string = /* @__PURE__ */ toImage(arbitrumSvg)
export const celoImage: string = /* @__PURE__ */ toImage(celoSvg)
export const avalancheImage: string = /* @__PURE__ */ toImage(avalancheSvg)
export const inkImage: string = /* @__PURE__ */ toImage(inkSvg)
export const lineaImage: string = /* @__PURE__ */ toImage(lineaSvg)
export const berachainImage: string = /* @__PURE__ */ toImage(berachainSvg)
export const blastImage: string = /* @__PURE__ */ toImage(blastSvg)
export const scrollImage: string = /* @__PURE__ */ toImage(scrollSvg)
export const zoraImage: string = /* @__PURE__ */ toImage(zoraSvg)
export const auroraImage: string = /* @__PURE__ */ toImage(auroraSvg)
export const solanaMainnetImage: string = /* @__PURE__ */ toImage(solanaMainnetSvg)
export const bitcoinImage: string = /* @__PURE__ */ toImage(bitcoinSvg)
export const polkadotMainnetImage: string = /* @__PURE__ */ toImage(polkadotMainnetSvg)
export const kusamaImage: string = /* @__PURE__ */ toImage(kusamaSvg)
export const cosmoshubImage: string = /* @__PURE__ */ toImage(cosmoshubSvg)
export const osmosisImage: string = /* @__PURE__ */ toImage(osmosisSvg)
export const celestiaImage: string = /* @__PURE__ */ toImage(celestiaSvg)
export const junoImage: string = /* @__PURE__ */ toImage(junoSvg)
export const stargazeImage: string = /* @__PURE__ */ toImage(stargazeSvg)
export const moonbeamImage: string = /* @__PURE__ */ toImage(moonbeamSvg)
export const mantaPacificImage: string = /* @__PURE__ */ toImage(mantaPacificSvg)
export const modeImage: string = /* @__PURE__ */ toImage(modeSvg)
export const soneiumImage: string = /* @__PURE__ */ toImage(soneiumSvg)
export const abstractChainImage: string = /* @__PURE__ */ toImage(abstractChainSvg)
export const liskImage: string = /* @__PURE__ */ toImage(liskSvg)
export const fraxtalImage: string = /* @__PURE__ */ toImage(fraxtalSvg)
export const rootstockImage: string = /* @__PURE__ */ toImage(rootstockSvg)
export const taikoImage: string = /* @__PURE__ */ toImage(taikoSvg)

/** Images by network id, for the option `chainImages`; test networks have those of their main network. */
export const networkImages: { readonly [networkId: string]: string } = {
  'eip155:1': mainnetImage,
  'eip155:10': optimismImage,
  'eip155:14': flareImage,
  'eip155:25': cronosImage,
  'eip155:56': bscImage,
  'eip155:100': gnosisImage,
  'eip155:130': unichainImage,
  'eip155:137': polygonImage,
  'eip155:143': monadImage,
  'eip155:146': sonicImage,
  'eip155:250': fantomImage,
  'eip155:324': zksyncImage,
  'eip155:480': worldchainImage,
  'eip155:999': hyperEvmImage,
  'eip155:1329': seiImage,
  'eip155:2020': roninImage,
  'eip155:4689': iotexImage,
  'eip155:5000': mantleImage,
  'eip155:8217': kaiaImage,
  'eip155:8453': baseImage,
  'eip155:31337': mainnetImage,
  'eip155:42161': arbitrumImage,
  'eip155:42220': celoImage,
  'eip155:43114': avalancheImage,
  'eip155:57073': inkImage,
  'eip155:59144': lineaImage,
  'eip155:80094': berachainImage,
  'eip155:81457': blastImage,
  'eip155:84532': baseImage,
  'eip155:421614': arbitrumImage,
  'eip155:534352': scrollImage,
  'eip155:7777777': zoraImage,
  'eip155:11155111': mainnetImage,
  'eip155:11155420': optimismImage,
  'eip155:1313161554': auroraImage,
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': solanaMainnetImage,
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': solanaMainnetImage,
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': solanaMainnetImage,
  'bip122:000000000019d6689c085ae165831e93': bitcoinImage,
  'bip122:000000000933ea01ad0ee984209779ba': bitcoinImage,
  'bip122:00000000da84f2bafbbc53dee25a72ae': bitcoinImage,
  'bip122:00000008819873e925422c1ff0f99f7c': bitcoinImage,
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': polkadotMainnetImage,
  'polkadot:68d56f15f85d3136970ec16946040bc1': polkadotMainnetImage,
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': kusamaImage,
  'polkadot:e143f23803ac50e8f6f8e62695d1ce9e': polkadotMainnetImage,
  'cosmos:cosmoshub-4': cosmoshubImage,
  'cosmos:provider': cosmoshubImage,
  'cosmos:osmosis-1': osmosisImage,
  'cosmos:celestia': celestiaImage,
  'cosmos:juno-1': junoImage,
  'cosmos:stargaze-1': stargazeImage,
  'eip155:1284': moonbeamImage,
  'eip155:169': mantaPacificImage,
  'eip155:34443': modeImage,
  'eip155:1868': soneiumImage,
  'eip155:2741': abstractChainImage,
  'eip155:1135': liskImage,
  'eip155:252': fraxtalImage,
  'eip155:30': rootstockImage,
  'eip155:167000': taikoImage,
}
