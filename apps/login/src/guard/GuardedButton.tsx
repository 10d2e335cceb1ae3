import { ButtonFace, type ButtonProps, buttonClass } from '@latchkey/parts/Button'
import type { ReactNode } from 'react'
import type { Guarded } from './useGuard.js'

export type GuardedButtonProps = ButtonProps & { readonly guard: Guarded }

/** A button whose click counts only if the guard of its card accepts it. */
export function GuardedButton({ variant, size, icon, children, ...state }: GuardedButtonProps) {
  return (
    <UnstyledGuardedButton className={buttonClass({ variant, size })} {...state}>
      <ButtonFace icon={icon} busy={state.busy}>
        {children}
      </ButtonFace>
    </UnstyledGuardedButton>
  )
}

export type UnstyledGuardedButtonProps = {
  readonly guard: Guarded
  readonly className: string
  readonly onClick: () => void
  readonly busy?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly testId?: string | undefined
  /** Accessible name, instead of the children. */
  readonly label?: string | undefined
  readonly children: ReactNode
}

/** The same for elements that do not look like a button, such as a row. */
export function UnstyledGuardedButton({
  guard,
  className,
  onClick,
  busy = false,
  disabled = false,
  testId,
  label,
  children,
}: UnstyledGuardedButtonProps) {
  const isBlocked = busy || disabled
  return (
    <button
      type="button"
      className={className}
      aria-disabled={isBlocked || !guard.isReady || undefined}
      aria-busy={busy || undefined}
      aria-label={label}
      data-testid={testId}
      {...(!isBlocked && guard.handlers(onClick))}
    >
      {children}
    </button>
  )
}
