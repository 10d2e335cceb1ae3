import { useState } from 'preact/hooks'
import { Button } from '../screens/parts/Button.js'
import { WindowIcon } from '../screens/parts/icons.js'
import { Asker } from './Asker.js'
import { actions, window as words } from './text.js'

export type WindowScreenProps = {
  readonly origin: string
  /** Opens the window and draws the confirmation there; false when none came. */
  readonly open: (onClosed: () => void) => Promise<boolean>
  readonly onReject: () => void
}

/** Stands in the frame where only a window of its own is safe from being covered. */
export function WindowScreen({ origin, open, onReject }: WindowScreenProps) {
  const [state, setState] = useState<'closed' | 'open' | 'blocked'>('closed')
  return (
    <main class="screen" data-testid="login-confirm-window">
      <Asker origin={origin} />
      <div class="words">
        <h1 class="confirm-title">{words.title}</h1>
        <p class="quiet">{words.text}</p>
      </div>
      <p class="confirm-hint" role="status" data-calm={state === 'open' || undefined}>
        {state === 'open' ? words.opened : state === 'blocked' && words.blocked}
      </p>
      <div class="actions">
        <Button variant="secondary" onPress={onReject} testId="approve-reject">
          {actions.reject}
        </Button>
        <Button
          icon={WindowIcon}
          testId="approve-open"
          onPress={async () => {
            setState('open')
            if (!(await open(() => setState('closed')))) setState('blocked')
          }}
        >
          {actions.open}
        </Button>
      </div>
    </main>
  )
}
