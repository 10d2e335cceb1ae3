import { Button } from '@latchkey/parts/Button'
import { Notice } from '@latchkey/parts/Notice'
import { useState } from 'react'
import { needsLogIn } from '../loginError.js'
import type { PendingRecoveryRequest } from '../screens/screens.js'
import { formatDate } from './formatTime.js'

const texts = {
  title: 'New device wants your wallet',
  text: (host: string, when: string) =>
    `Someone logged in on ${host}. Your wallet opens there on ${when} unless you stop it.`,
  cancel: 'Stop this',
  cancelled: 'Stopped. Your wallet will not open there.',
  failed: 'Not stopped. Check your connection and try again.',
  late: 'Not stopped. Log in again, then stop it.',
} as const

/** A pending recovery, which devices with the wallet can cancel. */
export function PendingRecoveryNotice({ request }: { readonly request: PendingRecoveryRequest }) {
  const [state, setState] = useState<'idle' | 'busy' | 'cancelled' | 'failed' | 'late'>('idle')

  async function cancel() {
    setState('busy')
    try {
      await request.cancel()
      setState('cancelled')
    } catch (error) {
      setState(needsLogIn(error) ? 'late' : 'failed')
    }
  }

  return (
    <Notice tone="warn" title={texts.title} testId="pending-recovery">
      {texts.text(new URL(request.origin).host, formatDate(request.readyAt))}
      <span role="status">{state !== 'idle' && state !== 'busy' && texts[state]}</span>
      {state !== 'cancelled' && (
        <span className="notice-action">
          <Button
            variant="secondary"
            size="small"
            busy={state === 'busy'}
            onClick={cancel}
            testId="pending-recovery-cancel"
          >
            {texts.cancel}
          </Button>
        </span>
      )}
    </Notice>
  )
}
