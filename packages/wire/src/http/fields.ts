import * as v from 'valibot'
import { type AccountId, isNetworkId, type NetworkId, parseAccountId } from '../caip.js'
import { isImageLink, isWebLink } from '../links.js'
import { toWalletLink } from '../walletLinks.js'

/** Fields that several endpoints share. */

export const networkId = v.custom<NetworkId>(isNetworkId, 'Not a chain id like eip155:1.')

export const accountId = v.custom<AccountId>(
  (value) => parseAccountId(value) !== undefined,
  'Not an account id like eip155:1:0xab….',
)

/** Accepts EVM, Solana, Bitcoin, Polkadot and Cosmos addresses; endpoints check the exact kind. */
export const plainAddress = v.pipe(v.string(), v.regex(/^[a-zA-Z0-9]{25,90}$/, 'Not an address.'))

/** An amount in a token's smallest unit. */
export const units = v.pipe(v.string(), v.regex(/^\d{1,78}$/, 'Not a whole number of units.'))

/** A decimal amount of the token, exact. */
export const decimal = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,78}(?:\.\d{1,78})?$/, 'Invalid decimal number.'),
)

export const hexData = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2})*$/, 'Not hex data.'))

export const isoTime = v.pipe(v.string(), v.isoTimestamp('Not a time like 2026-01-02T03:04:05Z.'))

/** Human-readable text, short enough for a screen. */
export const label = v.pipe(v.string(), v.maxLength(256))

/** A web URL. */
export const webAddress = v.pipe(
  v.string(),
  v.maxLength(2_048),
  v.check((link) => isWebLink(link), 'Not a web address.'),
)

/** A link with a wallet's own scheme, or a web URL. */
export const walletAddress = v.pipe(
  v.string(),
  v.maxLength(2_048),
  v.check((link) => toWalletLink(link) !== undefined, 'Not a wallet link.'),
)

export const imageAddress = v.pipe(
  v.string(),
  v.maxLength(65_536),
  v.check((link) => isImageLink(link), 'Not an image URL.'),
)

/** An icon URL. An invalid one becomes empty, so that the entry itself is kept. */
export const iconAddress = v.pipe(
  v.string(),
  v.maxLength(65_536),
  v.transform((link) => (isImageLink(link) ? link : '')),
)

/** Treats null like an absent field. */
export function absentable<const schema extends v.GenericSchema>(schema: schema) {
  return v.optional(
    v.pipe(
      v.nullable(schema),
      v.transform((value) => value ?? undefined),
    ),
  )
}

/** A comma-separated list in one query field: `a,b,c`. */
export function commaList<const item extends v.GenericSchema<string, unknown>>(
  item: item,
  maxLength: number,
) {
  return v.pipe(
    v.string(),
    v.maxLength(16_384),
    v.transform((text) => text.split(',').filter((part) => part !== '')),
    v.array(item),
    v.maxLength(maxLength),
  )
}

/** A whole number in a query field. */
export function wholeNumber(min: number, max: number) {
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, 'Not a whole number.'),
    v.transform(Number),
    v.minValue(min),
    v.maxValue(max),
  )
}
