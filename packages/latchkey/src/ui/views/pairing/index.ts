export { AllWalletsView } from './AllWalletsView.js'
export { PairingView } from './PairingView.js'
