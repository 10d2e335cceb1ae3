import { CheckIcon, CloseIcon, ErrorIcon } from '@latchkey/parts/icons'
import type { ReactNode } from 'react'
import { modalText } from '../../core/text/modal.js'
import { Picture } from './Picture.js'

export type RingState = 'waiting' | 'declined' | 'error' | 'success'

export type ConnectingRingProps = {
  readonly name: string
  readonly src?: string | undefined
  readonly state: RingState
  /** Networks are round. */
  readonly shape?: 'tile' | 'round'
  /** Replaces the picture. */
  readonly children?: ReactNode
}

const marks = { waiting: undefined, declined: CloseIcon, error: ErrorIcon, success: CheckIcon }

/** The wallet's picture inside a ring that shows the state of the attempt. */
export function ConnectingRing(props: ConnectingRingProps) {
  const { name, src, state, shape = 'tile', children } = props
  const Mark = marks[state]
  return (
    <div
      className={`ring ring-${state} ring-${shape}`}
      role="img"
      aria-label={modalText.shell.ring[state](name)}
    >
      <svg className="ring-line" width="96" height="96" viewBox="0 0 96 96" aria-hidden="true">
        <rect
          className="ring-track"
          x="2"
          y="2"
          width="92"
          height="92"
          rx={shape === 'tile' ? 26 : 46}
          pathLength="100"
        />
        <rect
          className="ring-run"
          x="2"
          y="2"
          width="92"
          height="92"
          rx={shape === 'tile' ? 26 : 46}
          pathLength="100"
        />
      </svg>
      {children ?? <Picture name={name} src={src} size={72} shape={shape} />}
      {Mark && (
        <span className="ring-mark">
          <Mark size={16} />
        </span>
      )}
    </div>
  )
}
