import { expect, it } from 'vitest'
import { encodeQr, getHole, quietZone, toOutline } from './qrOutline.js'

/** The modules that the lines of a path touch. */
function modulesOf(path: string): Set<string> {
  const modules = new Set<string>()
  for (const [, x, y, axis, length] of path.matchAll(/M([\d.]+) ([\d.]+)([hv])(\d+)/g)) {
    for (let step = 0; step <= Number(length); step++) {
      const column = Number(x) - quietZone - 0.5 + (axis === 'h' ? step : 0)
      const row = Number(y) - quietZone - 0.5 + (axis === 'v' ? step : 0)
      modules.add(`${row},${column}`)
    }
  }
  return modules
}

it('draws exactly the dark modules outside the finders and the hole', () => {
  const rows = encodeQr('wc:an-offer@2?relay-protocol=irn', 'quartile')
  const size = rows.length
  const hole = getHole(size)
  const expected = new Set<string>()
  rows.forEach((line, row) => {
    line.forEach((isDark, column) => {
      const isFinder =
        (row < 7 && column < 7) ||
        (row < 7 && column >= size - 7) ||
        (row >= size - 7 && column < 7)
      const isHole = [row, column].every((place) => place >= hole.start && place <= hole.end)
      if (isDark && !isFinder && !isHole) expected.add(`${row},${column}`)
    })
  })
  expect(modulesOf(toOutline(rows, hole))).toEqual(expected)
})

it('leaves a centered hole small enough for error correction', () => {
  for (let version = 1; version <= 40; version++) {
    const size = version * 4 + 17
    const { start, end } = getHole(size)
    expect(start + end).toBe(size - 1)
    expect((end - start + 1) ** 2 / size ** 2).toBeLessThan(0.08)
  }
})
