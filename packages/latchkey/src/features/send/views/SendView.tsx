import { Button } from '@latchkey/parts/Button'
import { icon } from '@latchkey/parts/icons'
import { useEffect } from 'react'
import { formatBalance } from '../../../core/format/format.js'
import type { ViewParams } from '../../../core/modal/views.js'
import { isWidgetError } from '../../../core/runtime/errors/WidgetError.js'
import * as sendText from '../../../core/text/send.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { WalletIcon } from '../../../ui/icons/lazyIcons.js'
import { Empty } from '../../../ui/parts/Empty.js'
import { openReview, openSend } from '../actions/openSend.js'
import { safeParseAmount } from '../amount.js'
import { findHolding, type SendContext } from '../sendContext.js'
import { type SendState, sendStateOf } from '../store.js'
import { AmountField } from './AmountField.js'
import { loadNextViews } from './lazyViews.js'
import { RecipientField } from './RecipientField.js'
import { useHoldings, useSendContext } from './useSendContext.js'

const ArrowDownIcon = /* @__PURE__ */ icon('M10 4v11.5M5 11l5 4.5 5-4.5')

type SendViewProps = { readonly params: ViewParams['WalletSend'] }

export function SendView({ params }: SendViewProps) {
  const context = useSendContext()
  if (context) return <SendForm key={formKey(context)} context={context} params={params} />
  const { notConnectedTitle, notConnectedText } = sendText.form
  return (
    <Empty icon={WalletIcon} title={notConnectedTitle}>
      {notConnectedText}
    </Empty>
  )
}

const formKey = ({ account, network }: SendContext) => `${network.id}:${account.address}`

function SendForm({ context, params }: SendViewProps & { readonly context: SendContext }) {
  const form = useStore(sendStateOf(useWidget()), (state) => state)
  const { run: open } = useAction(openSend)
  const review = useAction(openReview)
  const holdings = useHoldings(context)
  useEffect(() => {
    open({ params })
  }, [open, params])

  useEffect(() => {
    loadNextViews().catch(() => undefined) // retried when the view opens
  }, [])

  const known = ('value' in holdings && holdings.value) || []
  const token = form.token && (findHolding(known, form.token) ?? form.token)
  const readiness = readinessOf(form, token?.units ?? 0n)
  const isShort = readiness === 'insufficient'
  return (
    <div className="send">
      <div className="send-cards">
        <AmountField
          form={form}
          token={token}
          problem={
            isShort && token
              ? sendText.form.tooMuch(
                  `${formatBalance(token.units, token.decimals)} ${token.symbol}`,
                )
              : undefined
          }
        />
        <span className="form-arrow">
          <ArrowDownIcon />
        </span>
        <RecipientField form={form} network={context.network} />
      </div>
      <Button
        testId="send-preview-button"
        disabled={readiness !== 'ready'}
        busy={readiness === 'resolving-recipient' || review.status === 'running'}
        onClick={() => review.run()}
      >
        {sendText.buttons[readiness]}
      </Button>
    </div>
  )
}

/** What is still missing before a transfer can be reviewed, the first of several (public surface §4.7). */
type Readiness =
  | 'no-token'
  | 'bad-amount'
  | 'no-amount'
  | 'insufficient'
  | 'no-recipient'
  | 'resolving-recipient'
  | 'bad-recipient'
  | 'unknown-recipient'
  | 'ready'

function readinessOf(form: SendState, balance: bigint): Readiness {
  const { token, sendTokenAmount, fiatAmount } = form
  if (!token) return 'no-token'
  const typed = fiatAmount ?? sendTokenAmount
  const amount = safeParseAmount(sendTokenAmount, token.decimals)
  if (typed !== '' && !amount) return 'bad-amount'
  if (!amount) return 'no-amount'
  if (amount.units > balance) return 'insufficient'
  if (form.recipientText.trim() === '') return 'no-recipient'
  if (form.isResolvingRecipient) return 'resolving-recipient'
  if (form.receiverAddress !== undefined) return 'ready'
  // A failed lookup does not mean that the name is invalid.
  const isInvalid = isWidgetError(form.recipientError, 'send/invalid-receiver')
  return isInvalid ? 'bad-recipient' : 'unknown-recipient'
}
