import type { ReactNode } from 'react'
import { Stack } from '../../../ui/parts/stack/Stack.js'

type WalletGroupProps = {
  readonly title: string
  readonly testId?: string | undefined
  /** One `li` for each row. */
  readonly children: ReactNode
}

/** Rows with a heading. */
export function WalletGroup({ title, testId, children }: WalletGroupProps) {
  return (
    <Stack gap={8}>
      <h2 className="wallet-others" data-testid={testId}>
        {title}
      </h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one */}
      <ul className="row-list" role="list" aria-label={title}>
        {children}
      </ul>
    </Stack>
  )
}
