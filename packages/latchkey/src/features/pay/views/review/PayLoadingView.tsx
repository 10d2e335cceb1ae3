import { Button } from '@latchkey/parts/Button'
import { ExternalIcon } from '@latchkey/parts/icons'
import type { ReactNode } from 'react'
import { formatExactAmount } from '../../../../core/account/transfer/formatTransfer.js'
import { getConnection } from '../../../../core/connection/store.js'
import { shortenAddress } from '../../../../core/format/format.js'
import { getExplorerUrl } from '../../../../core/network/networkUrls.js'
import type { Payment } from '../../../../core/pay/payment.js'
import type { PayState } from '../../../../core/pay/store.js'
import { getErrorText } from '../../../../core/runtime/errors/interface.js'
import { isWidgetError } from '../../../../core/runtime/errors/WidgetError.js'
import * as payText from '../../../../core/text/pay.js'
import { useActions } from '../../../../ui/hooks/context.js'
import { useAction } from '../../../../ui/hooks/useAction.js'
import { useStores } from '../../../../ui/hooks/useStore.js'
import { ConnectingRing, type RingState } from '../../../../ui/parts/ConnectingRing.js'
import { Link } from '../../../../ui/parts/Link.js'
import { Stack } from '../../../../ui/parts/Stack.js'
import { leaveExchange, openExchangeAgain } from '../../actions/payByExchange.js'
import { useAssetImage, usePayment, useSiteName } from '../usePayment.js'

type ProgressProps = { readonly state: PayState & { readonly payment: Payment } }

/** Public surface §4.14: how far the payment is. */
export function PayLoadingView() {
  const state = usePayment()
  if (!state) return null
  if (state.phase === 'paid') return <Paid state={state} />
  if (state.phase === 'exchange') return <ExchangeProgress state={state} />
  if (state.phase === 'failed' || state.phase === 'ended') return <Failed state={state} />
  return <WalletProgress state={state} />
}

type StatusProps = {
  readonly payment: Payment
  readonly ring: RingState
  readonly title: string
  readonly text?: string | undefined
  readonly testId: string
  /** Shown in the ring instead of the asset. */
  readonly subject?: { readonly name: string; readonly image?: string | undefined } | undefined
  readonly children?: ReactNode
}

function Status({ payment, ring, title, text, testId, subject, children }: StatusProps) {
  const { token, units } = payment
  const tokenImage = useAssetImage(token)
  const { name, image } = subject ?? { name: token.symbol, image: tokenImage }
  return (
    <div className="attempt" data-testid={testId}>
      <ConnectingRing name={name} src={image} state={ring} shape={subject ? 'tile' : 'round'} />
      <div className="attempt-words" role="status">
        <p className={`attempt-title attempt-title-${ring}`}>{title}</p>
        {text && <p className="attempt-text">{text}</p>}
      </div>
      <p className="pay-sum" data-testid="pay-sum">
        <bdi>
          {formatExactAmount(units, token.decimals)} {token.symbol}
        </bdi>
        <span className="pay-label">{payText.pay.on(payment.network.name)}</span>
      </p>
      {children && <Stack gap={8}>{children}</Stack>}
    </div>
  )
}

function WalletProgress({ state }: ProgressProps) {
  const { payment, phase } = state
  const wallet = useStores(
    ['connection'],
    (widget) => getConnection(widget, payment.network.namespace)?.wallet,
  )
  const { approving, approvingText, swapping, swappingText, confirming, confirmingText } =
    payText.progress
  const isApproving = phase !== 'confirming' && wallet !== undefined
  const words =
    phase === 'swapping'
      ? { title: swapping, text: swappingText }
      : { title: approving, text: approvingText }
  return (
    <Status
      payment={payment}
      ring="waiting"
      title={isApproving ? words.title(wallet.name) : confirming}
      text={isApproving ? words.text : confirmingText}
      testId={`pay-${phase}`}
      subject={isApproving ? { name: wallet.name, image: wallet.icon } : undefined}
    />
  )
}

function ExchangeProgress({ state }: ProgressProps) {
  const { payment, sessions } = state
  const [session] = sessions
  const open = useAction(openExchangeAgain)
  const leave = useAction(leaveExchange)
  if (!session) return null
  const { name, imageUrl } = session.exchange
  const text = payText.progress
  const words =
    session.url === undefined
      ? { title: text.opening(name), text: undefined }
      : session.isClosed
        ? { title: text.closed(name), text: text.closedText }
        : { title: text.exchange(name), text: text.exchangeText }
  return (
    <Status
      payment={payment}
      ring="waiting"
      testId="pay-exchange"
      subject={{ name, image: imageUrl ?? undefined }}
      {...words}
    >
      {session.url !== undefined && session.isClosed && (
        <Button icon={ExternalIcon} testId="pay-open-exchange" onClick={() => open.run()}>
          {text.openAgain(name)}
        </Button>
      )}
      {session.url !== undefined && (
        <Button variant="secondary" testId="pay-leave-exchange" onClick={() => leave.run()}>
          {payText.quote.other}
        </Button>
      )}
    </Status>
  )
}

function Paid({ state: { payment, result } }: ProgressProps) {
  const { closeModal } = useActions()
  const site = useSiteName()
  const { network, recipient } = payment
  const link = getExplorerUrl(network, 'transaction', result?.hash)
  const { paid, paidTo, explorer, done } = payText.progress
  return (
    <Status
      payment={payment}
      ring="success"
      title={paid}
      text={paidTo(site || shortenAddress(recipient))}
      testId="pay-paid"
    >
      {link && (
        <p className="pay-link">
          <Link href={link} testId="pay-explorer">
            {explorer(network.explorer?.name ?? '')}
          </Link>
        </p>
      )}
      <Button variant="secondary" testId="pay-done" onClick={() => closeModal()}>
        {done}
      </Button>
    </Status>
  )
}

function Failed({ state: { payment, error } }: ProgressProps) {
  const { navigate } = useActions()
  const { declined, declinedText, failed } = payText.progress
  const isDeclined = isWidgetError(error?.cause, 'connection/user-rejected')
  return (
    <Status
      payment={payment}
      ring={isDeclined ? 'declined' : 'error'}
      title={isDeclined ? declined : failed}
      text={isDeclined ? declinedText : getErrorText(error)}
      testId="pay-failed"
    >
      <Button testId="pay-retry" onClick={() => navigate({ view: 'Pay', how: 'reset' })}>
        {payText.quote.tryAgain}
      </Button>
    </Status>
  )
}
