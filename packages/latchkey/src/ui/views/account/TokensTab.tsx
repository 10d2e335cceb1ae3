import { Button } from '@latchkey/parts/Button'
import { ListRow } from '@latchkey/parts/ListRow'
import { Notice } from '@latchkey/parts/Notice'
import type { Holding } from '../../../core/account/portfolio/holding.js'
import {
  compareWorth,
  formatFiat,
  getWorth,
  worthDecimals,
} from '../../../core/account/portfolio/worth.js'
import { formatBalance } from '../../../core/format/format.js'
import * as limits from '../../../core/runtime/limits.js'
import * as accountText from '../../../core/text/account.js'
import { useActions } from '../../hooks/context.js'
import { FundRows } from '../../parts/FundRows.js'
import { Skeleton } from '../../parts/Skeleton.js'
import { RowList, Stack } from '../../parts/Stack.js'
import { TokenImage } from '../../parts/TokenImage.js'
import type { Holdings } from './useHoldings.js'
import { withLineBreaks } from './Worth.js'

/** Coin and tokens with their values. */
export function TokensTab({ holdings }: { readonly holdings: Holdings }) {
  const { navigate } = useActions()
  const openToken = ({ networkId, address, symbol }: Holding) =>
    navigate({ view: 'Token', params: { token: { networkId, address, symbol } } })
  const { portfolio } = holdings
  const all = 'value' in portfolio ? portfolio.value : undefined
  const text = accountText.tokens
  if (!all && portfolio.status !== 'failed') return <Skeleton kind="row" count={3} />
  const held = all?.filter(({ units }) => units > 0n).sort(compareWorth) ?? []
  return (
    <Stack gap={8}>
      {portfolio.status === 'failed' && (
        <Notice
          tone="warn"
          title={all ? text.oldTitle : text.failedTitle}
          action={<Retry holdings={holdings} />}
        >
          {text.failedText}
        </Notice>
      )}
      {all && held.length === 0 && <NoTokens title={text.emptyTitle} body={text.emptyText} />}
      {held.length > 0 && (
        <RowList label={text.list}>
          {held.map((holding) => (
            <li key={holding.address ?? ''}>
              <TokenRow holding={holding} onClick={() => openToken(holding)} />
            </li>
          ))}
        </RowList>
      )}
    </Stack>
  )
}

/** Test networks have no balances (specification §5). */
export function TestTokens() {
  const { testText, testTitle } = accountText.tokens
  return <NoTokens title={testTitle} body={testText} />
}

function NoTokens({ title, body }: { readonly title: string; readonly body: string }) {
  return (
    <div className="tokens-empty">
      <p className="tokens-empty-title">{title}</p>
      <p className="tokens-empty-text">{body}</p>
      <FundRows testIds="w3m-account" />
    </div>
  )
}

function TokenRow({
  holding,
  onClick,
}: {
  readonly holding: Holding
  readonly onClick: (() => void) | undefined
}) {
  const { name, symbol, decimals, units, icon } = holding
  const worth = getWorth(holding)
  return (
    <ListRow
      image={<TokenImage symbol={symbol} src={icon} />}
      title={name}
      subtitle={
        <bdi className="token-amount">
          {withLineBreaks(formatBalance(units, decimals, limits.holdingDecimals))} {symbol}
        </bdi>
      }
      trailing={worth !== undefined && <TokenWorth worth={worth} />}
      onClick={onClick}
    />
  )
}

function TokenWorth({ worth }: { readonly worth: bigint }) {
  return <bdi className="token-worth">{withLineBreaks(formatFiat(worth, worthDecimals))}</bdi>
}

/** A retry button that counts down until it is enabled. */
function Retry({ holdings }: { readonly holdings: Holdings }) {
  const { isRefreshing, refresh, secondsBlocked } = holdings
  const { retry, retryIn } = accountText.tokens
  return (
    <Button
      variant="secondary"
      size="small"
      busy={isRefreshing}
      disabled={secondsBlocked !== undefined}
      onClick={refresh}
      testId="balances-retry"
    >
      {secondsBlocked === undefined ? retry : retryIn(secondsBlocked)}
    </Button>
  )
}
