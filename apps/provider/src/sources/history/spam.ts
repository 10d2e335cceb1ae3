import type { Token } from '../tokens/Token.js'

/** Addresses and words that lure people to a page; real tokens have no need of them in their name. */
const PAGE =
  /https?:|www\.|t\.me\/|\.(?:com|org|net|io|xyz|app|gift|fi|me|site|top|vip|pro|live|cc|click|link)\b/i
const LURE = /\b(?:claim|airdrop|visit|reward|bonus|voucher|giveaway|redeem)s?\b/i
/** So many receivers in one transaction, and none of them asked. */
const MASS_DELIVERY = 25

/** Letters of other scripts that pass for Latin ones. */
const LOOKALIKES = new Map(
  [...'АВЕЅІЈКМНОРСТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧаеорсухіѕј0'].map((letter, index) => [
    letter,
    'ABESIJKMHOPCTXYABEZHIKMNOPTYXaeopcyxisjO'[index] as string,
  ]),
)

/** Sent by a stranger, and made to deceive: it names a page to visit, or passes for a well-known token. */
export function isSpam(
  label: { readonly name: string; readonly symbol: string },
  context: {
    readonly isListed: boolean
    /** The account asked for it: it sent the transaction itself. */
    readonly isAskedFor: boolean
    readonly wellKnown: readonly Token[]
  },
): boolean {
  if (context.isListed || context.isAskedFor) return false
  if (isLure(label.name) || isLure(label.symbol)) return true
  const shape = shapeOf(label.symbol)
  return shape !== '' && context.wellKnown.some(({ symbol }) => shapeOf(symbol) === shape)
}

/**
 * A piece of a collection nobody asked for: its name lures, its description lures to a page, or it was
 * handed out to a crowd in one transaction.
 */
export function isSpamNft(
  text: { readonly name: string; readonly collection: string; readonly description: string },
  delivery: { readonly isAskedFor: boolean; readonly receivers?: number | undefined },
): boolean {
  if (delivery.isAskedFor) return false
  // Descriptions of honest works name pages, too.
  const isInvitation = PAGE.test(text.description) && LURE.test(text.description)
  const isMass = (delivery.receivers ?? 1) >= MASS_DELIVERY
  return isLure(text.collection) || isLure(text.name) || isInvitation || isMass
}

function isLure(text: string): boolean {
  return PAGE.test(text) || LURE.test(text)
}

/** What a symbol looks like at a glance. */
function shapeOf(symbol: string): string {
  return [...symbol.normalize('NFKD')]
    .map((letter) => LOOKALIKES.get(letter) ?? letter)
    .join('')
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
}
