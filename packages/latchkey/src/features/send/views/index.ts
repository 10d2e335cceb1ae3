import { amountFieldCss } from '../../../ui/parts/amount-field/amountField.css.js'
import { sendCss } from './send.css.js'

export { SelectTokenView, SendConfirmedView, SendPreviewView } from './lazyViews.js'
export { SendView } from './SendView.js'
export const styles = amountFieldCss + sendCss
