import { amountFieldCss } from '../../../../ui/parts/amount-field/amountField.css.js'
import { detailsCss } from '../../../../ui/parts/details/details.css.js'
import { reviewCss } from './review.css.js'

export { PayLoadingView } from './PayLoadingView.js'
export { PayQuoteView } from './PayQuoteView.js'
export { PaySelectTokenView } from './PaySelectTokenView.js'
export const styles = amountFieldCss + detailsCss + reviewCss
