export { NetworksView } from './NetworksView.js'
export { SwitchActiveChainView } from './SwitchActiveChainView.js'
export { SwitchNetworkView } from './SwitchNetworkView.js'
export { UnsupportedChainView } from './UnsupportedChainView.js'
