import { useMemo, useState } from 'react'
import { usePromise } from '../../approve/usePromise.js'
import { GuardedButton } from '../../guard/GuardedButton.js'
import { formatTimeAgo } from '../../parts/formatTime.js'
import { AccountPage } from './AccountPage.js'
import type { AccountContext } from './AccountScreen.js'
import { hostOf } from './grantDetails.js'
import { reveal, sessions as texts } from './text.js'

/** The sites with a session, and a button that ends all others. */
export function Sessions({ onBack, ...context }: AccountContext & { readonly onBack: () => void }) {
  const { request, clock, signal, mustBeVisible } = context
  const [round, setRound] = useState(0)
  const [state, setState] = useState<'idle' | 'ending' | 'ended' | 'failed'>('idle')
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again in each round
  const list = usePromise(useMemo(() => request.sessions(signal), [request, signal, round]))
  const isAlone = list.state === 'known' && list.value.every(({ isThis }) => isThis)
  const hasOthers = list.state === 'known' && !isAlone

  async function endOthers() {
    setState('ending')
    try {
      await request.endOthers(signal)
      setState('ended')
      setRound((count) => count + 1)
    } catch {
      setState('failed')
    }
  }

  return (
    <AccountPage
      clock={clock}
      mustBeVisible={mustBeVisible}
      testId="login-sessions"
      content={`${list.state} ${state}`}
      state={state === 'ended' ? texts.ended : state === 'failed' && texts.endFault}
      actions={(guard) => (
        <>
          <GuardedButton guard={guard} variant="secondary" onClick={onBack} testId="account-back">
            {reveal.back}
          </GuardedButton>
          {list.state === 'failed' ? (
            <GuardedButton guard={guard} onClick={() => setRound((count) => count + 1)}>
              {texts.again}
            </GuardedButton>
          ) : (
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
          )}
        </>
      )}
    >
      {() => (
        <>
          <h1 className="title">{texts.title}</h1>
          {list.state === 'waiting' && (
            <ul className="sessions">
              <li className="session">
                <span className="skeleton" />
              </li>
            </ul>
          )}
          {list.state === 'failed' && <p className="quiet">{texts.errorText}</p>}
          {list.state === 'known' && (
            <ul className="sessions">
              {list.value.map((session) => (
                <li key={session.id} className="session">
                  <bdi className="session-host">{hostOf(session.origin)}</bdi>
                  <span className="hint">
                    {session.isThis
                      ? texts.here
                      : texts.used(formatTimeAgo(session.lastUsedAt, clock.now()))}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {isAlone && <p className="quiet">{texts.none}</p>}
        </>
      )}
    </AccountPage>
  )
}
