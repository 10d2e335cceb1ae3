/** Words that must not be part of an identifier, and what to use instead; their plurals are denied too. */
const deniedInNames = {
  anew: 'again',
  anybody: 'any',
  asker: 'requester',
  babble: 'repeat',
  complaint: 'error',
  deed: 'action',
  departure: 'redirectState',
  desk: 'handler',
  doomed: 'willFail',
  doorkeeper: 'admission',
  everybody: 'all',
  goodbye: 'disconnect',
  judge: 'assess',
  lure: 'scam',
  manner: 'quirk',
  meanwhile: 'pending',
  mischief: 'fault',
  misfit: 'mismatch',
  mood: 'behaviour',
  refusal: 'rejection',
  somebody: 'user',
  standing: 'status',
  surrounding: 'context',
  told: 'notified',
  untold: 'undelivered',
  verdict: 'outcome',
  whoever: 'caller',
  whom: 'recipient',
  wish: 'draft',
}

/** Words that must not begin an identifier: limits are named alike. */
const deniedAtStart = { largest: 'max', least: 'min', longest: 'max', most: 'max', shortest: 'min' }

/** Words that must not be in texts for visitors. */
const deniedInTexts = [
  'anew',
  'beside',
  'hereby',
  'meanwhile',
  'refused by',
  'to be had',
  'whoever',
  'whom',
]

/** The denied words an identifier contains, in the singular, each with what to use instead. */
export function findDeniedNames(identifier) {
  const words = identifier.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase())
  const first = words.length > 1 ? words[0] : ''
  return [
    ...(Object.hasOwn(deniedAtStart, first) ? [[first, deniedAtStart[first]]] : []),
    ...words
      .flatMap((word) => [word, word.replace(/(?<=sh)es$|s$/, '')])
      .filter(
        (word, index, all) => Object.hasOwn(deniedInNames, word) && all.indexOf(word) === index,
      )
      .map((word) => [word, deniedInNames[word]]),
  ]
}

/** The denied words a text contains. */
export function findDeniedTexts(text) {
  return deniedInTexts.filter((word) => new RegExp(`\\b${word}\\b`, 'i').test(text))
}
