/** Chain-agnostic ids: CAIP-2 networks (`eip155:1`) and CAIP-10 accounts (`eip155:1:0xab…`). */

export const namespaces = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const

/** A CAIP-2 namespace. */
export type Namespace = (typeof namespaces)[number]
/** A CAIP-2 network id, such as `eip155:1`. */
export type NetworkId = `${Namespace}:${string}`
/** A CAIP-10 account id, such as `eip155:1:0x…`. */
export type AccountId = `${NetworkId}:${string}`

const referencePattern = /^[-_a-zA-Z0-9]{1,32}$/
const addressPattern = /^[-.%a-zA-Z0-9]{1,128}$/

export function isNamespace(value: unknown): value is Namespace {
  return (namespaces as readonly unknown[]).includes(value)
}

export function parseNetworkId(
  value: unknown,
): { namespace: Namespace; reference: string; networkId: NetworkId } | undefined {
  if (typeof value !== 'string') return undefined
  const [namespace, reference = '', ...rest] = value.split(':')
  if (!isNamespace(namespace) || !referencePattern.test(reference) || rest.length > 0)
    return undefined
  return { namespace, reference, networkId: `${namespace}:${reference}` }
}

export function isNetworkId(value: unknown): value is NetworkId {
  return parseNetworkId(value) !== undefined
}

export function parseAccountId(
  value: unknown,
):
  | { namespace: Namespace; networkId: NetworkId; address: string; accountId: AccountId }
  | undefined {
  if (typeof value !== 'string') return undefined
  const end = value.lastIndexOf(':')
  const network = parseNetworkId(value.slice(0, end))
  const address = value.slice(end + 1)
  if (!network || !addressPattern.test(address)) return undefined
  const { namespace, networkId } = network
  return { namespace, networkId, address, accountId: `${networkId}:${address}` }
}

export function toAccountId(networkId: NetworkId, address: string): AccountId {
  return `${networkId}:${address}`
}

export function namespaceOf(id: NetworkId | AccountId): Namespace {
  return id.slice(0, id.indexOf(':')) as Namespace
}

/** The part after the namespace: a decimal chain id on eip155, a genesis hash or name elsewhere. */
export function referenceOf(networkId: NetworkId): string {
  return networkId.slice(networkId.indexOf(':') + 1)
}
