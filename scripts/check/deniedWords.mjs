/** Words that must not be part of an identifier, and what to use instead. */
export const deniedInNames = {
  anew: 'again',
  anybody: 'any',
  desk: 'handler',
  departure: 'redirectState',
  doorkeeper: 'admission',
  goodbye: 'disconnect',
  manners: 'quirks',
  meanwhile: 'pending',
  somebody: 'user',
  surroundings: 'context',
  verdict: 'outcome',
  whoever: 'caller',
  whom: 'recipient',
  wish: 'draft',
}

/** Words that must not be in texts for visitors. */
export const deniedInTexts = [
  'anew',
  'beside',
  'hereby',
  'meanwhile',
  'refused by',
  'to be had',
  'whoever',
  'whom',
]

/** The denied words an identifier contains. */
export function findDeniedNames(identifier) {
  const words = identifier.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase())
  return words.filter((word) => Object.hasOwn(deniedInNames, word))
}

/** The denied words a text contains. */
export function findDeniedTexts(text) {
  return deniedInTexts.filter((word) => new RegExp(`\\b${word}\\b`, 'i').test(text))
}
