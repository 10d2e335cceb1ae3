import type { NetworkId } from '@latchkey/wire/caip'
import type { Hex } from '@latchkey/wire/rpc/hex'
import type { SessionLimits } from './sessionGrant.js'

/** A permission that an account granted to a site. */
export type SmartSession = {
  /** Of the permission on the chain; the provider's if only the wallet can read the permission. */
  readonly id: string
  readonly network: NetworkId
  readonly address: string
  readonly site: {
    readonly name: string
    readonly url?: string | undefined
    readonly icon?: string | undefined
  }
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly startsAt?: number | undefined
  readonly createdAt?: number | undefined
  /** For `createSessionClient`. */
  readonly context: Hex
  /** The address of the key; absent if only the wallet can read the permission. */
  readonly key?: Hex | undefined
}

/** A session with what the chain says about it. */
export type SmartSessionDetails = SmartSession & {
  /** `unknown`: only the wallet can tell, or the network cannot be reached. Never the provider's word. */
  readonly status: 'active' | 'upcoming' | 'expired' | 'revoked' | 'unknown'
  /** Absent if the status is unknown. */
  readonly limits?: SessionLimits | undefined
}
