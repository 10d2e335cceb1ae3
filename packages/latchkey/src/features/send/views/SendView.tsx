import { useEffect } from 'react'
import { formatBalance } from '../../../core/format/balance.js'
import type { ViewParams } from '../../../core/modal/views.js'
import { isWidgetError } from '../../../core/runtime/errors/WidgetError.js'
import * as sendText from '../../../core/text/send.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { WalletIcon } from '../../../ui/icons/index.js'
import { Button } from '../../../ui/parts/button/Button.js'
import { Empty } from '../../../ui/parts/empty/Empty.js'
import { openReview, openSend } from '../actions/openSend.js'
import { readAmount } from '../amount.js'
import { findHolding, type SendContext } from '../sendContext.js'
import { type SendState, sendStateOf } from '../store.js'
import { AmountField } from './AmountField.js'
import { ArrowDownIcon } from './icons.js'
import { loadRest } from './laterViews.js'
import { ReceiverField } from './ReceiverField.js'
import { useHoldings, usePlace } from './usePlace.js'

type SendViewProps = { readonly params: ViewParams['WalletSend'] }

export function SendView({ params }: SendViewProps) {
  const place = usePlace()
  if (place) return <SendForm key={formKey(place)} place={place} params={params} />
  const { notConnectedTitle, notConnectedText } = sendText.form
  return (
    <Empty icon={WalletIcon} title={notConnectedTitle}>
      {notConnectedText}
    </Empty>
  )
}

const formKey = ({ account, network }: SendContext) => `${network.id}:${account.address}`

function SendForm({ place, params }: SendViewProps & { readonly place: SendContext }) {
  const form = useStore(sendStateOf(useWidget()), (state) => state)
  const { run: open } = useAction(openSend)
  const review = useAction(openReview)
  const holdings = useHoldings(place)
  useEffect(() => {
    open({ params })
  }, [open, params])

  useEffect(() => {
    loadRest().catch(() => undefined) // tried again, and told of, when it is shown
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
        <span className="send-arrow">
          <ArrowDownIcon />
        </span>
        <ReceiverField form={form} network={place.network} />
      </div>
      <Button
        testId="send-preview-button"
        disabled={readiness !== 'ready'}
        busy={readiness === 'reading-receiver' || review.status === 'running'}
        onPress={() => review.run()}
      >
        {sendText.buttons[readiness]}
      </Button>
    </div>
  )
}

/** What is still missing before a transfer can be reviewed, the first thing first (public surface §4.7). */
type Readiness =
  | 'no-token'
  | 'bad-amount'
  | 'no-amount'
  | 'insufficient'
  | 'no-receiver'
  | 'reading-receiver'
  | 'bad-receiver'
  | 'unknown-receiver'
  | 'ready'

function readinessOf(form: SendState, balance: bigint): Readiness {
  const { token, sendTokenAmount, fiatAmount } = form
  if (!token) return 'no-token'
  const typed = fiatAmount ?? sendTokenAmount
  const amount = readAmount(sendTokenAmount, token.decimals)
  if (typed !== '' && !amount) return 'bad-amount'
  if (!amount) return 'no-amount'
  if (amount.units > balance) return 'insufficient'
  if (form.receiverText.trim() === '') return 'no-receiver'
  if (form.isReadingReceiver) return 'reading-receiver'
  if (form.receiverAddress !== undefined) return 'ready'
  // Where nobody could tell whose name it is, nothing is wrong with the name.
  const isWrong = isWidgetError(form.receiverFault, 'send/invalid-receiver')
  return isWrong ? 'bad-receiver' : 'unknown-receiver'
}
