export { ProfileWalletsView } from './ProfileWalletsView.js'
export { walletsCss as styles } from './wallets.css.js'
