export { SignInView } from './SignInView.js'
export { signInCss as styles } from './signIn.css.js'
