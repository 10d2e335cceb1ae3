import type { ReactNode } from 'react'
import { Icon } from './Icon.js'

type Props<value extends number | string> = {
  readonly group: string
  readonly value: value
  readonly checked: boolean
  readonly onChoose: (value: value) => void
  readonly image: ReactNode
  readonly title: string
  readonly detail?: ReactNode
}

/** A radio button whose whole row is clickable. */
export function Choice<value extends number | string>({
  group,
  value,
  checked,
  onChoose,
  image,
  title,
  detail,
}: Props<value>) {
  return (
    <label className="row choice">
      <input
        type="radio"
        name={group}
        value={value}
        checked={checked}
        onChange={() => onChoose(value)}
      />
      {image}
      <span className="row-text">
        <span className="row-title">{title}</span>
        {detail && <span className="row-detail">{detail}</span>}
      </span>
      <span className="tick">
        <Icon name="check" size={14} />
      </span>
    </label>
  )
}
