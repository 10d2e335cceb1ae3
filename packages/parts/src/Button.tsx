import type { ReactNode } from 'react'
import type { Icon } from './icons.js'
import { Spinner } from './Spinner.js'

export type ButtonProps = ButtonFaceProps & {
  readonly onClick: () => void
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  /** `regular` 48 px over the full width, `small` as wide as its text. */
  readonly size?: 'regular' | 'small' | undefined
  readonly disabled?: boolean | undefined
  readonly testId?: string | undefined
  /** What a screen reader says instead of the children. */
  readonly label?: string | undefined
}

/** Keeps focus and its place in the tab order while busy or disabled: `aria-disabled`, not `disabled`. */
export function Button({
  onClick,
  busy = false,
  disabled = false,
  testId,
  label,
  ...look
}: ButtonProps) {
  const blocked = busy || disabled
  return (
    <button
      type="button"
      className={buttonClass(look)}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      aria-label={label}
      data-testid={testId}
      onClick={blocked ? undefined : onClick}
    >
      <ButtonFace {...look} busy={busy} />
    </button>
  )
}

export function buttonClass({
  variant = 'primary',
  size = 'regular',
}: Pick<ButtonProps, 'variant' | 'size'>): string {
  return `button button-${variant} button-${size}`
}

export type ButtonFaceProps = {
  readonly children: ReactNode
  readonly icon?: Icon | undefined
  readonly busy?: boolean | undefined
}

/** What is inside a button: its text, after an icon or the spinner. */
export function ButtonFace({ children, icon: Icon, busy }: ButtonFaceProps) {
  return (
    <>
      {busy ? <Spinner /> : Icon && <Icon />}
      <span className="button-text">{children}</span>
    </>
  )
}
