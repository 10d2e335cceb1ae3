import { Button } from '@latchkey/parts/Button'
import { type Icon, SearchIcon, WarningIcon } from '@latchkey/parts/icons'
import type { ReactNode } from 'react'
import { modalText } from '../../core/text/modal.js'

export type EmptyProps = {
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly icon?: Icon
  readonly action?:
    | { readonly label: string; readonly onClick: () => void; readonly testId?: string }
    | undefined
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
        <Button variant="secondary" size="small" testId={action.testId} onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </div>
  )
}

type FailureProps = {
  /** What failed, if the screen itself could be shown. */
  readonly title?: string
  readonly text: string
  readonly onRetry: () => void
}

/** An error message with a retry button. */
export function Failure({ title, text, onRetry }: FailureProps) {
  return (
    <Empty
      icon={WarningIcon}
      title={title ?? modalText.shell.failureTitle}
      action={{ label: modalText.shell.retry, onClick: onRetry }}
    >
      {text}
    </Empty>
  )
}
