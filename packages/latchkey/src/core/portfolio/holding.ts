import type { NetworkId } from '@latchkey/wire/caip'

/** What an account has of one coin or token. */
export type Holding = {
  readonly networkId: NetworkId
  /** Absent for the network's own coin. */
  readonly address?: string | undefined
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** In the smallest unit: exact. */
  readonly units: bigint
  /** One whole unit in US dollars, for display; absent where nobody knows a price. */
  readonly price?: number | undefined
  readonly icon?: string | undefined
}

export function isNative({ address }: Pick<Holding, 'address'>): boolean {
  return address === undefined
}
