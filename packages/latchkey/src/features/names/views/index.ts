export { ChooseNameView } from './ChooseNameView.js'
export { NameSuccessView } from './NameSuccessView.js'
export { namesCss as styles } from './names.css.js'
export { RegisterNameView } from './RegisterNameView.js'
