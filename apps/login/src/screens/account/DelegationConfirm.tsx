import { Notice } from '@latchkey/parts/Notice'
import { delegateAddress } from '@latchkey/wire/login/smartAccount'
import { useMemo, useState } from 'react'
import { Address } from '../../approve/Address.js'
import { formatTokenAmount, toChecksumAddress } from '../../approve/formatValues.js'
import { Fact } from '../../approve/Rows.js'
import { usePromise } from '../../approve/usePromise.js'
import { GuardedButton } from '../../guard/GuardedButton.js'
import { needsLogIn } from '../../loginError.js'
import type { AccountDelegations } from '../screens.js'
import { AccountPage } from './AccountPage.js'
import type { AccountContext } from './AccountScreen.js'
import type { NamedDelegation } from './Delegations.js'
import { delegations as texts } from './text.js'

/** Explains what a delegation means and costs, then starts or ends it. */
export function DelegationConfirm({
  changed,
  onBack,
  onDone,
  ...context
}: AccountContext & {
  readonly changed: NamedDelegation
  readonly onBack: () => void
  /** With the result in words. */
  readonly onDone: (text: string) => void
}) {
  const { request, clock, signal, mustBeVisible } = context
  const { chainId, chainName, delegation } = changed
  const [state, setState] = useState<'idle' | 'busy' | 'logIn' | 'failed'>('idle')
  const status = delegation?.status ?? 'none'
  const change = status === 'none' ? 'start' : 'end'
  const contract = delegation?.status === 'foreign' ? delegation.contract : delegateAddress
  const words = texts.confirm[status]
  const prepared = usePromise(
    useMemo(
      () => prepare(request.delegations, { chainId, change }, signal),
      [request, chainId, change, signal],
    ),
  )
  const known = prepared.state === 'known' ? prepared.value : undefined

  async function execute() {
    if (!known) return
    setState('busy')
    try {
      await known.execute(signal)
    } catch (error) {
      if (!signal.aborted) setState(needsLogIn(error) ? 'logIn' : 'failed')
      return
    }
    if (!signal.aborted) onDone(texts.done[change](chainName))
  }

  return (
    <AccountPage
      clock={clock}
      mustBeVisible={mustBeVisible}
      testId="login-delegation"
      content={`${prepared.state} ${state}`}
      state={(state === 'logIn' || state === 'failed') && texts.faults[state]}
      onBack={onBack}
      isBusy={state === 'busy'}
      actions={(guard) => (
        <GuardedButton
          guard={guard}
          variant={status === 'foreign' ? 'danger' : 'primary'}
          busy={state === 'busy'}
          disabled={!known?.isPayable || state === 'failed'}
          onClick={execute}
          testId="delegation-confirm"
        >
          {state === 'busy' ? texts.busy : words.verb}
        </GuardedButton>
      )}
    >
      {() => (
        <>
          <div className="words">
            <h1 className="title">{words.title}</h1>
            {words.texts(chainName).map((text) => (
              <p key={text} className="quiet">
                {text}
              </p>
            ))}
          </div>
          {change === 'start' && (
            <Notice tone="warn" title={texts.unaudited.title} testId="delegation-unaudited">
              {texts.unaudited.text}
            </Notice>
          )}
          <dl className="facts">
            <Fact label={texts.account} isWide>
              <Address value={request.addresses.eip155} />
            </Fact>
            {contract && (
              <Fact label={texts.contract} isWide>
                <Address value={toChecksumAddress(contract)} />
              </Fact>
            )}
            <Fact label={texts.fee(chainName)}>
              {prepared.state === 'waiting' && <span className="skeleton" />}
              {known && (known.isPayable ? known.fee : texts.unpaid.title)}
              {prepared.state === 'failed' && texts.feeUnknown}
            </Fact>
          </dl>
          {prepared.state === 'failed' && <p className="quiet">{texts.errorText}</p>}
          {known && !known.isPayable && (
            <Notice tone="warn" title={texts.unpaid.title} testId="delegation-unpaid">
              {texts.unpaid.text(known.fee)}
            </Notice>
          )}
        </>
      )}
    </AccountPage>
  )
}

async function prepare(
  delegations: AccountDelegations,
  { chainId, change }: { readonly chainId: string; readonly change: 'start' | 'end' },
  signal: AbortSignal,
) {
  const [{ fee, ...prepared }, { chain }] = await Promise.all([
    delegations.prepare(chainId, change, signal),
    delegations.lookups(),
  ])
  const coin = chain(chainId)
  return { ...prepared, fee: coin ? texts.atMost(formatTokenAmount(fee, coin)) : String(fee) }
}
