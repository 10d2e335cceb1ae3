import { useState } from 'react'
import { GuardedButton } from '../../guard/GuardedButton.js'
import type { Guarded } from '../../guard/useGuard.js'
import { AccountList } from './AccountList.js'
import type { AccountContext } from './AccountScreen.js'
import { type GrantDetails, readGrantDetails } from './grantDetails.js'
import { Revocation, type Revoked } from './Revocation.js'
import { permissions as texts } from './text.js'
import { useReading } from './useReading.js'

/** What every site may do without asking, with what is left, and buttons that end it. */
export function Permissions({
  onBack,
  ...context
}: AccountContext & { readonly onBack: () => void }) {
  const { request, clock, signal, mustBeVisible } = context
  const { grants } = request
  const [revoked, setRevoked] = useState<Revoked>()
  const [result, setResult] = useState<string>()
  const reading = useReading(() => readGrantDetails(grants, signal))
  const { outcome: chains } = useReading(() => grants.chains(signal))
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
          reading.again()
        }}
      />
    )
  }
  return (
    <AccountList
      clock={clock}
      mustBeVisible={mustBeVisible}
      testId="login-permissions"
      reading={reading}
      texts={texts}
      content={chains.state}
      state={result}
      onBack={onBack}
      action={(guard) =>
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
      }
    >
      {(details, guard) => (
        <Grant
          key={details.grant.id}
          details={details}
          guard={guard}
          onRevoke={() => setRevoked({ details })}
        />
      )}
    </AccountList>
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
