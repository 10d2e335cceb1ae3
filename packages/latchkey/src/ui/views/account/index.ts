export { AccountView } from './AccountView.js'
export { accountCss as styles } from './account.css.js'
