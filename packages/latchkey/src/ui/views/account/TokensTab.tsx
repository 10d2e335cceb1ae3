import { Button } from '@latchkey/parts/Button'
import { ListRow, RowIcon } from '@latchkey/parts/ListRow'
import { Notice } from '@latchkey/parts/Notice'
import type { Holding } from '../../../core/account/portfolio/holding.js'
import {
  compareWorth,
  formatFiat,
  getWorth,
  worthDecimals,
} from '../../../core/account/portfolio/worth.js'
import type { Connected } from '../../../core/connection/store.js'
import { formatBalance } from '../../../core/format/format.js'
import { getActiveNetwork } from '../../../core/network/store.js'
import * as limits from '../../../core/runtime/limits.js'
import * as accountText from '../../../core/text/account.js'
import { useActions, useWidget } from '../../hooks/context.js'
import { useStore } from '../../hooks/useStore.js'
import { ReceiveIcon } from '../../icons/lazyIcons.js'
import { Skeleton } from '../../parts/Skeleton.js'
import { RowList, Stack } from '../../parts/Stack.js'
import { TokenImage } from '../../parts/TokenImage.js'
import type { Holdings } from './useHoldings.js'
import { withLineBreaks } from './Worth.js'

type TokensTabProps = { readonly connection: Connected; readonly holdings: Holdings }

/** Coin and tokens with their values. */
export function TokensTab({ connection, holdings }: TokensTabProps) {
  const openSend = useOpenSend(connection)
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
              <TokenRow
                holding={holding}
                onClick={openSend && (() => openSend(holding.address ?? 'native'))}
              />
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
  const { stores } = useWidget()
  const { navigate } = useActions()
  const canReceive = useStore(stores.settings, ({ features }) => features.receive)
  const text = accountText.tokens
  return (
    <div className="tokens-empty">
      <p className="tokens-empty-title">{title}</p>
      <p className="tokens-empty-text">{body}</p>
      {canReceive && (
        <ListRow
          image={<RowIcon icon={ReceiveIcon} tone="accent" />}
          title={text.receive}
          subtitle={text.receiveText}
          chevron
          testId="receive-funds"
          onClick={() => navigate({ view: 'WalletReceive', params: undefined })}
        />
      )}
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

/** Opens Send, optionally with a token; undefined if sending is not possible. */
export function useOpenSend({
  active,
}: Connected): ((token?: string | undefined) => void) | undefined {
  const { sessions, stores } = useWidget()
  const { navigate, recordEvent } = useActions()
  const network = useStore(stores.network, (state) => getActiveNetwork(state))
  const isOn = useStore(stores.settings, ({ features }) => features.send)
  if (!isOn || !network || !sessions.get(active.namespace)?.transfer) return undefined
  return (token) => {
    const isSmartAccount = active.type === 'smartAccount'
    recordEvent({ event: 'OPEN_SEND', properties: { isSmartAccount, network: network.id } })
    navigate({ view: 'WalletSend', params: { token } })
  }
}
