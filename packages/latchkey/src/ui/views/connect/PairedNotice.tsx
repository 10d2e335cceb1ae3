import { Notice } from '@latchkey/parts/Notice'
import * as connectText from '../../../core/text/connect.js'

/** Why wallets that are reached by pairing cannot be chosen now. */
export function PairedNotice() {
  return (
    <Notice tone="info" title={connectText.connect.pairedTitle}>
      {connectText.connect.pairedText}
    </Notice>
  )
}
