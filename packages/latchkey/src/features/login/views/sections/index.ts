export { LoginSections as component } from './LoginSections.js'
export { sectionsCss as styles } from './sections.css.js'
