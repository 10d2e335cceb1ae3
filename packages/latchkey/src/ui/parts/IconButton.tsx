import type { Icon } from '@latchkey/parts/icons'
import { Spinner } from '@latchkey/parts/Spinner'

export type IconButtonProps = {
  readonly icon: Icon
  /** Read by screen readers and shown as a tooltip. */
  readonly label: string
  readonly onClick: () => void
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly testId?: string | undefined
}

export function IconButton({
  icon: Icon,
  label,
  onClick,
  busy = false,
  disabled = false,
  testId,
}: IconButtonProps) {
  const blocked = busy || disabled
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      data-testid={testId}
      onClick={blocked ? undefined : onClick}
    >
      {busy ? <Spinner /> : <Icon />}
    </button>
  )
}
