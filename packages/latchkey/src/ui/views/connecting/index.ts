export { ConnectingExternalView } from './ConnectingExternalView.js'
