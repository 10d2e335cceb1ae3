import type { ReactNode } from 'react'
import { Address } from './Address.js'
import type { Row } from './describeStep.js'
import type { TreeRow } from './typedDataRows.js'

export function Value({ value, as }: Pick<Row, 'value' | 'as'>) {
  if (as === 'address') return <Address value={value} />
  return as === 'code' ? <Code text={value} /> : <bdi>{value}</bdi>
}

/** Longer values scroll in a separate box, which can get keyboard focus. */
export function Code({ text }: { readonly text: string }) {
  const isLong = text.length > 240
  return (
    <code
      className="code"
      dir="ltr"
      data-long={isLong || undefined}
      tabIndex={isLong ? 0 : undefined}
    >
      {text}
    </code>
  )
}

export function Rows({ rows }: { readonly rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <dl className="facts">
      {rows.map((row) => (
        <Fact key={row.label} label={row.label} note={row.note} isWide={row.as !== undefined}>
          <Value {...row} />
        </Fact>
      ))}
    </dl>
  )
}

type FactProps = {
  readonly label: string
  readonly note?: string | undefined
  /** Below the label instead of next to it. */
  readonly isWide?: boolean
  readonly children: ReactNode
  readonly testId?: string
}

export function Fact({ label, note, isWide, children, testId }: FactProps) {
  return (
    <div className="fact" data-wide={isWide || undefined} data-testid={testId}>
      <dt>
        {label}
        {note !== undefined && <span className="fact-note">{note}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Typed data; nested fields are indented. */
export function Tree({ rows }: { readonly rows: readonly TreeRow[] }) {
  return (
    <ul className="tree">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels repeat, and their order never changes
        <li key={`${index}${row.label}`} className={`tree-row tree-${Math.min(row.depth, 5)}`}>
          <span className="tree-label">{row.label}</span>
          {row.value !== undefined && (
            <span className="tree-value">
              <Value value={row.value} {...(row.as && { as: row.as })} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
