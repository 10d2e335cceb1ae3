export { SendConfirmedView, SendPreviewView } from './laterViews.js'
export { SelectTokenView } from './SelectTokenView.js'
export { SendView } from './SendView.js'
export { sendCss as styles } from './send.css.js'
