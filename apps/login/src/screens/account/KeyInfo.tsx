import { useMemo, useState } from 'preact/hooks'
import { Address } from '../../approve/Address.js'
import { usePromise } from '../../approve/usePromise.js'
import { Button } from '../parts/Button.js'
import { ChevronIcon, GlobeIcon, KeyIcon, ShieldIcon } from '../parts/icons.js'
import { Notice } from '../parts/Notice.js'
import type { AccountRequest } from '../screens.js'
import type { AccountPage } from './AccountScreen.js'
import { done, keyInfo, passkey, reveal, sessions } from './text.js'

export type KeyInfoProps = {
  readonly request: AccountRequest
  readonly signal: AbortSignal
  readonly onOpen: (page: AccountPage) => void
  readonly onDone: () => void
}

/** What keys there are, how they are kept, and who could rebuild them. */
export function KeyInfo({ request, signal, onOpen, onDone }: KeyInfoProps) {
  const [added, setAdded] = useState(0)
  const [state, setState] = useState<'idle' | 'adding' | 'added' | 'failed'>('idle')
  const trust = usePromise(useMemo(() => request.trust(), [request, added]))

  async function addPasskey() {
    setState('adding')
    try {
      await request.addPasskey(signal)
      setAdded((count) => count + 1)
      setState('added')
    } catch {
      setState('failed')
    }
  }

  const known = trust.state === 'known' ? trust.value : undefined
  return (
    <main class="screen account" data-testid="login-account">
      <div class="words">
        <h1 class="title">{keyInfo.title}</h1>
        {request.email !== undefined && (
          <p class="quiet">
            <bdi>{request.email}</bdi>
          </p>
        )}
        <p class="quiet">{keyInfo.made}</p>
      </div>
      {trust.state === 'waiting' ? (
        <div class="notice notice-info trust-waiting">
          <span class="skeleton" />
        </div>
      ) : known ? (
        <Notice
          tone={known === 'passkey-needed' ? 'good' : 'info'}
          title={keyInfo.trust[known].title}
          testId="account-trust"
        >
          {keyInfo.trust[known].text}
        </Notice>
      ) : (
        <p class="quiet">{keyInfo.trustUnknown}</p>
      )}
      {known === 'operator-can-rebuild' && (
        <Button
          icon={ShieldIcon}
          busy={state === 'adding'}
          onPress={addPasskey}
          testId="account-passkey"
        >
          {state === 'adding' ? passkey.adding : passkey.add}
        </Button>
      )}
      <p class="account-state" role="status">
        {state === 'added' ? passkey.added : state === 'failed' && passkey.fault}
      </p>
      <dl class="facts">
        {(['eip155', 'solana'] as const).map((family) => (
          <div key={family} class="fact" data-wide>
            <dt>{keyInfo.addresses[family]}</dt>
            <dd>
              <Address value={request.addresses[family]} />
            </dd>
          </div>
        ))}
      </dl>
      <nav class="entries">
        <button
          type="button"
          class="entry"
          onClick={() => onOpen('reveal')}
          data-testid="account-reveal"
        >
          <KeyIcon />
          <span>{reveal.open}</span>
          <ChevronIcon />
        </button>
        <button
          type="button"
          class="entry"
          onClick={() => onOpen('sessions')}
          data-testid="account-sessions"
        >
          <GlobeIcon />
          <span>{sessions.open}</span>
          <ChevronIcon />
        </button>
      </nav>
      <Button variant="secondary" onPress={onDone} testId="account-done">
        {done}
      </Button>
    </main>
  )
}
