import type { QrMatrix } from './encode.js'

/** How hard a code is to scan: long runs, blocks, look-alikes of finders, and imbalance (§7.8.3). */
export function penalty(rows: QrMatrix): number {
  const size = rows.length
  let score = 0
  let darkCount = 0
  for (let index = 0; index < size; index++) {
    const row = (rows[index] ?? []).map(digit).join('')
    const column = rows.map((line) => digit(line[index] ?? false)).join('')
    score += linePenalty(row) + linePenalty(column)
    darkCount += row.split('1').length - 1
    for (let place = 0; index > 0 && place < size - 1; place++) {
      const [above, here] = [rows[index - 1], rows[index]]
      const corner = here?.[place]
      if (
        corner === here?.[place + 1] &&
        corner === above?.[place] &&
        corner === above?.[place + 1]
      ) {
        score += 3
      }
    }
  }
  const imbalance = Math.abs(darkCount * 20 - size * size * 10)
  return score + 10 * (Math.ceil(imbalance / (size * size)) - (imbalance === 0 ? 0 : 1))
}

function linePenalty(line: string): number {
  let score = 0
  for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) score += run.length - 2
  // Beyond the edge all is light.
  const padded = `0000${line}0000`
  for (const pattern of ['10111010000', '00001011101']) {
    for (let at = padded.indexOf(pattern); at >= 0; at = padded.indexOf(pattern, at + 1))
      score += 40
  }
  return score
}

function digit(isDark: boolean): string {
  return isDark ? '1' : '0'
}
