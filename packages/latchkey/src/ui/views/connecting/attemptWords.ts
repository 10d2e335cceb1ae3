import { toWidgetError } from '../../../core/runtime/errors/interface.js'
import { isWidgetError } from '../../../core/runtime/errors/WidgetError.js'
import * as connectingText from '../../../core/text/connecting.js'
import type { RingState } from '../../parts/connecting-ring/ConnectingRing.js'

export type AttemptWords = {
  readonly state: RingState
  readonly title: string
  readonly text: string
}

/** What to tell somebody whose connection to `wallet` failed. */
export function failedConnection(error: unknown, wallet: string): AttemptWords {
  const text = connectingText.connecting
  if (isWidgetError(error, 'connection/user-rejected')) {
    return { state: 'declined', title: text.declinedTitle, text: text.declinedText }
  }
  if (isWidgetError(error, 'wallet/busy')) {
    return { state: 'error', title: text.busyTitle, text: text.busyText(wallet) }
  }
  if (isWidgetError(error, 'wallet/timeout')) {
    return { state: 'error', title: text.timeoutTitle, text: text.timeoutText(wallet) }
  }
  return { state: 'error', title: text.failedTitle, text: reasonOf(error) }
}

/** An error of ours in its own words; of anything else only that it happened. */
export function reasonOf(error: unknown): string {
  return toWidgetError(error).message
}
