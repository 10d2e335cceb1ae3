import type { ReactNode } from 'react'
import { CheckIcon, ErrorIcon, InfoIcon, WarningIcon } from './icons.js'

const icons = { info: InfoIcon, good: CheckIcon, warn: WarningIcon, bad: ErrorIcon }

export type NoticeProps = {
  readonly tone: keyof typeof icons
  readonly title: string
  readonly children?: ReactNode
  readonly testId?: string
}

export function Notice({ tone, title, children, testId }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div className={`notice notice-${tone}`} data-testid={testId}>
      <span className="notice-icon">
        <Icon />
      </span>
      <div className="notice-text">
        <p className="notice-title">{title}</p>
        {children && <p className="notice-body">{children}</p>}
      </div>
    </div>
  )
}
