import type { Icon } from '../../icons/index.js'

export type RowIconProps = { readonly icon: Icon; readonly tone?: 'neutral' | 'accent' | 'bad' }

/** An icon on a tile, the size of a wallet image, for rows that have none. */
export function RowIcon({ icon: Icon, tone = 'neutral' }: RowIconProps) {
  return (
    <span className={`row-icon row-icon-${tone}`}>
      <Icon />
    </span>
  )
}
