import { detailsCss } from '../../../../ui/parts/details/details.css.js'
import { virtualListCss } from '../../../../ui/parts/virtual-list/virtualList.css.js'
import { reviewCss } from './review.css.js'

export { QuoteMore } from './QuoteMore.js'
export { SwapPreviewView } from './SwapPreviewView.js'
export { SwapSelectTokenView } from './SwapSelectTokenView.js'
export const styles = detailsCss + virtualListCss + reviewCss
