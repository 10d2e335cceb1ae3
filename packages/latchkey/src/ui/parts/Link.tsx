import { ExternalIcon, type Icon } from '@latchkey/parts/icons'
import { ListRow, RowContent, type RowContentProps } from '@latchkey/parts/ListRow'
import type { ReactNode } from 'react'
import { modalText } from '../../core/text/modal.js'

export type LinkProps = {
  readonly children: ReactNode
  readonly testId?: string | undefined
} & (
  | { readonly href: string; readonly onClick?: (() => void) | undefined }
  | { readonly href?: undefined; readonly onClick: () => void }
)

/** With `href` it opens a page in a new tab, otherwise it is a button. */
export function Link({ children, testId, href, onClick }: LinkProps) {
  if (href === undefined) {
    return (
      <button type="button" className="link" data-testid={testId} onClick={onClick}>
        {children}
      </button>
    )
  }
  return (
    <a
      className="link"
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      data-testid={testId}
      onClick={onClick}
    >
      {children}
      <ExternalIcon size={14} />
      <span className="visually-hidden"> ({modalText.shell.opensNewTab})</span>
    </a>
  )
}

type LinkRowProps = RowContentProps & {
  /** Without it the row is not clickable. */
  readonly href: string | undefined
  readonly testId?: string | undefined
}

/** A row that opens another page in a new tab. */
export function LinkRow({ href, testId, ...content }: LinkRowProps) {
  if (href === undefined) return <ListRow {...content} testId={testId} />
  return (
    <a className="row" href={href} target="_blank" rel="noreferrer noopener" data-testid={testId}>
      <RowContent {...content} />
      <span className="visually-hidden"> ({modalText.shell.opensNewTab})</span>
    </a>
  )
}

type IconLinkProps = {
  readonly icon: Icon
  /** Read by screen readers and shown as a tooltip. */
  readonly label: string
  /** Opens in a new tab. */
  readonly href: string
  readonly testId?: string | undefined
}

export function IconLink({ icon: Icon, label, href, testId }: IconLinkProps) {
  return (
    <a
      className="icon-button"
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      aria-label={`${label} (${modalText.shell.opensNewTab})`}
      title={label}
      data-testid={testId}
    >
      <Icon />
    </a>
  )
}

type QuestionLineProps = {
  readonly question: string
  /** The link that leads to the answer. */
  readonly children: ReactNode
}

/** A question and a link on one line. */
export function QuestionLine({ question, children }: QuestionLineProps) {
  return (
    <p className="ask-line">
      <span className="ask-line-text">{question}</span>
      {children}
    </p>
  )
}
