import type { ReactNode } from 'react'

export type SwitchProps = {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** The label. */
  readonly children: ReactNode
  readonly testId?: string | undefined
}

export function Switch({ checked, onChange, children, testId }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={checked}
      data-testid={testId}
      onClick={() => onChange(!checked)}
    >
      <span>{children}</span>
      <span className="switch-track">
        <span className="switch-thumb" />
      </span>
    </button>
  )
}
