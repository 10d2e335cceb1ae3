import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import type { Network } from '../../network/network.js'

/** An account's balance of one coin or token. */
export type Holding = {
  readonly networkId: NetworkId
  /** Absent for the native coin. */
  readonly address?: string | undefined
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** In the smallest unit. */
  readonly units: bigint
  /** US dollars per whole unit, for display; absent if unknown. */
  readonly price?: number | undefined
  /** The provider's price is not current. */
  readonly isPriceStale?: true | undefined
  readonly icon?: string | undefined
}

export function isNative({ address }: Pick<Holding, 'address'>): boolean {
  return address === undefined
}

/**
 * What must stay of the coin while all of it is swapped: a route on Solana wraps it in an account with a
 * deposit, and the account has one itself.
 */
export function depositsOf({ networkId }: Holding): bigint {
  return networkId.startsWith('solana') ? 3_000_000n : 0n
}

/**
 * Public surface §8.4: placeholder addresses for a network's own coin. Families without one have no
 * balances here (§8.5).
 */
export const coinAddresses: { readonly [namespace in Namespace]?: string } = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
}

/** Specification §1, §5: whether balances are shown at all: on some families, never on test networks. */
export function hasBalances({ namespace, isTestnet }: Network): boolean {
  return !isTestnet && coinAddresses[namespace] !== undefined
}
