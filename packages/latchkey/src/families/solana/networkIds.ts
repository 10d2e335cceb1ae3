import type { NetworkId } from '@latchkey/wire/caip'

export const mainnetId: NetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const devnetId: NetworkId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
export const testnetId: NetworkId = 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'

/** Names in the Wallet Standard; any other chain is a local one. */
const standardNames: ReadonlyMap<NetworkId, string> = new Map([
  [mainnetId, 'solana:mainnet'],
  [devnetId, 'solana:devnet'],
  [testnetId, 'solana:testnet'],
])

export function standardName(id: NetworkId): string {
  return standardNames.get(id) ?? 'solana:localnet'
}

/** Legacy ids that older wallets still approve (wire protocols §7.2). */
const legacyIds: ReadonlyMap<NetworkId, NetworkId> = new Map([
  [mainnetId, 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'],
  [devnetId, 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K'],
])

/** The legacy id of a network, if it has one. */
export function legacyId(id: NetworkId): NetworkId | undefined {
  return legacyIds.get(id)
}

/** The current id of a network; undefined for other chain families. */
export function currentId(id: NetworkId): NetworkId | undefined {
  const known = [...legacyIds].find(([, old]) => old === id)
  return known?.[0] ?? (id.startsWith('solana:') ? id : undefined)
}
