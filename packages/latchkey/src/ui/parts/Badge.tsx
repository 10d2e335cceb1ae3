import type { ReactNode } from 'react'

export type BadgeProps = {
  readonly children: ReactNode
  readonly tone?: 'neutral' | 'accent' | 'good' | 'warn' | 'bad'
}

export function Badge({ children, tone = 'neutral' }: BadgeProps) {
  return <span className={`badge badge-${tone}`}>{children}</span>
}
