export { ChooseNameView, NameSuccessView } from './NamePages.js'
export { namesCss as styles } from './names.css.js'
export { RegisterNameView } from './RegisterNameView.js'
