import { useMemo, useState } from 'react'
import type { ChainDelegation } from '../../account/embeddedWallet.js'
import { Address } from '../../approve/Address.js'
import { toChecksumAddress } from '../../approve/formatValues.js'
import { usePromise } from '../../approve/usePromise.js'
import { GuardedButton } from '../../guard/GuardedButton.js'
import type { Guarded } from '../../guard/useGuard.js'
import type { AccountDelegations } from '../screens.js'
import { AccountPage } from './AccountPage.js'
import type { AccountContext } from './AccountScreen.js'
import { DelegationConfirm } from './DelegationConfirm.js'
import { reveal, delegations as texts } from './text.js'

export type NamedDelegation = ChainDelegation & { readonly chainName: string }

/** The networks where the key's own account is smart or could be, with a button for each. */
export function Delegations({
  onBack,
  ...context
}: AccountContext & { readonly onBack: () => void }) {
  const { request, clock, signal, mustBeVisible } = context
  const { delegations } = request
  const [round, setRound] = useState(0)
  const [changed, setChanged] = useState<NamedDelegation>()
  const [result, setResult] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again in each round
  const list = usePromise(useMemo(() => readAll(delegations, signal), [delegations, signal, round]))

  function showResult(text: string | undefined) {
    setResult(text)
    setChanged(undefined)
    setRound((count) => count + 1)
  }

  if (changed) {
    return (
      <DelegationConfirm
        {...context}
        changed={changed}
        onBack={() => showResult(undefined)}
        onDone={showResult}
      />
    )
  }
  return (
    <AccountPage
      clock={clock}
      mustBeVisible={mustBeVisible}
      testId="login-delegations"
      content={`${list.state} ${round}`}
      state={result}
      actions={(guard) => (
        <>
          <GuardedButton guard={guard} variant="secondary" onClick={onBack} testId="account-back">
            {reveal.back}
          </GuardedButton>
          {list.state === 'failed' && (
            <GuardedButton guard={guard} onClick={() => setRound((count) => count + 1)}>
              {texts.again}
            </GuardedButton>
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
          <dl className="facts">
            <div className="fact" data-wide>
              <dt>{texts.account}</dt>
              <dd>
                <Address value={request.addresses.eip155} />
              </dd>
            </div>
          </dl>
          {list.state === 'failed' && <p className="quiet">{texts.errorText}</p>}
          {list.state === 'known' && list.value.length === 0 && (
            <p className="quiet">{texts.none}</p>
          )}
          <ul className="sessions">
            {list.state === 'waiting' && (
              <li className="session">
                <span className="skeleton" />
              </li>
            )}
            {list.state === 'known' &&
              list.value.map((one) => (
                <Network
                  key={one.chainId}
                  {...one}
                  guard={guard}
                  onChange={() => setChanged(one)}
                />
              ))}
          </ul>
        </>
      )}
    </AccountPage>
  )
}

type NetworkProps = NamedDelegation & { readonly guard: Guarded; readonly onChange: () => void }

function Network({ chainName, delegation, guard, onChange }: NetworkProps) {
  const status = delegation?.status ?? 'unknown'
  return (
    <li className="session grant" data-testid="delegation" data-status={status}>
      <div className="grant-head">
        <div className="words">
          <bdi className="session-host">{chainName}</bdi>
          <span className="hint">{texts.status[status]}</span>
        </div>
        {status !== 'unknown' && (
          <GuardedButton
            guard={guard}
            variant={status === 'foreign' ? 'danger' : 'secondary'}
            size="small"
            onClick={onChange}
            label={texts.changeOn(texts.change[status], chainName)}
            testId="delegation-change"
          >
            {texts.change[status]}
          </GuardedButton>
        )}
      </div>
      {delegation?.status === 'foreign' && delegation.contract && (
        <Address value={toChecksumAddress(delegation.contract)} />
      )}
    </li>
  )
}

async function readAll(
  { list, lookups }: AccountDelegations,
  signal: AbortSignal,
): Promise<readonly NamedDelegation[]> {
  const [found, { chain }] = await Promise.all([list(signal), lookups()])
  return found.map((one) => ({ ...one, chainName: chain(one.chainId)?.name ?? one.chainId }))
}
