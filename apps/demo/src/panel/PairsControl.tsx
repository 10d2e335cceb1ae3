import { type ControlProps, mismatch } from './simpleControls.js'
import { TextInput } from './TextInput.js'

/** One address per key; an empty one leaves the key out. */
export function PairsControl({ field, value, id, onChange }: ControlProps<'pairs'>) {
  const keys = [...new Set([...field.keys, ...Object.keys(value)])]
  const commit = (key: string, address: string) => {
    const { [key]: _replaced, ...others } = value
    onChange(address === '' ? others : { ...others, [key]: address })
  }
  return (
    <ul className="pairs" aria-labelledby={`${id}-label`}>
      {keys.map((key) => (
        <li key={key}>
          <span>
            {field.names?.[key]} <code>{key}</code>
          </span>
          <TextInput
            label={`${field.label}: ${field.names?.[key] ?? key}`}
            value={value[key] ?? ''}
            example={field.example}
            check={(text) =>
              text === '' || field.pattern.test(text) ? undefined : mismatch(field.example)
            }
            onCommit={(text) => commit(key, text)}
          />
        </li>
      ))}
    </ul>
  )
}
