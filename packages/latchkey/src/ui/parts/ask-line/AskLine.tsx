import type { ReactNode } from 'react'

export type AskLineProps = {
  readonly question: string
  /** The link that answers it. */
  readonly children: ReactNode
}

/** A question some visitors have, and where they find the answer, on one line. */
export function AskLine({ question, children }: AskLineProps) {
  return (
    <p className="ask-line">
      <span className="ask-line-text">{question}</span>
      {children}
    </p>
  )
}
