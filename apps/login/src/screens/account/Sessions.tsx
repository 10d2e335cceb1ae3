import { useState } from 'react'
import { GuardedButton } from '../../guard/GuardedButton.js'
import { formatTimeAgo } from '../../parts/formatTime.js'
import { AccountList } from './AccountList.js'
import type { AccountContext } from './AccountScreen.js'
import { hostOf } from './grantDetails.js'
import { sessions as texts } from './text.js'
import { useReading } from './useReading.js'

/** The sites with a session, and a button that ends all others. */
export function Sessions({ onBack, ...context }: AccountContext & { readonly onBack: () => void }) {
  const { request, clock, signal, mustBeVisible } = context
  const [state, setState] = useState<'idle' | 'ending' | 'ended' | 'failed'>('idle')
  const reading = useReading(() => request.sessions(signal))
  const { outcome } = reading
  const hasOthers = outcome.state === 'known' && !isAlone(outcome.value)

  async function endOthers() {
    setState('ending')
    try {
      await request.endOthers(signal)
      setState('ended')
      reading.again()
    } catch {
      setState('failed')
    }
  }

  return (
    <AccountList
      clock={clock}
      mustBeVisible={mustBeVisible}
      testId="login-sessions"
      reading={reading}
      texts={texts}
      content={state}
      state={state === 'ended' ? texts.ended : state === 'failed' && texts.endFault}
      onBack={onBack}
      isNone={isAlone}
      action={(guard) =>
        hasOthers && (
          <GuardedButton
            guard={guard}
            variant="danger"
            busy={state === 'ending'}
            onClick={endOthers}
            testId="sessions-end"
          >
            {state === 'ending' ? texts.ending : texts.endOthers}
          </GuardedButton>
        )
      }
    >
      {({ id, origin, isThis, lastUsedAt }) => (
        <li key={id} className="session">
          <bdi className="session-host">{hostOf(origin)}</bdi>
          <span className="hint">
            {isThis ? texts.here : texts.used(formatTimeAgo(lastUsedAt, clock.now()))}
          </span>
        </li>
      )}
    </AccountList>
  )
}

const isAlone = (sessions: readonly { readonly isThis: boolean }[]) =>
  sessions.every(({ isThis }) => isThis)
