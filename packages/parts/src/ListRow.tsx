import type { ReactNode } from 'react'
import { ChevronIcon, type Icon } from './icons.js'
import { Spinner } from './Spinner.js'

export type ListRowProps = RowContentProps & {
  /** Marks the current entry of a list. */
  readonly selected?: boolean
  readonly disabled?: boolean
  readonly testId?: string | undefined
  /** Without it the row is not a button. */
  readonly onClick?: (() => void) | undefined
}

/** The whole row is the button. */
export function ListRow(props: ListRowProps) {
  const { busy = false, disabled = false, selected, testId, onClick } = props
  const blocked = busy || disabled
  if (!onClick) {
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
      onClick={blocked ? undefined : onClick}
    >
      <RowContent {...props} />
    </button>
  )
}

export type RowContentProps = {
  readonly title: ReactNode
  readonly subtitle?: ReactNode
  /** An image, an avatar or a `RowIcon`. */
  readonly image?: ReactNode
  /** A badge or a short text. */
  readonly trailing?: ReactNode
  readonly chevron?: boolean
  readonly busy?: boolean
}

/** Content of a row, for elements with the class `row`. */
export function RowContent({ image, title, subtitle, trailing, chevron, busy }: RowContentProps) {
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

export type RowIconProps = { readonly icon: Icon; readonly tone?: 'neutral' | 'accent' | 'bad' }

/** An icon on a tile, for rows without an image. */
export function RowIcon({ icon: Icon, tone = 'neutral' }: RowIconProps) {
  return (
    <span className={`row-icon row-icon-${tone}`}>
      <Icon />
    </span>
  )
}
