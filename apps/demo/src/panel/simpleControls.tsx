import type { FieldOf, Kind, ValueOf } from '../configuration/fields.js'
import { Segments } from './Segments.js'
import { TextInput } from './TextInput.js'

export type ControlProps<kind extends Kind> = {
  readonly field: FieldOf<kind>
  readonly value: ValueOf[kind]
  /** Of the element the field's label names. */
  readonly id: string
  readonly describedBy: string | undefined
  readonly onChange: (value: ValueOf[kind]) => void
}

export function FlagControl({ value, id, describedBy, onChange }: ControlProps<'flag'>) {
  return (
    <input
      id={id}
      className="switch"
      type="checkbox"
      aria-describedby={describedBy}
      checked={value}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}

export function ChoiceControl({ field, value, id, describedBy, onChange }: ControlProps<'choice'>) {
  if (field.choices.length > 3) {
    return (
      <select
        id={id}
        className="input"
        aria-describedby={describedBy}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {field.choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    )
  }
  return (
    <Segments
      choices={field.choices}
      value={value}
      labelledBy={`${id}-label`}
      onChange={onChange}
    />
  )
}

export function TextControl({ field, value, id, describedBy, onChange }: ControlProps<'text'>) {
  const { pattern, example } = field
  return (
    <TextInput
      id={id}
      value={value}
      example={example}
      describedBy={describedBy}
      check={(text) =>
        text === '' || !pattern || pattern.test(text) ? undefined : mismatch(example)
      }
      onCommit={onChange}
    />
  )
}

export function ListControl({ field, value, id, describedBy, onChange }: ControlProps<'list'>) {
  const { pattern, example } = field
  const split = (text: string) => text.split(/\s+/).filter(Boolean)
  return (
    <TextInput
      id={id}
      value={value.join(' ')}
      example={example}
      describedBy={describedBy}
      check={(text) =>
        split(text).every((item) => pattern.test(item)) ? undefined : mismatch(example)
      }
      onCommit={(text) => onChange(split(text))}
    />
  )
}

export function mismatch(example = '') {
  return `This does not fit. Expected something like ${example}`
}

export function ColourControl({ field, value, id, describedBy, onChange }: ControlProps<'colour'>) {
  const isHex = /^#[\da-f]{6}$/i.test(value)
  return (
    <span className="inline">
      <span className="fact">{value || 'Default'}</span>
      <input
        id={id}
        className="swatch"
        type="color"
        aria-describedby={describedBy}
        value={isHex ? value : field.usual}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  )
}

export function RangeControl({ field, value, id, describedBy, onChange }: ControlProps<'range'>) {
  const { from, to, usual, unit = '' } = field
  return (
    <span className="inline">
      <input
        id={id}
        className="slider"
        type="range"
        min={from}
        max={to}
        aria-valuetext={`${value ?? usual}${unit}`}
        aria-describedby={describedBy}
        value={value ?? usual}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      <span className="fact" aria-hidden="true">
        {value ?? usual}
        {unit}
      </span>
    </span>
  )
}
