import { viewText } from '../../../core/text/views.js'
import { Notice } from '../../parts/notice/Notice.js'

export function RelayNotice() {
  const { relayTitle, relayText } = viewText.pairing
  return (
    <Notice tone="warn" title={relayTitle} urgent>
      {relayText}
    </Notice>
  )
}
