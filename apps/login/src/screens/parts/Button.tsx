import type { ComponentChildren } from 'preact'
import type { Icon } from './icons.js'
import { Spinner } from './Spinner.js'

export type ButtonProps = {
  readonly children: ComponentChildren
  readonly onPress: () => void
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  readonly size?: 'regular' | 'small'
  readonly icon?: Icon
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly testId?: string
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
}: ButtonProps) {
  const blocked = busy || disabled
  return (
    <button
      type="button"
      class={`button button-${variant} button-${size}`}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      data-testid={testId}
      onClick={() => {
        if (!blocked) onPress()
      }}
    >
      {busy ? <Spinner /> : Icon && <Icon />}
      <span class="button-text">{children}</span>
    </button>
  )
}
