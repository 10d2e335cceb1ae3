export { CompatibleNetworksView } from './CompatibleNetworksView.js'
export { ReceiveView } from './ReceiveView.js'
export { receiveCss as styles } from './receive.css.js'
