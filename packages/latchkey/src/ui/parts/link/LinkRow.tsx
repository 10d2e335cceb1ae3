import { ListRow, RowContent, type RowContentProps } from '@latchkey/parts/ListRow'
import { modalText } from '../../../core/text/modal.js'

export type LinkRowProps = RowContentProps & {
  /** Without it the row is plain text. */
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
