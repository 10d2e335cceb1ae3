export { BuyInProgressView } from './BuyInProgressView.js'
export { OnRampActivityView } from './OnRampActivityView.js'
export { purchasesCss as styles } from './purchases.css.js'
