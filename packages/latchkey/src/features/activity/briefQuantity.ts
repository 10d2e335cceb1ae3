import { formatQuantity } from '../../core/format/quantity.js'

const scales = ['M', 'B', 'T']
/** Six digits with what stands between them. */
const room = 8

/**
 * A transaction's amount as a row has room for: six digits at most, millions and more by their letter. Like
 * the whole amount it is cut, never rounded up.
 */
export function briefQuantity(text: string): string {
  const exact = formatQuantity(text)
  const [first, second, ...further] = exact.replace(/\..*/, '').split(',')
  if (further.length > scales.length) return '>999T'
  const scale = scales[further.length - 1]
  return scale ? withoutZeros(`${first}.${second}`) + scale : withoutZeros(exact.slice(0, room))
}

function withoutZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0*$/, '') : text
}
