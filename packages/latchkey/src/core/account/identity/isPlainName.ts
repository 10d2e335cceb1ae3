/** Longest name shown, in characters; the provider's answers are bounded too, but not by us. */
const longestName = 255

/**
 * Whether a name is written in its one accepted way (ENSIP-15), so that no other name looks like it
 * and nothing invisible is in it.
 */
export async function isPlainName(name: string): Promise<boolean> {
  if (name.length > longestName) return false
  // Most names: their rules are few, and the tables of the others stay away.
  if (/^[\x20-\x7e]*$/.test(name)) return isPlainAscii(name)
  try {
    const { ens_normalize } = await import('@adraffy/ens-normalize')
    return name.includes('.') && ens_normalize(name) === name
  } catch {
    return false
  }
}

/** The same for names of nothing but ASCII, without waiting. */
export function isPlainAscii(name: string): boolean {
  return name.length <= longestName && name.includes('.') && name.split('.').every(isPlainLabel)
}

/** Small letters, digits and hyphens; `_` and `$` where they may stand; no hidden other script. */
function isPlainLabel(label: string): boolean {
  return /^(?=.)_*[a-z0-9$-]*$/.test(label) && label.slice(2, 4) !== '--'
}
