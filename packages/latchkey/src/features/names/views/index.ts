export { ChooseNameView, NameSuccessView } from './NamePage.js'
export { namesCss as styles } from './names.css.js'
export { RegisterNameView } from './RegisterNameView.js'
