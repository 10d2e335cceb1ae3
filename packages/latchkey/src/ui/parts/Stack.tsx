import type { ReactNode } from 'react'

export type StackProps = {
  readonly children: ReactNode
  /** In pixels: 8 between rows, 20 between sections. */
  readonly gap?: 4 | 8 | 12 | 16 | 20 | 24
  readonly align?: 'stretch' | 'center' | 'start'
  readonly direction?: 'column' | 'row'
  readonly wrap?: boolean
  readonly testId?: string | undefined
}

export function Stack({
  children,
  gap = 8,
  align = 'stretch',
  direction = 'column',
  wrap = false,
  testId,
}: StackProps) {
  return (
    <div
      className={`stack stack-${direction} stack-${align}`}
      style={{ gap, flexWrap: wrap ? 'wrap' : 'nowrap' }}
      data-testid={testId}
    >
      {children}
    </div>
  )
}

type RowListProps = {
  readonly label?: string | undefined
  /** One `li` for each row. */
  readonly children: ReactNode
}

/** Rows as a list, so that screen readers announce their number. */
export function RowList({ label, children }: RowListProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without markers
    <ul className="row-list" role="list" aria-label={label}>
      {children}
    </ul>
  )
}
