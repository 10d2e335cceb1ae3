import { Notice } from '@latchkey/parts/Notice'
import { useMemo, useState } from 'react'
import { formatTokenAmount } from '../../approve/formatValues.js'
import { Fact } from '../../approve/Rows.js'
import { usePromise } from '../../approve/usePromise.js'
import { GuardedButton } from '../../guard/GuardedButton.js'
import { LoginError, needsLogIn } from '../../loginError.js'
import type { AccountGrants } from '../screens.js'
import { AccountPage } from './AccountPage.js'
import type { AccountContext } from './AccountScreen.js'
import type { GrantDetails } from './grantDetails.js'
import { permissions as texts } from './text.js'

/** One permission, or everything on some chains. */
export type Revoked = { readonly details: GrantDetails } | { readonly chains: readonly string[] }

/** A revocation on one chain. Without `revoke` the account cannot pay for it. */
type Prepared = {
  readonly chainName: string
  readonly fee: string | undefined
  revoke?(signal: AbortSignal): Promise<void>
}

/** Shows what a revocation costs, then revokes. */
export function Revocation({
  revoked,
  onBack,
  onDone,
  ...context
}: AccountContext & {
  readonly revoked: Revoked
  readonly onBack: () => void
  /** With the result in words. */
  readonly onDone: (text: string) => void
}) {
  const { request, clock, signal, mustBeVisible } = context
  const [state, setState] = useState<'idle' | 'busy' | 'logIn'>('idle')
  /** The provider refused to pay at the last moment. */
  const [paysItself, setPaysItself] = useState(false)
  const prepared = usePromise(
    useMemo(
      () => prepareAll(request.grants, revoked, { paysItself, signal }),
      [request, revoked, paysItself, signal],
    ),
  )
  const list = prepared.state === 'known' ? prepared.value : []
  const payable = list.filter(({ revoke }) => revoke)
  const one = 'details' in revoked ? revoked.details : undefined

  async function revokeAll() {
    setState('busy')
    const failed: string[] = []
    for (const { chainName, revoke } of list) {
      try {
        await revoke?.(signal)
      } catch (error) {
        if (needsLogIn(error)) return setState('logIn')
        if (error instanceof LoginError && error.isUnsponsored) {
          setPaysItself(true)
          return setState('idle')
        }
        failed.push(chainName)
      }
    }
    if (!signal.aborted) onDone(failed.length > 0 ? texts.failed(failed.join(', ')) : texts.revoked)
  }

  return (
    <AccountPage
      clock={clock}
      mustBeVisible={mustBeVisible}
      testId="login-revocation"
      content={`${prepared.state} ${state} ${paysItself}`}
      state={state === 'logIn' && texts.logIn}
      onBack={onBack}
      isBusy={state === 'busy'}
      actions={(guard) => (
        <GuardedButton
          guard={guard}
          variant="danger"
          busy={state === 'busy'}
          disabled={payable.length === 0}
          onClick={revokeAll}
          testId="revocation-confirm"
        >
          {state === 'busy' ? texts.revoking : one ? texts.revoke : texts.revokeAll}
        </GuardedButton>
      )}
    >
      {() => (
        <>
          <div className="words">
            <h1 className="title">{one ? texts.confirm.one(one.host) : texts.confirm.all}</h1>
            <p className="quiet">{one ? texts.confirm.text : texts.confirm.allText}</p>
          </div>
          {prepared.state === 'waiting' && <span className="skeleton" role="img" aria-label="…" />}
          {prepared.state === 'failed' && <p className="quiet">{texts.errorText}</p>}
          <dl className="facts">
            {list.map(({ chainName, fee }) => (
              <Fact key={chainName} label={texts.confirm.fee(chainName)}>
                {fee ?? texts.confirm.noFee}
              </Fact>
            ))}
          </dl>
          {prepared.state === 'known' && payable.length === 0 && (
            <Notice tone="warn" title={texts.confirm.noFee} testId="revocation-unpaid">
              {texts.confirm.noFeeText}
            </Notice>
          )}
        </>
      )}
    </AccountPage>
  )
}

async function prepareAll(
  grants: AccountGrants,
  revoked: Revoked,
  options: { readonly paysItself: boolean; readonly signal: AbortSignal },
): Promise<readonly Prepared[]> {
  const targets =
    'details' in revoked ? [revoked.details.grant] : revoked.chains.map((chainId) => ({ chainId }))
  const lookups = await grants.lookups()
  return Promise.all(
    targets.map(async (target): Promise<Prepared> => {
      const chain = lookups.chain(target.chainId)
      const chainName = chain?.name ?? target.chainId
      try {
        const { fee, isSponsored, revoke } = await grants.prepare(target, options)
        const units = await fee
        const shown = (await isSponsored) ? texts.confirm.sponsored : undefined
        return { chainName, fee: shown ?? (chain && formatTokenAmount(units, chain)), revoke }
      } catch {
        options.signal.throwIfAborted()
        return { chainName, fee: undefined }
      }
    }),
  )
}
