/** Words of a former private dialect, and what the glossary says instead. In identifiers: whole words. */
export const deniedInNames = {
  anew: 'again',
  anybody: 'any',
  departure: 'redirectState',
  doorkeeper: 'admission',
  manners: 'quirks',
  meanwhile: 'pending',
  somebody: 'user',
  surroundings: 'context',
  whoever: 'caller',
}

/** In texts that visitors read. */
export const deniedInTexts = [
  'anew',
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
