/** A name of an account, cut after so many characters (public surface §8.2). */
export function shortenName(name: string, length: number): string {
  const letters = [...name]
  return letters.length > length ? `${letters.slice(0, length).join('')}...` : name
}
