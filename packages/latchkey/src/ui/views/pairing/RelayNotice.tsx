import { Notice } from '@latchkey/parts/Notice'
import * as pairingText from '../../../core/text/pairing.js'

export function RelayNotice() {
  const { relayTitle, relayText } = pairingText.pairing
  return (
    <Notice tone="warn" title={relayTitle} urgent>
      {relayText}
    </Notice>
  )
}
