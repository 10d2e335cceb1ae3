export { reviewCss as styles } from './review.css.js'
export { SendConfirmedView } from './SendConfirmedView.js'
export { SendPreviewView } from './SendPreviewView.js'
