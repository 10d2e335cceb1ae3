import type { Icon } from '@latchkey/parts/icons'
import type { ReactNode } from 'react'
import { Stack } from '../../parts/stack/Stack.js'

export type GuideSection = { readonly title: string; readonly text: string; readonly icon: Icon }

/** A few things to know, each with its sign, and what to do next. */
export function Guide(props: {
  readonly sections: readonly GuideSection[]
  readonly children: ReactNode
}) {
  return (
    <Stack gap={24}>
      <div className="guide">
        {props.sections.map(({ title, text, icon: Icon }) => (
          <section key={title} className="guide-section">
            <span className="guide-icon">
              <Icon size={28} />
            </span>
            <div>
              <h2 className="guide-title">{title}</h2>
              <p className="guide-text">{text}</p>
            </div>
          </section>
        ))}
      </div>
      {props.children}
    </Stack>
  )
}
