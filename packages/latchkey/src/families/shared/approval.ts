import { type AccountId, type NetworkId, parseAccountId } from '@latchkey/wire/caip'

/** Accounts and networks a paired wallet approved, of all chain families. */
export type Approval = {
  readonly accounts: readonly AccountId[]
  readonly networks: readonly NetworkId[]
}

/** A family's parsers: the canonical form, or undefined for ids of other families. */
export type IdParsers<address extends string> = {
  network(id: NetworkId): NetworkId | undefined
  address(text: string): address | undefined
}

/** The accounts a paired wallet approved, those of the preferred network first. */
export function parseApproval<address extends string>(
  approval: Approval,
  preferred: NetworkId,
  parse: IdParsers<address>,
): { readonly addresses: readonly address[]; readonly networkId: NetworkId } | undefined {
  const granted = approval.accounts.flatMap((id) => {
    const account = parseAccountId(id)
    const networkId = account && parse.network(account.networkId)
    const address = account && parse.address(account.address)
    return networkId !== undefined && address !== undefined ? [{ address, networkId }] : []
  })
  const [first] = granted
  if (!first) return undefined
  const isApproved = approvedNetworks(approval, parse).includes(preferred)
  const networkId = isApproved ? preferred : first.networkId
  const here = granted.filter((account) => account.networkId === networkId)
  const elsewhere = granted.filter((account) => account.networkId !== networkId)
  const addresses = [...here, ...elsewhere].map(({ address }) => address)
  return { addresses: [...new Set(addresses)], networkId }
}

/** Networks a paired wallet approved, by id or by an account on them. */
export function approvedNetworks(
  { accounts, networks }: Approval,
  parse: Pick<IdParsers<string>, 'network'>,
): readonly NetworkId[] {
  const ofAccounts = accounts.flatMap((id) => parseAccountId(id)?.networkId ?? [])
  return [...new Set([...networks, ...ofAccounts].flatMap((id) => parse.network(id) ?? []))]
}
