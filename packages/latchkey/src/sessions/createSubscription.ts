import { type Hex, toQuantity } from '@latchkey/wire/rpc/eip155'
import type { PermissionRequest } from '../core/sessions/permissionRequest.js'
import { invalid, parseRequest } from './parseRequest.js'

const secondsByInterval = { '1s': 1, '1d': 86_400, '1w': 604_800, '1m': 2_592_000 } as const

/** A subscription: an amount that the key may take in each interval. */
export type SubscriptionOptions = {
  /** Chain id in hex, such as `0x2105`. */
  readonly chainId: Hex
  readonly asset: 'native'
  /** The amount of one interval, in the smallest unit of the coin. */
  readonly amount: bigint | Hex
  /** A second, a day, a week or a month of 30 days. */
  readonly interval: keyof typeof secondsByInterval
  /** The key of `createSessionKey`. */
  readonly signerPublicKey: Hex
  /** Unix seconds. */
  readonly expiry: number
}

/** A chain's clock is that of its last block, and before the start nothing may be spent. */
const maxLag = 3_600

/**
 * The request for a subscription, for `grantPermissions`. The first interval has begun up to an hour ago, so that
 * the key can be used at once.
 */
export function createSubscription(options: SubscriptionOptions): PermissionRequest {
  const { chainId, asset, amount, interval, signerPublicKey, expiry } = options
  if (asset !== 'native') throw invalid('`asset` must be native')
  if (!Object.hasOwn(secondsByInterval, interval)) {
    throw invalid(`\`interval\` must be one of ${Object.keys(secondsByInterval).join(', ')}`)
  }
  if (typeof amount === 'bigint' && amount <= 0n) throw invalid('`amount` must be above zero')
  const now = Date.now()
  const period = secondsByInterval[interval]
  return parseRequest(
    {
      chainId,
      expiry,
      signer: {
        type: 'keys',
        data: { keys: [{ type: 'secp256k1', publicKey: signerPublicKey }] },
      },
      permissions: [
        {
          type: 'native-token-recurring-allowance',
          data: {
            allowance: typeof amount === 'bigint' ? toQuantity(amount) : amount,
            start: Math.floor(now / 1_000) - Math.min(period, maxLag),
            period,
          },
        },
      ],
      policies: [],
    },
    now,
  )
}
