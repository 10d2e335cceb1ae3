import { loginCss } from './login.css.js'
import { sectionsCss } from './sections/sections.css.js'

export { AccountSettingsView, UpgradeWalletView } from './AccountSettingsView.js'
export { ConnectingFarcasterView } from './ConnectingFarcasterView.js'
export { ConnectingSocialView } from './ConnectingSocialView.js'
export { ConnectSocialsView, CreateView, EmailLoginView } from './CreateView.js'
export { ApproveTransactionView, FrameFlowView, WalletSecurityView } from './FrameFlowView.js'
export { UpdateEmailView } from './UpdateEmailView.js'

export const styles = `${sectionsCss}${loginCss}`
