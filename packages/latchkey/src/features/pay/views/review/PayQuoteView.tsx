import { Button } from '@latchkey/parts/Button'
import { useEffect } from 'react'
import { fundsOf, isFunded } from '../../../../core/account/transfer/estimateTransfer.js'
import { formatExactAmount } from '../../../../core/account/transfer/formatTransfer.js'
import { type Connected, getConnection } from '../../../../core/connection/store.js'
import { formatBalance, shortenAddress } from '../../../../core/format/format.js'
import type { Payment } from '../../../../core/pay/payment.js'
import { isInProgress, type PayState } from '../../../../core/pay/store.js'
import * as payText from '../../../../core/text/pay.js'
import { useActions } from '../../../../ui/hooks/context.js'
import { useAction } from '../../../../ui/hooks/useAction.js'
import { useStores } from '../../../../ui/hooks/useStore.js'
import { Detail, Money } from '../../../../ui/parts/details/Details.js'
import { FullAddress } from '../../../../ui/parts/FullAddress.js'
import { WalletImage } from '../../../../ui/parts/Picture.js'
import { Skeleton } from '../../../../ui/parts/Skeleton.js'
import { Stack } from '../../../../ui/parts/Stack.js'
import { estimatePayment, payFromWallet } from '../../actions/payFromWallet.js'
import { isSourceReady, type PaySource } from '../../paySource.js'
import { PayHead } from '../PayHead.js'
import { usePayment, useSiteName } from '../usePayment.js'
import { PayObstacle } from './PayObstacle.js'
import {
  PaySourceButton,
  roundFee,
  SwapLines,
  useHasOtherTokens,
  usePaySource,
} from './PaySource.js'

/** Public surface §4.14: the review of a payment from a wallet. */
export function PayQuoteView() {
  const state = usePayment()
  const connection = useStores(
    ['connection'],
    (widget) => state && getConnection(widget, state.payment.network.namespace),
  )
  const { goBack } = useActions()
  const isGone = connection === undefined
  useEffect(() => {
    if (isGone) goBack()
  }, [isGone, goBack])
  return state && connection ? <Quote state={state} connection={connection} /> : null
}

type QuoteProps = {
  readonly state: PayState & { readonly payment: Payment }
  readonly connection: Connected
}

function Quote({ state, connection }: QuoteProps) {
  const { payment, estimate } = state
  const { token, units, choice } = payment
  const { run: runEstimate, ...estimating } = useAction(estimatePayment, { quiet: true })
  const { address } = connection.active
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has other balances
  useEffect(() => {
    runEstimate()
  }, [runEstimate, address])
  const pay = useAction(payFromWallet)
  const source = usePaySource(payment)
  const hasOthers = useHasOtherTokens(payment)
  const isEstimateFailed = !source && estimating.status === 'failed'
  const isReady = source
    ? isSourceReady(source)
    : isFunded({ token, units, estimate }) && !isEstimateFailed
  const isBlocked = !isReady || (estimate?.withheld ?? 0n) > 0n || state.inFlight.length > 0
  const amount = `${formatExactAmount(units, token.decimals)} ${token.symbol}`
  return (
    <Stack gap={16}>
      <PayHead payment={payment} />
      <Parties state={state} connection={connection} source={source} hasOthers={hasOthers} />
      <Order state={state} source={source} isEstimating={estimating.status === 'running'} />
      <PayObstacle
        state={state}
        source={source}
        hasOthers={hasOthers}
        error={isEstimateFailed ? estimating.error : undefined}
        onEstimate={() => runEstimate()}
        onPayAgain={() => pay.run({ ignoredEntryIds: state.inFlight })}
      />
      <Button
        testId="pay-confirm"
        busy={isInProgress(state)}
        disabled={isBlocked}
        onClick={() => pay.run()}
      >
        {isInProgress(state)
          ? payText.quote.checking
          : `${payText.quote.confirm[choice]} ${amount}`}
      </Button>
    </Stack>
  )
}

