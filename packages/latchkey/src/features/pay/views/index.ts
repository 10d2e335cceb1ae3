import { detailsCss } from '../../../ui/parts/details/details.css.js'
import { payCss } from './pay.css.js'

export { PayLoadingView, PayQuoteView, PaySelectTokenView } from './lazyViews.js'
export { PayView } from './PayView.js'
export const styles = detailsCss + payCss
