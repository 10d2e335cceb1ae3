export { ConnectingExternalView } from './ConnectingExternalView.js'
export { ConnectingMultiChainView } from './ConnectingMultiChainView.js'
