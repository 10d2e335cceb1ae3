import { Button } from '@latchkey/parts/Button'
import { GlobeIcon, GridIcon, KeyIcon } from '@latchkey/parts/icons'
import { RowContent } from '@latchkey/parts/ListRow'
import { ShieldIcon } from '@latchkey/parts/lazyIcons'
import { Notice } from '@latchkey/parts/Notice'
import { useState } from 'react'
import { Address } from '../../approve/Address.js'
import { GuardedButton, UnstyledGuardedButton } from '../../guard/GuardedButton.js'
import { needsLogIn } from '../../loginError.js'
import { PendingRecoveryNotice } from '../../parts/PendingRecoveryNotice.js'
import { AccountPage } from './AccountPage.js'
import type { AccountContext, AccountPageName } from './AccountScreen.js'
import { delegations, done, keyInfo, passkey, permissions, reveal, sessions } from './text.js'
import { useReading } from './useReading.js'

export type KeyInfoProps = AccountContext & {
  readonly onOpen: (page: AccountPageName) => void
  readonly onDone: () => void
}

const entries = [
  { page: 'reveal', icon: KeyIcon, text: reveal.open },
  { page: 'sessions', icon: GlobeIcon, text: sessions.open },
  { page: 'permissions', icon: ShieldIcon, text: permissions.open },
  { page: 'delegations', icon: GridIcon, text: delegations.open },
] as const

/** The visitor's keys, how they are stored, and who could rebuild them. */
export function KeyInfo({ request, clock, signal, mustBeVisible, onOpen, onDone }: KeyInfoProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'added' | 'removed' | 'failed' | 'logIn'>(
    'idle',
  )
  const { outcome: trust, again: readTrust } = useReading(request.trust)
  const { outcome: pending } = useReading(request.pendingRecovery)

  async function change(act: (signal: AbortSignal) => Promise<void>, next: 'added' | 'removed') {
    setState('busy')
    try {
      await act(signal)
      readTrust()
      setState(next)
    } catch (error) {
      setState(needsLogIn(error) ? 'logIn' : 'failed')
    }
  }

  const known = trust.state === 'known' ? trust.value : undefined
  return (
    <AccountPage
      clock={clock}
      mustBeVisible={mustBeVisible}
      testId="login-account"
      content={`${trust.state} ${known} ${state} ${pending.state}`}
      state={state === 'idle' || state === 'busy' ? undefined : passkey[state]}
      actions={() => (
        <Button variant="secondary" onClick={onDone} testId="account-done">
          {done}
        </Button>
      )}
    >
      {(guard) => (
        <>
          <div className="words">
            <h1 className="title">{keyInfo.title}</h1>
            {request.email !== undefined && (
              <p className="quiet">
                <bdi>{request.email}</bdi>
              </p>
            )}
            <p className="quiet">{keyInfo.made}</p>
          </div>
          {pending.state === 'known' && pending.value && (
            <PendingRecoveryNotice request={pending.value} />
          )}
          {trust.state === 'waiting' ? (
            <div className="notice notice-info trust-waiting">
              <span className="skeleton" />
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
            <p className="quiet">{keyInfo.trustUnknown}</p>
          )}
          {known === 'operator-can-rebuild' && (
            <GuardedButton
              guard={guard}
              icon={ShieldIcon}
              busy={state === 'busy'}
              onClick={() => change(request.addPasskey, 'added')}
              testId="account-passkey"
            >
              {state === 'busy' ? passkey.busy : passkey.add}
            </GuardedButton>
          )}
          {known === 'passkey-needed' && (
            <GuardedButton
              guard={guard}
              variant="secondary"
              busy={state === 'busy'}
              onClick={() => change(request.removePasskey, 'removed')}
              testId="account-passkey-remove"
            >
              {passkey.remove}
            </GuardedButton>
          )}
          <dl className="facts">
            {(['eip155', 'solana'] as const).map((family) => (
              <div key={family} className="fact" data-wide>
                <dt>{keyInfo.addresses[family]}</dt>
                <dd>
                  <Address value={request.addresses[family]} />
                </dd>
              </div>
            ))}
          </dl>
          <nav className="entries">
            {entries.map(({ page, icon: Icon, text }) => (
              <UnstyledGuardedButton
                key={page}
                guard={guard}
                className="row"
                onClick={() => onOpen(page)}
                testId={`account-${page}`}
              >
                <RowContent image={<Icon />} title={text} chevron />
              </UnstyledGuardedButton>
            ))}
          </nav>
        </>
      )}
    </AccountPage>
  )
}
