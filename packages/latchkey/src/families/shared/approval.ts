import { type AccountId, type NetworkId, parseAccountId } from '@latchkey/wire/caip'

/** What a paired wallet has agreed to, on all its chain families. */
export type Approval = {
  readonly accounts: readonly AccountId[]
  readonly networks: readonly NetworkId[]
}

/** How a family reads ids: each gives the canonical form, or undefined for what is not its own. */
export type IdParsers<address extends string> = {
  network(id: NetworkId): NetworkId | undefined
  address(text: string): address | undefined
}

/** The accounts a paired wallet has granted, those of the preferred network first. */
export function parseApproval<address extends string>(
  approval: Approval,
  preferred: NetworkId,
  read: IdParsers<address>,
): { readonly addresses: readonly address[]; readonly networkId: NetworkId } | undefined {
  const granted = approval.accounts.flatMap((id) => {
    const account = parseAccountId(id)
    const networkId = account && read.network(account.networkId)
    const address = account && read.address(account.address)
    return networkId !== undefined && address !== undefined ? [{ address, networkId }] : []
  })
  const [first] = granted
  if (!first) return undefined
  const isGranted = approvedNetworks(approval, read).includes(preferred)
  const networkId = isGranted ? preferred : first.networkId
  const here = granted.filter((account) => account.networkId === networkId)
  const elsewhere = granted.filter((account) => account.networkId !== networkId)
  const addresses = [...here, ...elsewhere].map(({ address }) => address)
  return { addresses: [...new Set(addresses)], networkId }
}

/** Networks a paired wallet has agreed to, by name or by an account on them. */
export function approvedNetworks(
  { accounts, networks }: Approval,
  read: Pick<IdParsers<string>, 'network'>,
): readonly NetworkId[] {
  const ofAccounts = accounts.flatMap((id) => parseAccountId(id)?.networkId ?? [])
  return [...new Set([...networks, ...ofAccounts].flatMap((id) => read.network(id) ?? []))]
}
