export {
  BuyInProgressView,
  FiatSelectView,
  OnRampActivityView,
  TokenSelectView,
} from './lazyViews.js'
export { onrampCss as styles } from './onramp.css.js'
export { ProvidersView } from './ProvidersView.js'
