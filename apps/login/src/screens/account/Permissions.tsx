import { useMemo, useState } from 'react'
import { usePromise } from '../../approve/usePromise.js'
import { GuardedButton } from '../../guard/GuardedButton.js'
import type { Guarded } from '../../guard/useGuard.js'
import { AccountPage } from './AccountPage.js'
import type { AccountContext } from './AccountScreen.js'
import { type GrantDetails, readGrantDetails } from './grantDetails.js'
import { Revocation, type Revoked } from './Revocation.js'
import { reveal, permissions as texts } from './text.js'

/** What every site may do without asking, with what is left, and buttons that end it. */
export function Permissions({
  onBack,
  ...context
}: AccountContext & { readonly onBack: () => void }) {
  const { request, clock, signal, mustBeVisible } = context
  const { grants } = request
  const [round, setRound] = useState(0)
  const [revoked, setRevoked] = useState<Revoked>()
  const [result, setResult] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again in each round
  const list = usePromise(useMemo(() => readGrantDetails(grants, signal), [grants, signal, round]))
  const chains = usePromise(useMemo(() => grants.chains(signal), [grants, signal]))
  const canRevokeAll = chains.state === 'known' && chains.value.length > 0

  if (revoked) {
    return (
      <Revocation
        {...context}
        revoked={revoked}
        onBack={() => setRevoked(undefined)}
        onDone={(text) => {
          setResult(text)
          setRevoked(undefined)
          setRound((count) => count + 1)
        }}
      />
    )
  }
  return (
    <AccountPage
      clock={clock}
      mustBeVisible={mustBeVisible}
      testId="login-permissions"
      content={`${list.state} ${chains.state} ${round}`}
      state={result}
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
            canRevokeAll && (
              <GuardedButton
                guard={guard}
                variant="danger"
                onClick={() => setRevoked({ chains: chains.value })}
                testId="permissions-revoke-all"
              >
                {texts.revokeAll}
              </GuardedButton>
            )
          )}
        </>
      )}
    >
      {(guard) => (
        <>
          <div className="words">
            <h1 className="title">{texts.title}</h1>
            <p className="quiet">{texts.text}</p>
          </div>
          {list.state === 'waiting' && (
            <ul className="sessions">
              <li className="session">
                <span className="skeleton" />
              </li>
            </ul>
          )}
          {list.state === 'failed' && <p className="quiet">{texts.errorText}</p>}
          {list.state === 'known' && list.value.length === 0 && (
            <p className="quiet">{texts.none}</p>
          )}
          {list.state === 'known' && (
            <ul className="sessions">
              {list.value.map((details) => (
                <Grant
                  key={details.grant.id}
                  details={details}
                  guard={guard}
                  onRevoke={() => setRevoked({ details })}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </AccountPage>
  )
}

type GrantProps = {
  readonly details: GrantDetails
  readonly guard: Guarded
  readonly onRevoke: () => void
}

function Grant({ details, guard, onRevoke }: GrantProps) {
  const { host, chainName, until, facts } = details
  return (
    <li className="session grant" data-testid="permission">
      <div className="grant-head">
        <div className="words">
          <bdi className="session-host">{host}</bdi>
          <span className="hint">
            {chainName} · {until}
          </span>
        </div>
        <GuardedButton
          guard={guard}
          variant="secondary"
          size="small"
          onClick={onRevoke}
          label={texts.revokeOf(host)}
          testId="permission-revoke"
        >
          {texts.revoke}
        </GuardedButton>
      </div>
      {facts ? (
        <dl className="facts">
          {facts.map(({ label, value }) => (
            <div key={`${label} ${value}`} className="fact" data-wide>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="quiet">{texts.unknown}</p>
      )}
    </li>
  )
}
