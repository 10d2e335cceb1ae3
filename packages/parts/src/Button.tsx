import type { ReactNode } from 'react'
import type { Icon } from './icons.js'
import { Spinner } from './Spinner.js'

export type ButtonProps = ButtonFaceProps & {
  readonly onClick: () => void
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  /** `regular`: 48 px high, full width. `small`: as wide as its text. */
  readonly size?: 'regular' | 'small' | undefined
  readonly disabled?: boolean | undefined
  readonly testId?: string | undefined
  /** Accessible name, instead of the children. */
  readonly label?: string | undefined
}

/** Uses `aria-disabled`, not `disabled`, so that it keeps focus while busy or disabled. */
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

/** Content of a button: an icon or the spinner, then the text. */
export function ButtonFace({ children, icon: Icon, busy }: ButtonFaceProps) {
  return (
    <>
      {busy ? <Spinner /> : Icon && <Icon />}
      <span className="button-text">{children}</span>
    </>
  )
}
