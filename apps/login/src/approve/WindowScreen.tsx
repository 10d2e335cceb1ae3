import { Button } from '@latchkey/parts/Button'
import { ExternalIcon } from '@latchkey/parts/icons'
import { type ReactNode, useState } from 'react'
import { inWindow } from '../guard/text.js'

export type WindowScreenProps = {
  readonly title: string
  readonly testId: string
  /** Opens the window and renders there; false if none opened. */
  readonly open: (onClosed: () => void) => Promise<boolean>
  readonly openTestId: string
  /** The button that cancels. */
  readonly leave: ReactNode
  readonly children?: ReactNode
}

/** Shown in the frame when only a window of the login site is safe from being covered. */
export function WindowScreen({
  title,
  testId,
  open,
  openTestId,
  leave,
  children,
}: WindowScreenProps) {
  const [state, setState] = useState<'closed' | 'open' | 'blocked'>('closed')
  return (
    <main className="screen" data-testid={testId}>
      {children}
      <div className="words">
        <h1 className="confirm-title">{title}</h1>
        <p className="quiet">{inWindow.text}</p>
      </div>
      <p className="confirm-hint" role="status" data-calm={state === 'open' || undefined}>
        {state === 'open' ? inWindow.opened : state === 'blocked' && inWindow.blocked}
      </p>
      <div className="actions">
        {leave}
        <Button
          icon={ExternalIcon}
          testId={openTestId}
          onClick={async () => {
            setState('open')
            if (!(await open(() => setState('closed')))) setState('blocked')
          }}
        >
          {inWindow.open}
        </Button>
      </div>
    </main>
  )
}
