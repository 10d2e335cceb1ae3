/** The digits in what was typed, pasted or filled in, of any script, as a code has them. */
export function digitsOf(text: string, codeLength: number): string {
  return [...text]
    .map((character) => (/\p{Nd}/u.test(character) ? String(digitValue(character)) : ''))
    .join('')
    .slice(0, codeLength)
}

/** Digits of one script stand in a row of ten, and such rows begin where the one before is no digit. */
function digitValue(character: string): number {
  const point = character.codePointAt(0) ?? 0
  if (point < 128) return point - 48
  let zero = point
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return point - zero
}

/** Which box a caret stands in: the one being written next, or the last of a full field. */
export function activeBox(digits: string, caret: number, codeLength: number): number {
  return Math.min(caret, digits.length, codeLength - 1)
}
