/** Removes control, direction and invisible characters from untrusted names, and limits their length. */
export function cleanLabel(text: string, maxLength: number): string {
  const visible = text
    .slice(0, maxLength * 8)
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '')
    // Many accents on one letter would overlap other lines.
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim()
  return [...visible].slice(0, maxLength).join('').trim()
}

export const maxNameLength = 64
export const maxSymbolLength = 16
