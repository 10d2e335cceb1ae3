/**
 * Names and symbols come from strangers' contracts. What could pass for something else on a screen is taken
 * out: control characters, marks that turn the writing direction, invisible characters, endless text.
 */
export function cleanLabel(text: string, longest: number): string {
  const visible = text
    .slice(0, longest * 8)
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '')
    // A pile of accents on one letter paints over the lines above and below.
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim()
  return [...visible].slice(0, longest).join('').trim()
}

export const NAME_LENGTH = 64
export const SYMBOL_LENGTH = 16
