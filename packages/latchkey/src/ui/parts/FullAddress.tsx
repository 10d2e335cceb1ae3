import { Fragment } from 'react'

/** Characters per group. */
const group = 4

type FullAddressProps = {
  readonly address: string
  /** Positions to highlight. */
  readonly marked?: readonly boolean[] | undefined
  readonly testId?: string | undefined
}

/** A whole address in groups of four characters; copied text has no gaps. */
export function FullAddress({ address, marked, testId }: FullAddressProps) {
  const start = address.startsWith('0x') ? 2 : 0
  const groups = Array.from({ length: Math.ceil((address.length - start) / group) }, (_, index) => {
    const from = start + index * group
    return { from, letters: [...address.slice(from, from + group)] }
  })
  return (
    <bdi className="full-address" dir="ltr" data-testid={testId}>
      {start > 0 && <span className="full-address-start">{address.slice(0, start)}</span>}
      {groups.map(({ from, letters }) => (
        <span key={from} className="full-address-group">
          {letters.map((letter, index) => {
            const position = from + index
            return marked?.[position] ? (
              <mark key={position}>{letter}</mark>
            ) : (
              <Fragment key={position}>{letter}</Fragment>
            )
          })}
        </span>
      ))}
    </bdi>
  )
}
