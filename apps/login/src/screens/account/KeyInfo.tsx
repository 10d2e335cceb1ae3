import { useMemo, useState } from 'preact/hooks'
import { Address } from '../../approve/Address.js'
import { usePromise } from '../../approve/usePromise.js'
import { GuardedButton } from '../../guard/GuardedButton.js'
import { Button } from '../parts/Button.js'
import { ChevronIcon, GlobeIcon, KeyIcon, ShieldIcon } from '../parts/icons.js'
import { Notice } from '../parts/Notice.js'
import { AccountPage } from './AccountPage.js'
import type { AccountContext, AccountPageName } from './AccountScreen.js'
import { done, keyInfo, passkey, reveal, sessions } from './text.js'

export type KeyInfoProps = AccountContext & {
  readonly onOpen: (page: AccountPageName) => void
  readonly onDone: () => void
}

const entries = [
  { page: 'reveal', icon: KeyIcon, text: reveal.open },
  { page: 'sessions', icon: GlobeIcon, text: sessions.open },
] as const

/** What keys there are, how they are kept, and who could rebuild them. */
export function KeyInfo({ request, clock, signal, needsSight, onOpen, onDone }: KeyInfoProps) {
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
    <AccountPage
      clock={clock}
      needsSight={needsSight}
      testId="login-account"
      content={`${trust.state} ${known} ${state}`}
      state={state === 'added' ? passkey.added : state === 'failed' && passkey.fault}
      actions={() => (
        <Button variant="secondary" onPress={onDone} testId="account-done">
          {done}
        </Button>
      )}
    >
      {(guard) => (
        <>
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
              guard={guard}
              icon={ShieldIcon}
              busy={state === 'adding'}
              onPress={addPasskey}
              testId="account-passkey"
            >
              {state === 'adding' ? passkey.adding : passkey.add}
            </Button>
          )}
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
            {entries.map(({ page, icon: Icon, text }) => (
              <GuardedButton
                key={page}
                guard={guard}
                class="entry"
                onPress={() => onOpen(page)}
                testId={`account-${page}`}
              >
                <Icon />
                <span>{text}</span>
                <ChevronIcon />
              </GuardedButton>
            ))}
          </nav>
        </>
      )}
    </AccountPage>
  )
}
