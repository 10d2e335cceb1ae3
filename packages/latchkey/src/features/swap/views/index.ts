import { amountFieldCss } from '../../../ui/parts/amount-field/amountField.css.js'
import { swapCss } from './swap.css.js'

export { SwapPreviewView, SwapSelectTokenView } from './lazyViews.js'
export { SwapView } from './SwapView.js'
export const styles = amountFieldCss + swapCss
