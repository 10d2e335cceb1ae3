import type { NetworkId } from '@latchkey/wire/caip'

export const mainnetId: NetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const devnetId: NetworkId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
export const testnetId: NetworkId = 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'

/** Names of the Wallet Standard. Any other chain is somebody's own. */
const standardNames: ReadonlyMap<NetworkId, string> = new Map([
  [mainnetId, 'solana:mainnet'],
  [devnetId, 'solana:devnet'],
  [testnetId, 'solana:testnet'],
])

export function standardName(id: NetworkId): string {
  return standardNames.get(id) ?? 'solana:localnet'
}

/** Ids that older wallets still approve (wire protocols §7.2), and those they stand for. */
const legacyIds: ReadonlyMap<NetworkId, NetworkId> = new Map([
  [mainnetId, 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'],
  [devnetId, 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K'],
])

/** The former id of a network, where it had another. */
export function legacyId(id: NetworkId): NetworkId | undefined {
  return legacyIds.get(id)
}

/** The id that is used today; undefined outside of Solana. */
export function currentId(id: NetworkId): NetworkId | undefined {
  const former = [...legacyIds].find(([, old]) => old === id)
  return former?.[0] ?? (id.startsWith('solana:') ? id : undefined)
}
