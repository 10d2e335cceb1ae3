import type { ReactNode } from 'react'
import { GuardedButton } from '../guard/GuardedButton.js'
import type { Guarded } from '../guard/useGuard.js'
import type { Icon } from './icons.js'
import { Spinner } from './Spinner.js'

export type ButtonProps = {
  readonly children: ReactNode
  readonly onPress: () => void
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  readonly size?: 'regular' | 'small'
  readonly icon?: Icon
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly testId?: string
  /** Of the card it is on, for a press that must not be stolen. */
  readonly guard?: Guarded
}

/** Keeps focus and its place in the tab order while busy or disabled: `aria-disabled`, not `disabled`. */
export function Button({
  children,
  onPress,
  variant = 'primary',
  size = 'regular',
  icon: Icon,
  busy = false,
  disabled = false,
  testId,
  guard,
}: ButtonProps) {
  const look = `button button-${variant} button-${size}`
  const face = (
    <>
      {busy ? <Spinner /> : Icon && <Icon />}
      <span className="button-text">{children}</span>
    </>
  )
  if (guard) {
    const state = { guard, busy, disabled, onPress, testId }
    return (
      <GuardedButton className={look} {...state}>
        {face}
      </GuardedButton>
    )
  }
  const blocked = busy || disabled
  return (
    <button
      type="button"
      className={look}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      data-testid={testId}
      onClick={() => {
        if (!blocked) onPress()
      }}
    >
      {face}
    </button>
  )
}
