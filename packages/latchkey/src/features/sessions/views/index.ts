import { detailsCss } from '../../../ui/parts/details/details.css.js'
import { sessionsCss } from './sessions.css.js'

export { SmartSessionCreatedView } from './SmartSessionCreatedView.js'
export { SmartSessionListView } from './SmartSessionListView.js'
export const styles = detailsCss + sessionsCss
