import type { ReactNode } from 'react'
import type { Icon } from '../../../ui/icons/index.js'

export type NamePageProps = {
  readonly icon: Icon
  readonly tone?: 'accent' | 'good'
  readonly title: ReactNode
  readonly text: string
  readonly children: ReactNode
}

/** One sign, one fact, one thing to do. */
export function NamePage({ icon: Icon, tone = 'accent', title, text, children }: NamePageProps) {
  return (
    <div className="name-page">
      <span className={`name-sign name-sign-${tone}`}>
        <Icon size={32} />
      </span>
      <div className="name-words">
        <h2 className="name-title">{title}</h2>
        <p className="name-text">{text}</p>
      </div>
      {children}
    </div>
  )
}
