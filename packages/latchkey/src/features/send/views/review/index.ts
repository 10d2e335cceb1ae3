import { detailsCss } from '../../../../ui/parts/details/details.css.js'
import { reviewCss } from './review.css.js'

export { SendConfirmedView } from './SendConfirmedView.js'
export { SendPreviewView } from './SendPreviewView.js'
export const styles = detailsCss + reviewCss
