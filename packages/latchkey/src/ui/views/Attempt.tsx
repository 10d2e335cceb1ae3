import type { ReactNode } from 'react'
import { getErrorText } from '../../core/runtime/errors/interface.js'
import { isWidgetError } from '../../core/runtime/errors/WidgetError.js'
import * as connectingText from '../../core/text/connecting.js'
import { ConnectingRing, type RingState } from '../parts/ConnectingRing.js'
import { Stack } from '../parts/Stack.js'

export type AttemptProps = {
  readonly name: string
  readonly image?: string | undefined
  readonly shape?: 'tile' | 'round'
  readonly state: RingState
  readonly title: string
  readonly text?: string | undefined
  /** Buttons below, the most useful first. */
  readonly children?: ReactNode
}

/** A request in the wallet: what to do there, and its result. */
export function Attempt({ name, image, shape, state, title, text, children }: AttemptProps) {
  return (
    <div className="attempt">
      <ConnectingRing name={name} src={image} state={state} {...(shape && { shape })} />
      <div className="attempt-words" role="status">
        <p className={`attempt-title attempt-title-${state}`}>{title}</p>
        {text && <p className="attempt-text">{text}</p>}
      </div>
      {children && <Stack gap={8}>{children}</Stack>}
    </div>
  )
}

export type AttemptStatus = {
  readonly state: RingState
  readonly title: string
  readonly text: string
}

/** The status of a failed connection to `wallet`. */
export function toFailedStatus(error: unknown, wallet: string): AttemptStatus {
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
  return { state: 'error', title: text.failedTitle, text: getErrorText(error) }
}
