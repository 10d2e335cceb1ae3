import type { ReactNode } from 'react'

export type StackProps = {
  readonly children: ReactNode
  /** On the 4 px grid; rows stand 8 apart, sections 20. */
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
