/** Words that must not be part of an identifier, and what to use instead; their plurals are denied too. */
export const deniedInNames = {
  anew: 'again',
  anybody: 'any',
  babble: 'repeat',
  complaint: 'error',
  deed: 'action',
  departure: 'redirectState',
  desk: 'handler',
  doomed: 'willFail',
  doorkeeper: 'admission',
  everybody: 'all',
  goodbye: 'disconnect',
  lure: 'scam',
  manner: 'quirk',
  meanwhile: 'pending',
  mischief: 'fault',
  misfit: 'mismatch',
  mood: 'behaviour',
  somebody: 'user',
  surrounding: 'context',
  told: 'notified',
  untold: 'undelivered',
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

/** The denied words an identifier contains, in the singular. */
export function findDeniedNames(identifier) {
  const words = identifier.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase())
  return words
    .flatMap((word) => [word, word.replace(/(?<=sh)es$|s$/, '')])
    .filter((word, index, all) => Object.hasOwn(deniedInNames, word) && all.indexOf(word) === index)
}

/** The denied words a text contains. */
export function findDeniedTexts(text) {
  return deniedInTexts.filter((word) => new RegExp(`\\b${word}\\b`, 'i').test(text))
}
