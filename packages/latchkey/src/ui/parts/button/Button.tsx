import type { ReactNode } from 'react'
import type { Icon } from '../../icons/index.js'
import { Spinner } from '../spinner/Spinner.js'

export type ButtonProps = {
  readonly children: ReactNode
  readonly onPress: () => void
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  /** `regular` 48 px over the full width, `small` as wide as its text. */
  readonly size?: 'regular' | 'small'
  readonly icon?: Icon | undefined
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly testId?: string | undefined
  /** What a screen reader says instead of the children. */
  readonly label?: string | undefined
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
  label,
}: ButtonProps) {
  const blocked = busy || disabled
  return (
    <button
      type="button"
      className={`button button-${variant} button-${size}`}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      aria-label={label}
      data-testid={testId}
      onClick={blocked ? undefined : onPress}
    >
      {busy ? <Spinner /> : Icon && <Icon />}
      <span className="button-text">{children}</span>
    </button>
  )
}
