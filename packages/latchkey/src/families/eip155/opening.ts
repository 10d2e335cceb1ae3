import { type AccountId, type NetworkId, parseAccountId } from '@latchkey/wire/caip'
import { type Hex, parseAccounts, parseAddress, parseChainId } from '@latchkey/wire/rpc/eip155'
import { UserRejectedError } from '../../core/errors/connection.js'
import { WalletRequestError } from '../../core/errors/wallet.js'
import type { AttachParameters } from '../../core/family.js'
import * as limits from '../../core/limits.js'
import type { AskWallet } from './askWallet.js'
import { readFault } from './walletFault.js'

/** What a connection starts with. */
export type Opening = { readonly addresses: readonly Hex[]; readonly networkId: NetworkId }

/** Asks an in-page wallet for accounts and network. Undefined when it would have to ask its user. */
export async function openInPage(
  ask: AskWallet,
  mode: AttachParameters['mode'],
): Promise<Opening | undefined> {
  const addresses =
    mode === 'ask'
      ? await ask({
          method: 'eth_requestAccounts',
          limit: limits.walletDecisionWait,
          parse: (answer) => nonEmpty(parseAccounts(answer)),
        })
      : await knownAccounts(ask)
  if (addresses.length === 0) return undefined
  return { addresses, networkId: await readNetwork(ask) }
}

export function readNetwork(ask: AskWallet, signal?: AbortSignal): Promise<NetworkId> {
  return ask({
    method: 'eth_chainId',
    limit: limits.walletSilentWait,
    signal,
    parse: parseEvmNetwork,
  })
}

export function parseEvmNetwork(value: unknown): NetworkId | undefined {
  const reference = parseChainId(value)
  return reference === undefined ? undefined : `eip155:${reference}`
}

/** What a paired wallet has granted, with the accounts of the preferred network first. */
export function readApproval(
  { accounts, networks }: { accounts: readonly AccountId[]; networks: readonly NetworkId[] },
  preferred: NetworkId,
): Opening | undefined {
  const granted = accounts.flatMap((id) => {
    const account = parseAccountId(id)
    const address = parseAddress(account?.address)
    return account && address && isEvmNetwork(account.networkId)
      ? [{ address, networkId: account.networkId }]
      : []
  })
  const [first] = granted
  if (!first) return undefined
  const isGranted = approvedNetworks({ accounts, networks }).includes(preferred)
  const networkId = isGranted ? preferred : first.networkId
  const here = granted.filter((account) => account.networkId === networkId)
  const elsewhere = granted.filter((account) => account.networkId !== networkId)
  const addresses = [...here, ...elsewhere].map(({ address }) => address)
  return { addresses: [...new Set(addresses)], networkId }
}

/** Networks a paired wallet has agreed to, by name or by an account on them. */
export function approvedNetworks({
  accounts,
  networks,
}: {
  accounts: readonly AccountId[]
  networks: readonly NetworkId[]
}): readonly NetworkId[] {
  const ofAccounts = accounts.flatMap((id) => parseAccountId(id)?.networkId ?? [])
  return [...new Set([...networks, ...ofAccounts])].filter(isEvmNetwork)
}

/** A network id of ours in its one canonical form. */
function isEvmNetwork(id: NetworkId): boolean {
  return parseEvmNetwork(id) === id
}

async function knownAccounts(ask: AskWallet): Promise<readonly Hex[]> {
  try {
    return await ask({
      method: 'eth_accounts',
      limit: limits.walletSilentWait,
      parse: parseAccounts,
    })
  } catch (error) {
    // Locked wallets say it this way.
    if (error instanceof UserRejectedError) return []
    if (error instanceof WalletRequestError && readFault(error.cause).code === '4100') return []
    throw error
  }
}

function nonEmpty<item>(list: readonly item[] | undefined): readonly item[] | undefined {
  return list && list.length > 0 ? list : undefined
}
