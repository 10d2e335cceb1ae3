import type { ReactNode } from 'react'

export type RowListProps = {
  readonly label?: string | undefined
  /** One `li` for each row. */
  readonly children: ReactNode
}

/** Rows as a list, so that screen readers tell how many there are. */
export function RowList({ label, children }: RowListProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one
    <ul className="row-list" role="list" aria-label={label}>
      {children}
    </ul>
  )
}
