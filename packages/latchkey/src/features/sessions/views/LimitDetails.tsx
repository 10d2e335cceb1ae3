import { formatBalance, shortenAddress } from '../../../core/format/format.js'
import { formatDuration } from '../../../core/format/time.js'
import { getNetworkById } from '../../../core/network/store.js'
import type {
  AllowanceLimit,
  GrantStatus,
  Limit,
  PeriodLimit,
} from '../../../core/sessions/sessionGrant.js'
import * as sessionsText from '../../../core/text/sessions.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { Detail, Money } from '../../../ui/parts/details/Details.js'
import type { SessionEntry } from '../sessionEntries.js'

const text = sessionsText.list
/** Decimals of amounts: what is left is cut, never rounded up. */
const shownDecimals = 6
/** From here on an amount is no limit; the account's contract counts up to it. */
const unlimited = 2n ** 128n

type LimitDetailsProps = {
  readonly session: SessionEntry
  readonly chain: GrantStatus
}

/** What is left of each limit, as the account's contract counts it. */
export function LimitDetails({ session, chain: { limits, tokens } }: LimitDetailsProps) {
  const { stores, ports } = useWidget()
  const network = useStore(stores.network, (state) => getNetworkById(state, session.network))
  const coin = network?.nativeCurrency ?? { symbol: '', decimals: 18 }
  const tokenOf = ({ token }: AllowanceLimit) => {
    if (token === undefined) return coin
    return tokens[token.toLowerCase()] ?? { symbol: shortenAddress(token), decimals: 0 }
  }
  const toReset = ({ resetsAt }: PeriodLimit) =>
    resetsAt === undefined
      ? undefined
      : text.resets(formatDuration(resetsAt * 1_000 - ports.clock.now()))
  const { calls, rate, fees, sponsor, allowances, contracts } = limits
  return (
    <section className="details session-limits" aria-label={text.limits(session.site.name)}>
      {allowances.map((allowance) => {
        const { symbol, decimals } = tokenOf(allowance)
        const { token = 'native', period } = allowance
        return (
          <Detail key={`${token}:${period}`} name={toName(symbol, period)}>
            <Money
              text={describe(allowance, decimals)}
              worth={toReset(allowance)}
              testId="session-allowance"
            />
          </Detail>
        )
      })}
      <Detail name={text.calls}>
        <Money text={describe(calls, 0)} testId="session-calls" />
      </Detail>
      {rate && (
        <Detail name={text.rate(toPeriod(rate.period))}>
          <Money text={describe(rate, 0)} worth={toReset(rate)} testId="session-rate" />
        </Detail>
      )}
      <Detail name={text.fees}>
        {fees.max === 0n ? (
          sponsor ? (
            text.sponsored
          ) : (
            text.noFees
          )
        ) : (
          <Money text={`${describe(fees, coin.decimals)} ${coin.symbol}`} testId="session-fees" />
        )}
      </Detail>
      {contracts.length > 0 && (
        <Detail name={text.contracts}>
          <span className="session-contracts">
            {contracts.map((address) => (
              <bdi key={address} title={address}>
                {shortenAddress(address)}
              </bdi>
            ))}
          </span>
        </Detail>
      )}
    </section>
  )
}

function describe({ left, max }: Limit, decimals: number): string {
  if (max >= unlimited) return text.unlimited
  const format = (units: bigint) => formatBalance(units, decimals, shownDecimals)
  return text.left(format(left), format(max))
}

function toName(symbol: string, period: number): string {
  return period === 0 ? symbol : text.perPeriod(symbol, toPeriod(period))
}

function toPeriod(period: number): string {
  return sessionsText.periods[period] ?? sessionsText.seconds(period)
}
