import { Notice } from '@latchkey/parts/Notice'
import type { ReactNode } from 'react'
import type { Simulation, Sponsorship, TokenFee } from '../account/action.js'
import type { Coin } from '../account/feeLimits.js'
import { willFail } from './danger/text.js'
import { formatChange, formatTokenAmount } from './formatValues.js'
import { Fact } from './Rows.js'
import { labels, sponsor, values } from './text.js'
import type { Outcome } from './usePromise.js'

export type ChainFactsProps = {
  readonly account: string
  readonly chainName: string
  readonly coin: Coin
  readonly fee?: Outcome<bigint>
  readonly simulation?: Outcome<Simulation>
  /** Whether the site pays, and the site. */
  readonly sponsorship?: Sponsorship
  readonly host?: string
  /** On Solana the fee is known, and another account may pay it. */
  readonly isSponsored?: boolean
  /** The fee as it is paid in a token. */
  readonly tokenFee?: TokenFee
  /** Last, because it arrives late: text above must not move. */
  readonly children?: ReactNode
}

const waiting = <span className="skeleton" role="img" aria-label="…" />

/** What the chain knows about a request: balance changes, fee and network. */
export function ChainFacts(props: ChainFactsProps) {
  const { account, chainName, coin, fee, simulation, isSponsored, sponsorship, host = '' } = props
  const { tokenFee, children } = props
  const isFailing =
    fee?.state === 'failed' ||
    (simulation?.state === 'known' && simulation.value.status === 'failed')
  return (
    <>
      <dl className="facts">
        {simulation && (
          <Fact label={labels.changes} testId="approve-changes">
            <Changes simulation={simulation} />
          </Fact>
        )}
        {fee && (
          <Fact label={labels.fee} testId="approve-fee">
            {fee.state === 'waiting'
              ? waiting
              : sponsorship?.status === 'paid'
                ? values.paidBy(host)
                : fee.state === 'failed'
                  ? values.unknownFee
                  : isSponsored
                    ? values.sponsoredFee
                    : tokenFee
                      ? formatTokenAmount(tokenFee.max, tokenFee)
                      : formatTokenAmount(fee.value, coin)}
          </Fact>
        )}
        <Fact label={labels.network}>{chainName}</Fact>
        <Fact label={labels.yourAccount}>
          <bdi className="mono" title={account}>
            {account.slice(0, 6)}…{account.slice(-6)}
          </bdi>
        </Fact>
      </dl>
      {sponsorship?.status === 'refused' && (
        <Notice tone="warn" title={sponsor.refused.title} testId="approve-unsponsored">
          {sponsor.refused.text}
        </Notice>
      )}
      {children}
      {isFailing && (
        <Notice tone="warn" title={willFail.title} testId="approve-fee-fault">
          {willFail.text}
        </Notice>
      )}
    </>
  )
}

function Changes({ simulation }: { readonly simulation: Outcome<Simulation> }) {
  if (simulation.state === 'waiting') return waiting
  if (simulation.state === 'failed') return values.changesUnknown
  if (simulation.value.status === 'failed') return values.changesFailed
  if (simulation.value.status === 'unavailable') return values.changesUnknown
  const { changes } = simulation.value
  if (changes.length === 0) return values.noChange
  return (
    <ul>
      {changes.map((change) => (
        <li
          key={`${change.token}${change.isItems}`}
          className={change.units < 0n ? 'change' : 'change change-in'}
        >
          <bdi dir="ltr">
            {change.units < 0n ? '−' : '+'}
            {formatChange(change)}
          </bdi>
        </li>
      ))}
    </ul>
  )
}
