/** Share of the code that may be damaged: 7, 15, 25 or 30 %. */
export type Correction = 'L' | 'M' | 'Q' | 'H'

/** Correction bytes of one block by version, ISO/IEC 18004 table 9. */
const correctionLengths: Record<Correction, string> = {
  L: '7 10 15 20 26 18 20 24 30 18 20 24 26 30 22 24 28 30 28 28 28 28 30 30 26 28 30 30 30 30 30 30 30 30 30 30 30 30 30 30',
  M: '10 16 26 18 24 16 18 22 22 26 30 22 22 24 24 28 28 26 26 26 26 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28',
  Q: '13 22 18 26 18 24 18 22 20 24 28 26 24 20 30 24 28 28 26 30 28 30 30 30 30 28 30 30 30 30 30 30 30 30 30 30 30 30 30 30',
  H: '17 28 22 16 22 28 26 26 24 28 24 28 22 24 24 30 28 28 26 28 30 24 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30',
}

/** Number of blocks by version, same table. */
const blockCounts: Record<Correction, string> = {
  L: '1 1 1 1 1 2 2 2 2 4 4 4 4 4 6 6 6 6 7 8 8 9 9 10 12 12 12 13 14 15 16 17 18 19 19 20 21 22 24 25',
  M: '1 1 1 2 2 4 4 4 5 5 5 8 9 9 10 10 11 13 14 16 17 17 18 20 21 23 25 26 28 29 31 33 35 37 38 40 43 45 47 49',
  Q: '1 1 2 2 4 4 6 6 8 8 8 10 12 16 12 17 16 18 21 20 23 23 25 27 29 34 34 35 38 40 43 45 48 51 53 56 59 62 65 68',
  H: '1 1 2 4 4 4 5 6 8 8 11 11 16 16 18 16 19 21 25 25 25 34 30 32 35 37 40 42 45 48 51 54 57 60 63 66 70 74 77 81',
}

export function blocksOf(version: number, correction: Correction) {
  return {
    count: entry(blockCounts[correction], version),
    correctionLength: entry(correctionLengths[correction], version),
  }
}

/** Bytes of a version, data and correction together: the modules that no pattern takes. */
export function rawLength(version: number): number {
  const size = version * 4 + 17
  const finders = 3 * 64
  const formatAndTiming = 31 + 2 * (size - 16)
  const marks = alignmentPlaces(version).length
  // Marks on the timing lines share five modules with them.
  const alignment = marks === 0 ? 0 : (marks * marks - 3) * 25 - (marks - 2) * 10
  const versionBits = version < 7 ? 0 : 36
  return (size * size - finders - formatAndTiming - alignment - versionBits) >> 3
}

export function dataLength(version: number, correction: Correction): number {
  const { count, correctionLength } = blocksOf(version, correction)
  return rawLength(version) - count * correctionLength
}

/** Centres of the alignment marks on either axis. */
export function alignmentPlaces(version: number): readonly number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const last = version * 4 + 10
  const step = version === 32 ? 26 : Math.ceil((last - 6) / (count - 1) / 2) * 2
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? 6 : last - (count - 1 - index) * step,
  )
}

function entry(table: string, version: number): number {
  return Number(table.split(' ')[version - 1])
}