type PartiesProps = QuoteProps & {
  readonly source: PaySource | undefined
  readonly hasOthers: boolean
}

/** Who pays, with what, and who is paid. */
function Parties({ state, connection, source, hasOthers }: PartiesProps) {
  const { payment, estimate } = state
  const { wallet, active } = connection
  const { symbol, decimals, units } = source?.token ?? {
    ...payment.token,
    units: estimate?.balance,
  }
  const owned = units !== undefined && `${formatBalance(units, decimals)} ${symbol}`
  const site = useSiteName()
  const { lead, to, balance } = payText.quote
  return (
    <section className="pay-parties">
      <div className="pay-party">
        <WalletImage name={wallet.name} src={wallet.icon} />
        <span className="pay-party-text">
          <span className="pay-label">{lead}</span>
          <span className="pay-name">{wallet.name}</span>
          <span className="pay-label pay-account">
            <span>{shortenAddress(active.address)}</span>
            {owned && <span>{balance(owned)}</span>}
          </span>
        </span>
        {(hasOthers || source) && <PaySourceButton payment={payment} source={source} />}
      </div>
      <div className="pay-party">
        <span className="pay-party-text">
          <span className="pay-label">{to}</span>
          {site !== '' && (
            <bdi className="pay-name" data-testid="pay-site">
              {site}
            </bdi>
          )}
          <FullAddress address={payment.recipient} testId="pay-recipient" />
        </span>
      </div>
    </section>
  )
}

type OrderProps = Pick<QuoteProps, 'state'> & {
  readonly source: PaySource | undefined
  readonly isEstimating: boolean
}

/** The amount and what it costs. */
function Order({ state, source, isEstimating }: OrderProps) {
  const { details, pay } = payText.quote
  const { units, token } = state.payment
  return (
    <section className="details" aria-label={details}>
      <Detail name={pay}>
        <Money
          text={`${formatExactAmount(units, token.decimals)} ${token.symbol}`}
          testId="pay-order-amount"
        />
      </Detail>
      {source ? <SwapLines source={source} /> : <Costs state={state} isEstimating={isEstimating} />}
    </section>
  )
}

/** The fee and the total. */
function Costs({ state, isEstimating }: Omit<OrderProps, 'source'>) {
  const { payment, estimate } = state
  const { network, token, units } = payment
  const coin = network.nativeCurrency
  const { deposit = 0n } = estimate ?? {}
  const isInToken = fundsOf({ token, units, estimate }) === 'fee-in-token'
  const fee =
    isInToken || estimate?.fee === undefined ? undefined : roundFee(estimate.fee - deposit)
  const price = `${formatExactAmount(units, token.decimals)} ${token.symbol}`
  const amount = isInToken ? payText.quote.plusFee(price) : price
  const inCoin = (value: bigint) => `${formatExactAmount(value, coin.decimals)} ${coin.symbol}`
  const isCoin = token.address === undefined
  const { fee: feeName, feeUpTo, feeInToken, deposit: opens, total, plus, unknown } = payText.quote
  return (
    <>
      <Detail name={feeName}>
        {fee !== undefined ? (
          <Money text={feeUpTo(inCoin(fee))} testId="pay-fee" />
        ) : isEstimating ? (
          <span className="details-wait">
            <Skeleton kind="text" />
          </span>
        ) : isInToken ? (
          feeInToken
        ) : (
          unknown
        )}
      </Detail>
      {deposit > 0n && (
        <Detail name={opens}>
          <Money text={inCoin(deposit)} testId="pay-deposit" />
        </Detail>
      )}
      <Detail name={total} isTotal>
        <Money
          text={isCoin && fee !== undefined ? inCoin(units + fee) : amount}
          worth={isCoin || fee === undefined ? undefined : plus(inCoin(fee + deposit))}
          testId="pay-total"
        />
      </Detail>
    </>
  )
}
