export { SelectTokenView, SendConfirmedView, SendPreviewView } from './lazyViews.js'
export { SendView } from './SendView.js'
export { sendCss as styles } from './send.css.js'
