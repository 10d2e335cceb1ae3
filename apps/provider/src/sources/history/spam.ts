import type { Token } from '../tokens/Token.js'

/** URLs and words that lure people to a page; real tokens do not have them in their name. */
const PAGE =
  /https?:|www\.|t\.me\/|\.(?:com|org|net|io|xyz|app|gift|fi|me|site|top|vip|pro|live|cc|click|link)\b/i
const LURE = /\b(?:claim|airdrop|visit|reward|bonus|voucher|giveaway|redeem)s?\b/i
/** Recipients in one transaction from which it counts as a mass delivery. */
const MASS_DELIVERY = 25

/** Letters of other scripts that look like Latin ones. */
const LOOKALIKES = new Map(
  [...'АВЕЅІЈКМНОРСТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧаеорсухіѕј0'].map((letter, index) => [
    letter,
    'ABESIJKMHOPCTXYABEZHIKMNOPTYXaeopcyxisjO'[index] as string,
  ]),
)

/** A token sent by a stranger that names a page or looks like a well-known token. */
export function isSpam(
  label: { readonly name: string; readonly symbol: string },
  context: {
    readonly isListed: boolean
    /** The account sent the transaction itself. */
    readonly isAskedFor: boolean
    readonly wellKnown: readonly Token[]
  },
): boolean {
  if (context.isListed || context.isAskedFor) return false
  if (isLure(label.name) || isLure(label.symbol)) return true
  const shape = shapeOf(label.symbol)
  return shape !== '' && context.wellKnown.some(({ symbol }) => shapeOf(symbol) === shape)
}

/** An NFT sent by a stranger whose name or description lures, or that was sent to many at once. */
export function isSpamNft(
  text: { readonly name: string; readonly collection: string; readonly description: string },
  delivery: { readonly isAskedFor: boolean; readonly receivers?: number | undefined },
): boolean {
  if (delivery.isAskedFor) return false
  // Honest descriptions name pages too.
  const isInvitation = PAGE.test(text.description) && LURE.test(text.description)
  const isMass = (delivery.receivers ?? 1) >= MASS_DELIVERY
  return isLure(text.collection) || isLure(text.name) || isInvitation || isMass
}

function isLure(text: string): boolean {
  return PAGE.test(text) || LURE.test(text)
}

/** A symbol with look-alike letters replaced, for comparison. */
function shapeOf(symbol: string): string {
  return [...symbol.normalize('NFKD')]
    .map((letter) => LOOKALIKES.get(letter) ?? letter)
    .join('')
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
}
