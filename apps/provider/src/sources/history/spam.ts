import type { Token } from '../tokens/Token.js'

/** URLs and words that lure people to a page; real tokens do not have them in their name. */
const pagePattern =
  /https?:|www\.|t\.me\/|\.(?:com|org|net|io|xyz|app|gift|fi|me|site|top|vip|pro|live|cc|click|link)\b/i
const scamPattern = /\b(?:claim|airdrop|visit|reward|bonus|voucher|giveaway|redeem)s?\b/i
/** Recipients in one transaction from which it counts as a mass delivery. */
const massDeliveryCount = 25

/** Letters of other scripts that look like Latin ones. */
const lookalikes = new Map(
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
    readonly isOwnTransaction: boolean
    readonly wellKnown: readonly Token[]
  },
): boolean {
  if (context.isListed || context.isOwnTransaction) return false
  if (isScam(label.name) || isScam(label.symbol)) return true
  const shape = toSkeleton(label.symbol)
  return shape !== '' && context.wellKnown.some(({ symbol }) => toSkeleton(symbol) === shape)
}

/** An NFT sent by a stranger whose name or description lures, or that was sent to many at once. */
export function isSpamNft(
  text: { readonly name: string; readonly collection: string; readonly description: string },
  delivery: { readonly isOwnTransaction: boolean; readonly recipients?: number | undefined },
): boolean {
  if (delivery.isOwnTransaction) return false
  // Honest descriptions name pages too.
  const isInvitation = pagePattern.test(text.description) && scamPattern.test(text.description)
  const isMass = (delivery.recipients ?? 1) >= massDeliveryCount
  return isScam(text.collection) || isScam(text.name) || isInvitation || isMass
}

function isScam(text: string): boolean {
  return pagePattern.test(text) || scamPattern.test(text)
}

/** A symbol with look-alike letters replaced, for comparison. */
function toSkeleton(symbol: string): string {
  return [...symbol.normalize('NFKD')]
    .map((letter) => lookalikes.get(letter) ?? letter)
    .join('')
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
}
