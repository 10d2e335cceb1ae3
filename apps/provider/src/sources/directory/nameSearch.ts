/** A name prepared for searching. */
export type SearchableName = {
  readonly folded: string
  /** The rest of the name from each later word on: `pocket` of TokenPocket. */
  readonly fromWords: readonly string[]
  readonly bare: string
}

/** The same for `É`, `é` and `e`. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

/** Without punctuation: `dcent` finds D'CENT. */
const strip = (folded: string) => folded.replace(/[^\p{L}\p{N}]/gu, '')

/** Words start after a non-letter, and at a capital inside a word. */
const wordStart = /(?<=[^\p{L}\p{N}])(?=[\p{L}\p{N}])|(?<=\p{Ll})(?=\p{Lu})/gu

export function prepareName(name: string): SearchableName {
  const folded = fold(name)
  const starts = [...name.matchAll(wordStart)].map(({ index }) => fold(name.slice(index)))
  return { folded, fromWords: starts, bare: strip(folded) }
}

/** Ranks a name: 0 is the best match, undefined is no match. */
export function createNameSearch(text: string): (name: SearchableName) => number | undefined {
  const term = fold(text)
  const bare = strip(term)
  return ({ folded, fromWords, bare: bareName }) => {
    if (folded.startsWith(term)) return 0
    if (fromWords.some((rest) => rest.startsWith(term))) return 1
    if (folded.includes(term)) return 2
    return bare !== '' && bareName.includes(bare) ? 3 : undefined
  }
}
