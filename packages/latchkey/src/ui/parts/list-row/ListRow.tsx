import type { ReactNode } from 'react'
import { modalText } from '../../../core/text/modal.js'
import { ChevronIcon } from '../../icons/index.js'
import { Spinner } from '../spinner/Spinner.js'

export type ListRowProps = {
  readonly title: ReactNode
  readonly subtitle?: ReactNode
  /** A `WalletImage`, `NetworkImage`, `Avatar` or `RowIcon`. */
  readonly image?: ReactNode
  /** One fact: a `Badge` or a short text. */
  readonly trailing?: ReactNode
  readonly chevron?: boolean
  /** The current one of its list. */
  readonly selected?: boolean
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly testId?: string | undefined
  /** Without it the row is plain text. */
  readonly onPress?: (() => void) | undefined
  /** Opens in a new tab; instead of `onPress`. */
  readonly href?: string | undefined
}

/** The whole row is the button. */
export function ListRow(props: ListRowProps) {
  const { busy = false, disabled = false, selected, testId, onPress, href } = props
  const blocked = busy || disabled
  if (href !== undefined && !blocked) {
    return (
      <a
        className="row"
        href={href}
        target="_blank"
        rel="noreferrer noopener"
        data-testid={testId}
        onClick={onPress}
      >
        <RowContent {...props} />
        <span className="visually-hidden"> ({modalText.shell.opensNewTab})</span>
      </a>
    )
  }
  if (!onPress) {
    return (
      <div className="row row-static" data-testid={testId}>
        <RowContent {...props} />
      </div>
    )
  }
  return (
    <button
      type="button"
      className="row"
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      aria-current={selected || undefined}
      data-testid={testId}
      onClick={blocked ? undefined : onPress}
    >
      <RowContent {...props} />
    </button>
  )
}

function RowContent({ image, title, subtitle, trailing, chevron, busy }: ListRowProps) {
  return (
    <>
      {image && <span className="row-image">{image}</span>}
      <span className="row-text">
        <span className="row-title" dir="auto">
          {title}
        </span>
        {subtitle && (
          <span className="row-subtitle" dir="auto">
            {subtitle}
          </span>
        )}
      </span>
      {busy ? (
        <span data-testid="wui-list-item-loading-spinner">
          <Spinner />
        </span>
      ) : (
        trailing && <span className="row-trailing">{trailing}</span>
      )}
      {chevron && !busy && (
        <span className="row-chevron">
          <ChevronIcon />
        </span>
      )}
    </>
  )
}
