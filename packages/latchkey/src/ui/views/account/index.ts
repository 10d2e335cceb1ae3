export { AccountView } from './AccountView.js'
export { ProfileWalletsView } from './ProfileWalletsView.js'
