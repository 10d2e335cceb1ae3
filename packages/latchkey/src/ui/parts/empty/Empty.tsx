import { Button } from '@latchkey/parts/Button'
import { type Icon, SearchIcon } from '@latchkey/parts/icons'
import type { ReactNode } from 'react'

export type EmptyProps = {
  readonly title: string
  readonly children?: ReactNode
  readonly icon?: Icon
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined
  readonly testId?: string | undefined
}

export function Empty({ title, children, icon: Icon = SearchIcon, action, testId }: EmptyProps) {
  return (
    <div className="empty" role="status" data-testid={testId}>
      <span className="empty-icon">
        <Icon size={28} />
      </span>
      <p className="empty-title" data-testid={testId && `${testId}-text`}>
        {title}
      </p>
      {children && (
        <p className="empty-body" data-testid={testId && `${testId}-description`}>
          {children}
        </p>
      )}
      {action && (
        <Button variant="secondary" size="small" onPress={action.onPress}>
          {action.label}
        </Button>
      )}
    </div>
  )
}
