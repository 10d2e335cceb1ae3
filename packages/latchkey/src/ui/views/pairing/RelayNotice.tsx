import * as pairingText from '../../../core/text/pairing.js'
import { Notice } from '../../parts/notice/Notice.js'

export function RelayNotice() {
  const { relayTitle, relayText } = pairingText.pairing
  return (
    <Notice tone="warn" title={relayTitle} urgent>
      {relayText}
    </Notice>
  )
}
