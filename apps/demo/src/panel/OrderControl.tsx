import { Icon } from './Icon.js'
import type { ControlProps } from './simpleControls.js'

/** Which items, in which order. Chosen ones come first; arrows move them. */
export function OrderControl({ field, value, id, onChange }: ControlProps<'order'>) {
  const chosen = value ?? field.items.map((item) => item.value)
  const items = [
    ...chosen.flatMap((name) => field.items.find((item) => item.value === name) ?? []),
    ...field.items.filter((item) => !chosen.includes(item.value)),
  ]
  const isLast = field.needsOne && chosen.length === 1

  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])
  const move = (name: string, by: -1 | 1) => {
    const from = chosen.indexOf(name)
    const without = chosen.filter((one) => one !== name)
    onChange(without.toSpliced(from + by, 0, name))
  }

  return (
    <ul className="order" aria-labelledby={`${id}-label`}>
      {items.map((item) => {
        const at = chosen.indexOf(item.value)
        const isChosen = at >= 0
        return (
          <li key={item.value}>
            <label>
              <input
                type="checkbox"
                checked={isChosen}
                disabled={isChosen && isLast}
                onChange={() => toggle(item.value)}
              />
              <span>{item.label}</span>
            </label>
            {field.items.length > 1 && (
              <>
                <button
                  type="button"
                  className="small"
                  disabled={at < 1}
                  aria-label={`Move ${item.label} up`}
                  onClick={() => move(item.value, -1)}
                >
                  <Icon name="up" />
                </button>
                <button
                  type="button"
                  className="small"
                  disabled={!isChosen || at === chosen.length - 1}
                  aria-label={`Move ${item.label} down`}
                  onClick={() => move(item.value, 1)}
                >
                  <Icon name="down" />
                </button>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
