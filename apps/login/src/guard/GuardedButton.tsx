import type { ComponentChildren } from 'preact'
import type { Guarded } from './useGuard.js'

export type GuardedButtonProps = {
  readonly guard: Guarded
  readonly class: string
  readonly onPress: () => void
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly testId?: string | undefined
  readonly children: ComponentChildren
}

/** A button whose press counts only if the guard of its card accepts it. */
export function GuardedButton({
  guard,
  class: className,
  onPress,
  busy = false,
  disabled = false,
  testId,
  children,
}: GuardedButtonProps) {
  const isBlocked = busy || disabled
  return (
    <button
      type="button"
      class={className}
      aria-disabled={isBlocked || !guard.isReady || undefined}
      aria-busy={busy || undefined}
      data-testid={testId}
      {...(!isBlocked && guard.handlers(onPress))}
    >
      {children}
    </button>
  )
}
