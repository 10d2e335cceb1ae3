/** Published test card numbers. */
const acceptedCards: ReadonlySet<string> = new Set([
  '4242424242424242',
  '4000056655665556',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '6011111111111117',
])

const declinedCards: ReadonlyMap<string, string> = new Map([
  ['4000000000000002', 'The card was declined.'],
  ['4000000000009995', 'The card was declined: it has insufficient funds.'],
  ['4000000000009987', 'The card was declined: it was reported lost.'],
  ['4000000000000069', 'The card was declined: it has expired.'],
  ['4000000000000127', 'The card was declined: the security code is wrong.'],
])

/** Accepted, then taken back by the bank: the purchase fails after the payment. */
const reversedCard = '4000000000000341'

export type Card = { readonly number: string; readonly expiry: string; readonly code: string }

/** Why a card is declined, and the field; undefined if it is accepted. */
export function findDecline(
  { number, expiry, code }: Card,
  now: number,
): { readonly field: 'number' | 'expiry' | 'code'; readonly text: string } | undefined {
  const digits = number.replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(digits)) return { field: 'number', text: 'Enter the whole card number.' }
  if (!isInFuture(expiry, now)) {
    return { field: 'expiry', text: 'Enter a date in the future, like 04/31.' }
  }
  if (!/^\d{3,4}$/.test(code.trim())) {
    return { field: 'code', text: 'Enter the three- or four-digit security code.' }
  }
  if (acceptedCards.has(digits) || digits === reversedCard) return undefined
  const text =
    declinedCards.get(digits) ??
    'Only test cards work here, such as 4242 4242 4242 4242. This card was not charged.'
  return { field: 'number', text }
}

export function isReversed({ number }: Card): boolean {
  return number.replace(/[\s-]/g, '') === reversedCard
}

function isInFuture(expiry: string, now: number): boolean {
  const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(\d{2}|20\d{2})\s*$/.exec(expiry) ?? []
  if (month === undefined || year === undefined) return false
  if (Number(month) < 1 || Number(month) > 12) return false
  const expiresAt = Date.UTC(2000 + (Number(year) % 100), Number(month), 1)
  return expiresAt > now
}
