import { type ReactNode, useRef } from 'react'
import { hints } from '../../guard/text.js'
import { type Guarded, useGuard } from '../../guard/useGuard.js'
import type { AccountContext } from './AccountScreen.js'

export type AccountPageProps = Pick<AccountContext, 'clock' | 'mustBeVisible'> & {
  readonly testId: string
  /** Names what the page says: whenever it changes, the person gets time to read. */
  readonly content: string
  /** What came of the last press. */
  readonly state?: string | undefined | false
  readonly actions: (guard: Guarded) => ReactNode
  readonly children: (guard: Guarded) => ReactNode
}

/** A page of the account: a card that scrolls inside, and whose buttons are guarded. */
export function AccountPage({
  clock,
  mustBeVisible,
  testId,
  content,
  state,
  actions,
  children,
}: AccountPageProps) {
  const card = useRef<HTMLElement>(null)
  const guard = useGuard(card, { clock, mustBeVisible, content })
  const hint = guard.isCovered ? hints.covered : guard.wasEarly && hints.early
  return (
    <main className="screen account" ref={card} data-testid={testId}>
      <div className="account-scroll" data-scroll>
        <div className="account-body">{children(guard)}</div>
      </div>
      <footer className="account-foot">
        <p className="account-state" role="status" data-warns={Boolean(hint) || undefined}>
          {hint || state}
        </p>
        <div className="actions">{actions(guard)}</div>
      </footer>
    </main>
  )
}
