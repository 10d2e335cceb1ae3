import type { ChangeEvent, ReactNode } from 'react'
import { CheckIcon } from './icons.js'

export type CheckboxProps = {
  readonly checked: boolean
  readonly onChange: (checked: boolean, event: ChangeEvent<HTMLInputElement>) => void
  /** The label; it may contain links. */
  readonly children: ReactNode
  readonly testId?: string | undefined
}

export function Checkbox({ checked, onChange, children, testId = 'wui-checkbox' }: CheckboxProps) {
  return (
    <label className="checkbox" data-testid={testId}>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked, event)}
      />
      <span className="checkbox-box" aria-hidden="true">
        <CheckIcon size={16} />
      </span>
      <span className="checkbox-text">{children}</span>
    </label>
  )
}
