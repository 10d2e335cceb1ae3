import { Button } from '@latchkey/parts/Button'
import { ListRow } from '@latchkey/parts/ListRow'
import { Notice } from '@latchkey/parts/Notice'
import type { Holding } from '../../../core/account/portfolio/holding.js'
import { getPortfolio } from '../../../core/account/portfolio/portfolio.js'
import { formatBalance } from '../../../core/format/format.js'
import * as fundText from '../../../core/text/fund.js'
import * as payText from '../../../core/text/pay.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useResource } from '../../../ui/hooks/useResource.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { WalletIcon } from '../../../ui/icons/lazyIcons.js'
import { AmountInput, TokenButton } from '../../../ui/parts/amount-field/AmountInput.js'
import { Empty, Failure } from '../../../ui/parts/Empty.js'
import { FullAddress } from '../../../ui/parts/FullAddress.js'
import { Picture } from '../../../ui/parts/Picture.js'
import { Skeleton } from '../../../ui/parts/Skeleton.js'
import { RowList } from '../../../ui/parts/Stack.js'
import { changeAmount, openBlocked, startDeposit } from '../actions/deposit.js'
import {
  type DepositContext,
  findDepositContext,
  getDepositAssets,
  getDepositData,
  keyOf,
  toDepositUnits,
} from '../depositAssets.js'
import { depositStateOf } from '../store.js'

const text = fundText.deposit

/** Public surface §4.11, in US dollars. */
const presets = ['10', '50', '100']

/** Of the amount in tokens. */
const shownDecimals = 4

/** Deposits from an exchange to the visitor's own account. */
export function DepositView() {
  const widget = useWidget()
  const context = useStores(['connection', 'network'], () => findDepositContext(widget))
  if (!context) {
    return (
      <Empty icon={WalletIcon} title={text.notConnected}>
        {text.notConnectedText}
      </Empty>
    )
  }
  return <DepositForm context={context} />
}

type FormProps = { readonly context: DepositContext }

/** The tokens that can be deposited, and the chosen one. */
export function useDepositAssets({ account, network }: DepositContext) {
  const widget = useWidget()
  const portfolio = getPortfolio(widget)
  useResource(portfolio, { address: account.address, network }, { load: true })
  const assetKey = useStore(depositStateOf(widget), (state) => state.assetKey)
  const assets = getDepositAssets(widget, { account, network })
  const token = assets.find((one) => keyOf(one) === assetKey) ?? (assets[0] as Holding)
  return { assets, token }
}

function DepositForm({ context }: FormProps) {
  const widget = useWidget()
  const { navigate } = useActions()
  const { amount } = useStore(depositStateOf(widget), (state) => state)
  const { token } = useDepositAssets(context)
  const change = useAction(changeAmount)
  const key = { network: context.network, token }
  const price = useResource(getDepositData(widget).prices, key, { load: true })
  const rate = 'value' in price ? price.value : undefined
  const units = toDepositUnits(amount, token, rate)
  const hasNoPrice = rate === undefined && price.status !== 'loading' && price.status !== 'absent'
  return (
    <div className="fund">
      <div className="form-card">
        <div className="form-line amount-line">
          <span className="fund-sign" aria-hidden="true">
            $
          </span>
          <AmountInput
            label={text.amount}
            value={amount}
            testId="deposit-amount"
            onChange={(typed) => change.run({ text: typed })}
          />
          <TokenButton
            token={token}
            changeText={text.change}
            selectText={text.select}
            testId="deposit-from-exchange-asset-button"
            onClick={() => navigate({ view: 'PayWithExchangeSelectAsset' })}
          />
        </div>
        <p className="form-line form-facts" role="status" data-testid="deposit-token-amount">
          {hasNoPrice
            ? text.noPrice
            : units !== undefined &&
              text.tokenAmount(formatBalance(units, token.decimals, shownDecimals), token.symbol)}
        </p>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid everywhere */}
        <div className="fund-presets" role="group" aria-label={text.presets}>
          {presets.map((preset) => (
            <button
              key={preset}
              type="button"
              className="fund-preset"
              aria-pressed={amount === preset}
              data-testid={`deposit-preset-${preset}`}
              onClick={() => change.run({ text: preset })}
            >
              ${preset}
            </button>
          ))}
        </div>
      </div>
      <BlockedNotice />
      <Exchanges context={context} token={token} units={units} />
      <p className="fund-to">
        {text.to} <FullAddress address={context.account.address} testId="deposit-to" />
      </p>
    </div>
  )
}

type ExchangesProps = FormProps & {
  readonly token: Holding
  readonly units: bigint | undefined
}

function Exchanges({ context, token, units }: ExchangesProps) {
  const widget = useWidget()
  const { opening } = useStore(depositStateOf(widget), (state) => state)
  const start = useAction(startDeposit)
  const { exchanges } = getDepositData(widget)
  const key = { network: context.network, token }
  const state = useResource(exchanges, key, { load: true })
  const known = 'value' in state ? state.value : undefined
  if (!known && state.status === 'failed') {
    const load = () => exchanges.load(key)
    return <Failure title={text.failedToLoad} text={text.failedToLoadText} onRetry={load} />
  }
  if (!known) return <Skeleton kind="row" />
  if (known.length === 0) {
    return (
      <Empty title={text.none} testId="deposit-no-exchanges">
        {text.noneText}
      </Empty>
    )
  }
  return (
    <RowList label={text.exchanges}>
      {known.map((exchange) => (
        <li key={exchange.id}>
          <ListRow
            image={
              <Picture
                name={exchange.name}
                src={exchange.imageUrl ?? undefined}
                size={40}
                shape="tile"
              />
            }
            title={exchange.name}
            chevron
            busy={opening?.id === exchange.id}
            testId={`exchange-option-${exchange.id}`}
            onClick={() => start.run({ exchange, token, units })}
          />
        </li>
      ))}
    </RowList>
  )
}

function BlockedNotice() {
  const { blocked } = useStore(depositStateOf(useWidget()), (state) => state)
  const open = useAction(openBlocked)
  if (!blocked) return null
  const { name } = blocked.exchange
  return (
    <Notice
      tone="warn"
      urgent
      title={text.blocked(name)}
      testId="deposit-blocked"
      action={
        <Button size="small" testId="deposit-open" onClick={() => open.run()}>
          {payText.progress.openAgain(name)}
        </Button>
      }
    >
      {text.blockedText}
    </Notice>
  )
}
