export { CompatibleNetworksView, ReceiveView } from './ReceiveView.js'
export { receiveCss as styles } from './receive.css.js'
