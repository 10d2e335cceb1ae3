import { useMemo } from 'react'
import { Rows, Tree } from './Rows.js'
import { labels } from './text.js'
import { typedDataRows } from './typedDataRows.js'

export type TypedDataProps = {
  readonly data: Parameters<typeof typedDataRows>[0]
  /** Whether the steps already explain it; then the raw data is optional reading. */
  readonly isKnown: boolean
}

export function TypedData({ data, isKnown }: TypedDataProps) {
  const { rows, isWhole } = useMemo(() => typedDataRows(data), [data])
  const { name, verifyingContract } = data.domain
  const contents = (
    <>
      <Rows
        rows={[
          ...(typeof name === 'string' ? [{ label: labels.for, value: name }] : []),
          ...(typeof verifyingContract === 'string'
            ? [{ label: labels.contract, value: verifyingContract, as: 'address' as const }]
            : []),
        ]}
      />
      <Tree rows={rows} />
      {!isWhole && <p className="quiet">{labels.notWhole}</p>}
    </>
  )
  if (!isKnown) return <section className="step">{contents}</section>
  return (
    <details className="fold">
      <summary>{labels.contents}</summary>
      <div className="step">{contents}</div>
    </details>
  )
}
