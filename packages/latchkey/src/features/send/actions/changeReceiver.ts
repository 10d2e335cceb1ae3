import { formatAmount } from '@latchkey/wire/amount'
import * as limits from '../../../core/limits.js'
import { isNative } from '../../../core/portfolio/holding.js'
import type { Widget } from '../../../core/widget.js'
import { coinOf, knownHoldings } from '../holdings.js'
import { currentPlace, transfersOf } from '../place.js'
import type { FoundReceiver } from '../readReceiver.js'
import { type SendState, sendStoreOf } from '../store.js'

export type ChangeReceiverParameters = {
  readonly text: string
  /** Typing goes on; anything else is complete when it comes. */
  readonly isTyped?: boolean | undefined
  readonly signal: AbortSignal
}

const nobody = {
  receiverAddress: undefined,
  receiverProfileName: undefined,
  receiverProfileImageUrl: undefined,
  receiverWarning: undefined,
  receiverFault: undefined,
}

/** Takes what stands in the address box and finds out whom that is. A failure keeps the text. */
export async function changeReceiver(
  widget: Widget,
  { text, isTyped = false, signal }: ChangeReceiverParameters,
): Promise<void> {
  const store = sendStoreOf(widget)
  const wanted = text.trim()
  store.set({ ...nobody, receiverText: text, isReadingReceiver: wanted !== '' })
  if (wanted === '') return
  const tell = (change: Partial<SendState>) => {
    // Somebody else may have written in the box meanwhile.
    const isCurrent = !signal.aborted && store.get().receiverText === text
    if (isCurrent) store.set({ isReadingReceiver: false, ...change })
  }
  try {
    if (isTyped) await widget.ports.clock.sleep(limits.typingPause, signal)
    const { network, account } = currentPlace(widget)
    const reading = await transfersOf(widget, network)
    const { readReceiver } = await import('../readReceiver.js')
    const found = await readReceiver(widget, { text: wanted, network, reading, signal })
    const coin = coinOf(knownHoldings(widget, { network, account }))
    tell({ ...asked(store.get(), found, coin), ...toState(found) })
  } catch (error) {
    signal.throwIfAborted()
    tell({ receiverFault: error })
  }
}

function toState({ address, name, image, warning }: FoundReceiver): Partial<SendState> {
  return {
    receiverAddress: address,
    receiverProfileName: name,
    receiverProfileImageUrl: image,
    receiverWarning: warning,
  }
}

/** A payment request's amount is taken over where the coin is, or can be, the one to send. */
function asked(
  form: SendState,
  { units }: FoundReceiver,
  coin: SendState['token'],
): Partial<SendState> {
  const token = form.token ?? coin
  if (units === undefined || !token || !isNative(token)) return {}
  return { token, sendTokenAmount: formatAmount(units, token.decimals), fiatAmount: undefined }
}
