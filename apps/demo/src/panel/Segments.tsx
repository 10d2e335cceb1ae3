import { useId } from 'react'
import type { Choice } from '../configuration/fields.js'

type SegmentsProps = {
  readonly choices: readonly Choice[]
  readonly value: string
  readonly onChange: (value: string) => void
} & ({ readonly label: string } | { readonly labelledBy: string })

/** A few choices side by side. */
export function Segments({ choices, value, onChange, ...name }: SegmentsProps) {
  const group = useId()
  const naming =
    'label' in name ? { 'aria-label': name.label } : { 'aria-labelledby': name.labelledBy }
  return (
    <div className="segments" role="radiogroup" {...naming}>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={group}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  )
}
