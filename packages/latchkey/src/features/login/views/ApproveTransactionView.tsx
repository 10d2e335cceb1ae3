import { FrameScreen } from './FrameSlot.js'

/** What the site asks the wallet for. Leaving it refuses, which the requests themselves see to. */
export function ApproveTransactionView() {
  return <FrameScreen />
}
