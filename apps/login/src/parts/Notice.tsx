import type { ComponentChildren } from 'preact'
import { CheckIcon, ErrorIcon, InfoIcon, WarningIcon } from './icons.js'

const icons = { info: InfoIcon, good: CheckIcon, warn: WarningIcon, bad: ErrorIcon }

export type NoticeProps = {
  readonly tone: keyof typeof icons
  readonly title: string
  readonly children?: ComponentChildren
  readonly testId?: string
}

export function Notice({ tone, title, children, testId }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div class={`notice notice-${tone}`} data-testid={testId}>
      <span class="notice-icon">
        <Icon />
      </span>
      <div class="notice-text">
        <p class="notice-title">{title}</p>
        {children && <p class="notice-body">{children}</p>}
      </div>
    </div>
  )
}
