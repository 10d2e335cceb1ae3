export { TokenView } from './TokenView.js'
export { tokenCss as styles } from './token.css.js'
