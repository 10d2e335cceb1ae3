import { loginCss } from './login.css.js'
import { sectionsCss } from './sections/sections.css.js'

export { AccountSettingsView } from './AccountSettingsView.js'
export { ApproveTransactionView } from './ApproveTransactionView.js'
export { ConnectingFarcasterView } from './ConnectingFarcasterView.js'
export { ConnectingSocialView } from './ConnectingSocialView.js'
export { ConnectSocialsView } from './ConnectSocialsView.js'
export { CreateView } from './CreateView.js'
export { EmailLoginView } from './EmailLoginView.js'
export { FrameFlowView } from './FrameFlowView.js'
export { UpdateEmailView } from './UpdateEmailView.js'
export { UpgradeWalletView } from './UpgradeWalletView.js'
export { WalletSecurityView } from './WalletSecurityView.js'

export const styles = `${sectionsCss}${loginCss}`
