import { virtualListCss } from '../../../ui/parts/virtual-list/virtualList.css.js'
import { activityCss } from './activity.css.js'

export { ActivityTab, TransactionsView } from './TransactionsView.js'
export const styles = virtualListCss + activityCss
