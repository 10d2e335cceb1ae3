import type { BalanceChange } from '../account/action.js'
import { Notice } from '../screens/parts/Notice.js'
import { amountText, type Coin } from './inWords.js'
import { Fact } from './Rows.js'
import { feeFault, labels, values } from './text.js'
import type { Outcome } from './usePromise.js'

export type ChainFactsProps = {
  readonly account: string
  readonly chainName: string
  readonly coin: Coin
  readonly fee?: Outcome<bigint>
  readonly changes?: Outcome<readonly BalanceChange[] | undefined>
}

const waiting = <span class="skeleton" role="img" aria-label="…" />

/** What the chain says about a request: what comes and goes, what it costs, where. */
export function ChainFacts({ account, chainName, coin, fee, changes }: ChainFactsProps) {
  return (
    <>
      <dl class="facts">
        {changes && (
          <Fact label={labels.changes} testId="approve-changes">
            {changes.state === 'waiting' ? (
              waiting
            ) : changes.state === 'failed' || changes.value === undefined ? (
              values.changesUnknown
            ) : changes.value.length === 0 ? (
              values.noChange
            ) : (
              <ul>
                {changes.value.map((change) => (
                  <li
                    key={`${change.token}${change.units}`}
                    class={change.units < 0n ? 'change' : 'change change-in'}
                  >
                    <bdi dir="ltr">
                      {change.units < 0n ? '−' : '+'}
                      {amountText(change.units < 0n ? -change.units : change.units, change)}
                    </bdi>
                  </li>
                ))}
              </ul>
            )}
          </Fact>
        )}
        {fee && (
          <Fact label={labels.fee} testId="approve-fee">
            {fee.state === 'waiting'
              ? waiting
              : fee.state === 'failed'
                ? values.unknownFee
                : amountText(fee.value, coin)}
          </Fact>
        )}
        <Fact label={labels.network}>{chainName}</Fact>
        <Fact label={labels.yourAccount}>
          <bdi class="mono" title={account}>
            {account.slice(0, 6)}…{account.slice(-6)}
          </bdi>
        </Fact>
      </dl>
      {/* Last, because it comes late: what is being read stays where it is. */}
      {fee?.state === 'failed' && (
        <Notice tone="warn" title={feeFault.title} testId="approve-fee-fault">
          {feeFault.text}
        </Notice>
      )}
    </>
  )
}
