import { WarningIcon } from '@latchkey/parts/icons'
import { Fragment } from 'react'
import { type Holding, isNative } from '../../../core/account/portfolio/holding.js'
import { formatFiat, totalWorth, worthDecimals } from '../../../core/account/portfolio/worth.js'
import { formatBalance } from '../../../core/format/format.js'
import type { ResourceState } from '../../../core/runtime/createResource.js'
import * as accountText from '../../../core/text/account.js'
import { RefreshIcon } from '../../icons/lazyIcons.js'
import { IconButton } from '../../parts/IconButton.js'
import { Skeleton } from '../../parts/Skeleton.js'
import type { Holdings } from './useHoldings.js'

/** Figures with more characters get a smaller font, to fit in one line. */
const longAmount = 13
const longTotal = 16

/** The total value of the account and its balance of the native coin. */
export function Worth({ holdings }: { readonly holdings: Holdings }) {
  const { network, portfolio, balance } = holdings
  const { decimals, symbol } = network.nativeCurrency
  const figures = getFigures(portfolio, balance)
  const text = accountText.worth
  const coin = figures.coin === undefined ? undefined : formatBalance(figures.coin, decimals)
  return (
    <div className="worth">
      <Figure figures={figures} coin={coin} symbol={symbol} />
      <div className="worth-line">
        <span className="worth-coin" dir="auto">
          {figures.headline.kind !== 'coin' && coin !== undefined && (
            <>
              <bdi>
                {coin} {symbol}
              </bdi>{' '}
            </>
          )}
          {text.on(network.name)}
        </span>
        <Refresh holdings={holdings} />
      </div>
      <Notes figures={figures} />
    </div>
  )
}

function Figure({
  figures: { headline },
  coin,
  symbol,
}: {
  readonly figures: AccountFigures
  readonly coin: string | undefined
  readonly symbol: string
}) {
  const text = accountText.worth
  if (headline.kind === 'total') {
    const total = formatFiat(headline.worth, worthDecimals)
    const [dollars, cents] = total.split('.')
    return (
      <p className={`worth-figure ${total.length > longTotal ? 'worth-long' : ''}`}>
        <span className="visually-hidden">{text.total} </span>
        <bdi>
          {withLineBreaks(dollars ?? '')}
          <span className="worth-minor">.{cents}</span>
        </bdi>
      </p>
    )
  }
  if (headline.kind === 'coin' && coin !== undefined) {
    const isLong = coin.length + symbol.length > longAmount
    return (
      <p className={`worth-figure ${isLong ? 'worth-long' : ''}`}>
        <span className="visually-hidden">{text.balance} </span>
        <bdi>
          {withLineBreaks(coin)} <span className="worth-minor">{symbol}</span>
        </bdi>
      </p>
    )
  }
  if (headline.kind === 'missing') {
    return (
      <p className="worth-figure" title={text.missingLabel}>
        <span aria-hidden="true">{text.missing}</span>
        <span className="visually-hidden">{text.missingLabel}</span>
      </p>
    )
  }
  return (
    <div className="worth-figure worth-loading">
      <Skeleton kind="text" />
    </div>
  )
}

function Notes({ figures: { age, headline } }: { readonly figures: AccountFigures }) {
  const text = accountText.worth
  const unpriced = headline.kind === 'total' ? headline.unpriced : 0
  return (
    <>
      {unpriced > 0 && <p className="worth-note">{text.unpriced(unpriced)}</p>}
      {headline.kind === 'total' && headline.hasStalePrices && (
        <p className="worth-note">{text.oldPrices}</p>
      )}
      {age === 'updating' && <p className="worth-note">{text.updating}</p>}
      {age === 'old' && (
        <p className="worth-note worth-old">
          <WarningIcon size={14} /> {text.old}
        </p>
      )}
    </>
  )
}

function Refresh({ holdings }: { readonly holdings: Holdings }) {
  const { isRefreshing, refresh, secondsBlocked } = holdings
  const label =
    secondsBlocked === undefined
      ? accountText.worth.refresh
      : accountText.tokens.retryIn(secondsBlocked)
  return (
    <IconButton
      icon={RefreshIcon}
      label={label}
      busy={isRefreshing}
      disabled={secondsBlocked !== undefined}
      onClick={refresh}
      testId="account-refresh"
    />
  )
}

/** Allows line breaks between the groups of a long number. */
export function withLineBreaks(amount: string) {
  return amount.split(/(?<=,)/).map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other name and keep their order
    <Fragment key={index}>
      {group}
      <wbr />
    </Fragment>
  ))
}

/** The main figure of an account. */
type Headline =
  | { readonly kind: 'loading' }
  /** No source responded. */
  | { readonly kind: 'missing' }
  /** In US dollars, without the `unpriced` holdings. */
  | {
      readonly kind: 'total'
      readonly worth: bigint
      readonly unpriced: number
      readonly hasStalePrices: boolean
    }
  /** No price is known, so the native coin is shown. */
  | { readonly kind: 'coin' }

type AccountFigures = {
  readonly headline: Headline
  /** Units of the native coin. */
  readonly coin: bigint | undefined
  /** `old`: the last refresh failed. `updating`: from an earlier page load, being refreshed. */
  readonly age: 'fresh' | 'updating' | 'old'
}

export function getFigures(
  portfolio: ResourceState<readonly Holding[]>,
  balance: ResourceState<bigint>,
): AccountFigures {
  const holdings = lastValue(portfolio)
  const nodeUnits = lastValue(balance)
  const heldUnits = holdings?.find(isNative)?.units
  const headline = getHeadline(portfolio, balance, nodeUnits ?? heldUnits)
  return {
    headline,
    // Below a total, use the amount that the total includes: the node may be newer.
    coin: headline.kind === 'total' ? (heldUnits ?? nodeUnits) : (nodeUnits ?? heldUnits),
    age: getAge(holdings ? portfolio : balance),
  }
}

function getHeadline(
  portfolio: ResourceState<readonly Holding[]>,
  balance: ResourceState<bigint>,
  coin: bigint | undefined,
): Headline {
  const holdings = lastValue(portfolio)
  if (holdings?.some(({ price }) => price !== undefined)) {
    const hasStalePrices = holdings.some(({ units, isPriceStale }) => isPriceStale && units > 0n)
    return { kind: 'total', ...totalWorth(holdings), hasStalePrices }
  }
  if (!holdings && portfolio.status !== 'failed') return { kind: 'loading' }
  if (coin !== undefined) return { kind: 'coin' }
  return { kind: balance.status === 'failed' ? 'missing' : 'loading' }
}

function getAge(state: ResourceState<unknown>): AccountFigures['age'] {
  if (state.status === 'failed') return lastValue(state) === undefined ? 'fresh' : 'old'
  return 'isStale' in state && state.isStale ? 'updating' : 'fresh'
}

function lastValue<value>(state: ResourceState<value>): value | undefined {
  return 'value' in state ? state.value : undefined
}
