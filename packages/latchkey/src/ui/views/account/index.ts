export { AccountView } from './AccountView.js'
