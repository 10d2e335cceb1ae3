import { CopyIcon, ExternalIcon } from '@latchkey/parts/icons'
import { isSameAddress } from '@latchkey/wire/lookAlike'
import { type ReactNode, useRef } from 'react'
import { type Holding, isNative } from '../../../core/account/portfolio/holding.js'
import { getPortfolio } from '../../../core/account/portfolio/portfolio.js'
import { formatFiat, getWorth, worthDecimals } from '../../../core/account/portfolio/worth.js'
import { type Connected, getConnection } from '../../../core/connection/store.js'
import { formatBalance, shortenAddress } from '../../../core/format/format.js'
import type { TokenKey, ViewParams } from '../../../core/modal/views.js'
import type { Network } from '../../../core/network/network.js'
import { getExplorerUrl } from '../../../core/network/networkUrls.js'
import { getActiveNetwork } from '../../../core/network/store.js'
import * as limits from '../../../core/runtime/limits.js'
import * as accountText from '../../../core/text/account.js'
import { tokenText } from '../../../core/text/token.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useOpenBuy, useOpenSend, useOpenSwap } from '../../../ui/hooks/useAccountActions.js'
import { useResource } from '../../../ui/hooks/useResource.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { CardIcon, ReceiveIcon, SendIcon, SwapIcon } from '../../../ui/icons/lazyIcons.js'
import { type ActionButton, ActionButtons } from '../../../ui/parts/ActionButtons.js'
import { Badge } from '../../../ui/parts/Badge.js'
import { Empty } from '../../../ui/parts/Empty.js'
import { Lazy, lazyComponent } from '../../../ui/parts/Lazy.js'
import { IconLink } from '../../../ui/parts/Link.js'
import { NetworkImage, Picture } from '../../../ui/parts/Picture.js'
import { Skeleton } from '../../../ui/parts/Skeleton.js'

const loadActivity = lazyComponent(
  () => import('../../activity/views/index.js'),
  ({ TransactionsView }) => TransactionsView,
)

/** Price, balance, actions and activity of one token of the account. */
export function TokenView({ params: { token } }: { readonly params: ViewParams['Token'] }) {
  const connection = useStores(['connection', 'network'], (widget) => getConnection(widget))
  const network = useStore(useWidget().stores.network, (state) => getActiveNetwork(state))
  if (!connection || !network || network.id !== token.networkId) return <TokenGone />
  return <AccountToken connection={connection} network={network} token={token} />
}

type AccountTokenProps = {
  readonly connection: Connected
  readonly network: Network
  readonly token: TokenKey
}

function AccountToken({ connection, network, token }: AccountTokenProps) {
  const { address } = connection.active
  const portfolio = useResource(getPortfolio(useWidget()), { address, network }, { load: true })
  const holdings = 'value' in portfolio ? portfolio.value : undefined
  const found = holdings?.find((holding) => isToken(holding, token))
  // Stays visible when the last of it was just sent.
  const known = useRef(found)
  if (found) known.current = found
  const holding = found ?? (known.current && { ...known.current, units: 0n })
  if (holding) {
    return <TokenPage connection={connection} network={network} holding={holding} />
  }
  return holdings || portfolio.status === 'failed' ? (
    <TokenGone />
  ) : (
    <Skeleton kind="row" count={5} />
  )
}

function isToken({ address }: Holding, token: TokenKey): boolean {
  if (address === undefined || token.address === undefined) return address === token.address
  return isSameAddress(address, token.address)
}

function TokenGone() {
  const { goBack } = useActions()
  return (
    <Empty
      title={tokenText.goneTitle}
      action={{ label: tokenText.back, onClick: () => goBack() }}
      testId="token-gone"
    >
      {tokenText.goneText}
    </Empty>
  )
}

type TokenPageProps = {
  readonly connection: Connected
  readonly network: Network
  readonly holding: Holding
}

