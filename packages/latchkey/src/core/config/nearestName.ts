/** The known name that shares most pairs of letters with `name`, if that is at least half of them. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const given = name.toLowerCase()
  let nearest: string | undefined
  let most = 0.5
  for (const candidate of known) {
    const other = candidate.toLowerCase()
    const pairs = [...given].filter((_, at) => at && other.includes(given.slice(at - 1, at + 1)))
    const share = (pairs.length + 1) / Math.max(given.length, other.length)
    if (share <= most) continue
    nearest = candidate
    most = share
  }
  return nearest
}
