import type { ReactNode } from 'react'
import { ConnectingRing, type RingState } from '../parts/connecting-ring/ConnectingRing.js'
import { Stack } from '../parts/stack/Stack.js'

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

/** Something the visitor has to settle in their wallet: what to do there, and what became of it. */
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
