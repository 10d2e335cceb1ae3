import type { ReactNode } from 'react'
import type { Guarded } from './useGuard.js'

export type GuardedButtonProps = {
  readonly guard: Guarded
  readonly className: string
  readonly onPress: () => void
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly testId?: string | undefined
  readonly children: ReactNode
}

/** A button whose press counts only if the guard of its card accepts it. */
export function GuardedButton({
  guard,
  className,
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
      className={className}
      aria-disabled={isBlocked || !guard.isReady || undefined}
      aria-busy={busy || undefined}
      data-testid={testId}
      {...(!isBlocked && guard.handlers(onPress))}
    >
      {children}
    </button>
  )
}
