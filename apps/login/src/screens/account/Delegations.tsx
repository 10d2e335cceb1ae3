import { useState } from 'react'
import type { ChainDelegation } from '../../account/embeddedWallet.js'
import { Address } from '../../approve/Address.js'
import { toChecksumAddress } from '../../approve/formatValues.js'
import { Fact } from '../../approve/Rows.js'
import { GuardedButton } from '../../guard/GuardedButton.js'
import type { Guarded } from '../../guard/useGuard.js'
import type { AccountDelegations } from '../screens.js'
import { AccountList } from './AccountList.js'
import type { AccountContext } from './AccountScreen.js'
import { DelegationConfirm } from './DelegationConfirm.js'
import { delegations as texts } from './text.js'
import { useReading } from './useReading.js'

export type NamedDelegation = ChainDelegation & { readonly chainName: string }

/** The networks where the key's own account is smart or could be, with a button for each. */
export function Delegations({
  onBack,
  ...context
}: AccountContext & { readonly onBack: () => void }) {
  const { request, clock, signal, mustBeVisible } = context
  const [changed, setChanged] = useState<NamedDelegation>()
  const [result, setResult] = useState<string>()
  const reading = useReading(() => readAll(request.delegations, signal))

  function showResult(text: string | undefined) {
    setResult(text)
    setChanged(undefined)
    reading.again()
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
    <AccountList
      clock={clock}
      mustBeVisible={mustBeVisible}
      testId="login-delegations"
      reading={reading}
      texts={texts}
      state={result}
      onBack={onBack}
      header={
        <dl className="facts">
          <Fact label={texts.account} isWide>
            <Address value={request.addresses.eip155} />
          </Fact>
        </dl>
      }
    >
      {(one, guard) => (
        <Network key={one.chainId} {...one} guard={guard} onChange={() => setChanged(one)} />
      )}
    </AccountList>
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
