import { type ReactNode, useRef } from 'react'
import { GuardedButton } from '../../guard/GuardedButton.js'
import { hints } from '../../guard/text.js'
import { type Guarded, useGuard } from '../../guard/useGuard.js'
import type { AccountContext } from './AccountScreen.js'
import { back } from './text.js'

export type AccountPageProps = Pick<AccountContext, 'clock' | 'mustBeVisible'> & {
  readonly testId: string
  /** A key of what the page shows: when it changes, the visitor gets time to read. */
  readonly content: string
  /** The result of the last press. */
  readonly state?: string | undefined | false
  /** Shows a button that leads back. */
  readonly onBack?: () => void
  readonly isBusy?: boolean
  readonly actions?: (guard: Guarded) => ReactNode
  readonly children: (guard: Guarded) => ReactNode
}

/** An account page: a scrollable card with guarded buttons. */
export function AccountPage({
  clock,
  mustBeVisible,
  testId,
  content,
  state,
  onBack,
  isBusy,
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
        <div className="actions">
          {onBack && (
            <GuardedButton
              guard={guard}
              variant="secondary"
              disabled={isBusy}
              onClick={onBack}
              testId="account-back"
            >
              {back}
            </GuardedButton>
          )}
          {actions?.(guard)}
        </div>
      </footer>
    </main>
  )
}
