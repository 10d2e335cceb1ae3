/** Why a name deserves a second look. */
export type NameWarning =
  | { readonly kind: 'rewritten'; readonly typed: string }
  | { readonly kind: 'foreign-letters' }
  | { readonly kind: 'look-alike'; readonly known: string }

/** What could deceive about a normalised name; `known` are names the visitor has dealt with. */
export function nameWarning(
  typed: string,
  name: string,
  known: readonly string[],
): NameWarning | undefined {
  if (!known.includes(name)) {
    const shape = shapeOf(name)
    const twin = known.find((one) => shapeOf(one) === shape)
    if (twin !== undefined) return { kind: 'look-alike', known: twin }
  }
  // Plain capitals are only a habit; anything else that was changed was meant to be seen differently.
  if (typed.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase()) !== name) {
    return { kind: 'rewritten', typed: typed.trim() }
  }
  return /^[\u0021-\u007e]*$/.test(name) ? undefined : { kind: 'foreign-letters' }
}

/** Letters that many fonts draw alike, as one of them. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/[1i|]/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
  [/2/g, 'z'],
  [/8/g, 'b'],
  [/9/g, 'g'],
  [/[-_]/g, ''],
]

/** How a name looks at a glance. */
function shapeOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return alike.reduce((text, [letters, letter]) => text.replace(letters, letter), plain)
}
