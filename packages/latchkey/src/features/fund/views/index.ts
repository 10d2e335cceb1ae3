import { amountFieldCss } from '../../../ui/parts/amount-field/amountField.css.js'
import { fundCss } from './fund.css.js'

export { DepositView } from './DepositView.js'
export { FundWalletView } from './FundWalletView.js'
export { SelectAssetView } from './SelectAssetView.js'
export const styles = amountFieldCss + fundCss