function TokenPage({ connection, network, holding }: TokenPageProps) {
  const hasActivity = useStore(
    useWidget().stores.settings,
    ({ remoteFeatures }) => remoteFeatures.activity,
  )
  const { name, symbol, decimals, units, icon } = holding
  const amount = formatBalance(units, decimals, limits.holdingDecimals)
  const worth = getWorth(holding)
  const isLong = amount.length + symbol.length > longAmount
  return (
    <div className="token-page" data-testid="token-page">
      <div className="token-head">
        <Picture name={symbol} src={icon} size={56} shape="round" />
        <p className="token-name" dir="auto">
          {name}
        </p>
        <p className={isLong ? 'token-figure token-figure-long' : 'token-figure'}>
          <span className="visually-hidden">{tokenText.balance} </span>
          <bdi data-testid="token-balance">
            {amount} <span className="token-figure-symbol">{symbol}</span>
          </bdi>
        </p>
        {worth !== undefined && (
          <p className="token-value" data-testid="token-worth">
            {formatFiat(worth, worthDecimals)}
          </p>
        )}
      </div>
      <TokenActions connection={connection} holding={holding} />
      <TokenDetails network={network} holding={holding} />
      {hasActivity && (
        <section className="token-activity">
          <h2 className="token-heading">{tokenText.activity}</h2>
          <Lazy load={loadActivity} params={symbol} />
        </section>
      )}
    </div>
  )
}

/** Longer amounts get a smaller font, to fit in one line. */
const longAmount = 14

function TokenActions({ connection, holding }: Pick<TokenPageProps, 'connection' | 'holding'>) {
  const { navigate } = useActions()
  const openSend = useOpenSend(connection)
  const openSwap = useOpenSwap(connection)
  const canReceive = useStore(useWidget().stores.settings, ({ features }) => features.receive)
  const openBuy = useOpenBuy()
  const { onramp, swaps, receive, send } = accountText.features
  const buttons: ActionButton[] = []
  if (openBuy) {
    const onClick = () => openBuy({ token: `${holding.networkId}:${holding.symbol}` })
    buttons.push({ icon: CardIcon, label: onramp, testId: 'token-buy', onClick })
  }
  if (openSwap) {
    const onClick = () => openSwap(holding)
    buttons.push({ icon: SwapIcon, label: swaps, testId: 'token-swap', onClick })
  }
  if (canReceive) {
    const onClick = () => navigate({ view: 'WalletReceive', params: undefined })
    buttons.push({ icon: ReceiveIcon, label: receive, testId: 'token-receive', onClick })
  }
  if (openSend) {
    const onClick = () => openSend(holding)
    buttons.push({ icon: SendIcon, label: send, testId: 'token-send', onClick })
  }
  return <ActionButtons buttons={buttons} />
}

function TokenDetails({ network, holding }: Pick<TokenPageProps, 'network' | 'holding'>) {
  const { price, isPriceStale } = holding
  return (
    <dl className="token-facts" aria-label={tokenText.details}>
      <Fact name={tokenText.price}>
        <bdi data-testid="token-price">
          {price === undefined ? tokenText.unknownPrice : formatPrice(price)}
        </bdi>
        {isPriceStale && <Badge>{tokenText.oldPrice}</Badge>}
      </Fact>
      <Fact name={tokenText.network}>
        <NetworkImage name={network.name} src={network.imageUrl} size={20} />
        {network.name}
      </Fact>
      {!isNative(holding) && <Contract network={network} address={holding.address ?? ''} />}
    </dl>
  )
}

/** Prices below a dollar have few digits before they matter. */
function formatPrice(price: number): string {
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency: 'USD',
    ...(price < 1 ? { maximumSignificantDigits: 4 } : {}),
  }).format(price)
}

function Contract({ network, address }: { readonly network: Network; readonly address: string }) {
  const { copyText } = useActions()
  const explorer = getExplorerUrl(network, 'token', address)
  const short = shortenAddress(address)
  return (
    <Fact name={tokenText.contract}>
      <button
        type="button"
        className="token-copy"
        aria-label={tokenText.copyContract(short)}
        title={address}
        onClick={() => copyText({ text: address, done: tokenText.contractCopied })}
      >
        <bdi className="mono">{short}</bdi>
        <CopyIcon size={16} />
      </button>
      {explorer && <IconLink icon={ExternalIcon} label={tokenText.explorer} href={explorer} />}
    </Fact>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="token-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
