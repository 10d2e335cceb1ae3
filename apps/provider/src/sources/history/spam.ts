import type { Token } from '../tokens/Token.js'

/** Words and addresses that lure people to a page; real tokens have no need of them in their name. */
const LURE =
  /https?:|www\.|t\.me\/|\.(?:com|org|net|io|xyz|app|gift|fi|me|site|top|vip|pro|live|cc|click|link)\b|\b(?:claim|airdrop|visit|reward|bonus|voucher|giveaway|redeem)\b/i

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
  if (LURE.test(label.name) || LURE.test(label.symbol)) return true
  const shape = shapeOf(label.symbol)
  return shape !== '' && context.wellKnown.some(({ symbol }) => shapeOf(symbol) === shape)
}

/** What a symbol looks like at a glance. */
function shapeOf(symbol: string): string {
  return [...symbol.normalize('NFKD')]
    .map((letter) => LOOKALIKES.get(letter) ?? letter)
    .join('')
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
}
