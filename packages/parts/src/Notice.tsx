import type { ReactNode } from 'react'
import { CheckIcon, ErrorIcon, InfoIcon, WarningIcon } from './icons.js'

export type NoticeTone = 'info' | 'good' | 'warn' | 'bad'

export type NoticeProps = {
  readonly tone: NoticeTone
  readonly title: string
  /** One sentence: what happened and what to do. */
  readonly children?: ReactNode
  /** Usually a small `Button` or a `Link`. */
  readonly action?: ReactNode
  /** Screen readers announce it at once; for notices that appear after a user action. */
  readonly urgent?: boolean
  readonly testId?: string | undefined
}

const icons = { info: InfoIcon, good: CheckIcon, warn: WarningIcon, bad: ErrorIcon }

export function Notice({ tone, title, children, action, urgent, testId }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div
      className={`notice notice-${tone}`}
      role={urgent ? 'alert' : undefined}
      data-testid={testId}
    >
      <span className="notice-icon">
        <Icon />
      </span>
      <div className="notice-text">
        <p className="notice-title">{title}</p>
        {children && <p className="notice-body">{children}</p>}
        {action && <div className="notice-action">{action}</div>}
      </div>
    </div>
  )
}
