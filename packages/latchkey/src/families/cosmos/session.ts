import type { NetworkId } from '@latchkey/wire/caip'
import type { ChainSession, WalletTransport } from '../../core/connection/family.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import { WalletRequestError } from '../../core/runtime/errors/wallet.js'
import type { Ports } from '../../core/runtime/ports.js'
import { type BaseConnection, createBaseConnection } from '../shared/baseConnection.js'
import { lazyImport } from '../shared/lazyImport.js'
import { requestKeys } from './accounts.js'
import {
  type AddressPrefixes,
  accountsOn,
  type CosmosKey,
  getApprovedKeys,
  getApprovedNetworks,
  parseCosmosNetwork,
} from './address.js'
import { createProvider } from './provider.js'

/** What requests need from their connection. */
export type CosmosConnection = BaseConnection & {
  readonly prefixes: AddressPrefixes | undefined
  /** Accounts on the active network, the active one first. */
  keys(): readonly CosmosKey[]
  /** Stores the keys the wallet reported. They do not change during a connection. */
  cacheKeys(keys: readonly CosmosKey[]): void
}

export function createSession({
  transport,
  clock,
  keys: first,
  networkId,
  prefixes,
}: {
  readonly transport: WalletTransport
  readonly clock: Ports['clock']
  readonly keys: readonly CosmosKey[]
  readonly networkId: NetworkId
  readonly prefixes: AddressPrefixes | undefined
}): ChainSession {
  let keys = first
  let readings = 0
  const initial = { accounts: accountsOn(keys, networkId), networkId }
  const base = createBaseConnection({ transport, clock, initial })
  const { state, signal: lifetime } = base
  const approved = transport.approved?.bind(transport)
  const granted = () => approved && getApprovedNetworks(approved())

  const connection: CosmosConnection = {
    ...base,
    prefixes,
    keys() {
      const { networkId: here } = state()
      return base.orderedAccounts().map(({ address }) => ({
        address,
        networkId: here,
        ...keys.find((key) => key.networkId === here && key.address === address),
      }))
    },
    cacheKeys(reported) {
      keys = keys.map(
        (key) =>
          reported.find((one) => one.address === key.address && one.networkId === key.networkId) ??
          key,
      )
    },
  }
  /** Signing is loaded with the first signature. */
  const loadSigning = () => {
    lifetime.throwIfAborted()
    return lazyImport(import('./signing.js'))
  }
  const { provider, emit } = createProvider({
    getAccounts: async () => (await loadSigning()).readAccounts(connection),
    signDirect: async (...given) => (await loadSigning()).signDirect(connection, ...given),
    signAmino: async (...given) => (await loadSigning()).signAmino(connection, ...given),
    signArbitrary: async (...given) => (await loadSigning()).signArbitrary(connection, ...given),
  })

  connection.subscribe((now, before) => {
    if (now.accounts !== before.accounts || now.active !== before.active) {
      emit('accountsChanged', connection.addresses())
    }
    if (now.networkId !== before.networkId) emit('networkChanged', now.networkId)
  })
  lifetime.addEventListener('abort', () => emit('disconnect', undefined))

  connection.onWalletEvent('accounts', () => {
    if (!approved) return void refreshKeys()
    const { networkId: here } = state()
    keys = getApprovedKeys(approved(), prefixes)
    const id = [here, ...(granted() ?? [])].find((one) => accountsOn(keys, one).length > 0) ?? here
    update(keys, id)
  })
  connection.onWalletEvent('network', (data) => {
    const id = parseCosmosNetwork(data)
    if (id === undefined || !granted()?.includes(id)) return
    if (accountsOn(keys, id).length > 0) update(keys, id)
  })
  connection.onWalletEvent('disconnect', () => connection.handleDisconnect())

  function update(now: readonly CosmosKey[], id: NetworkId) {
    keys = now
    connection.update({ accounts: accountsOn(now, id), networkId: id })
  }

  /** In-page events carry no accounts, so read them. A wallet that returns none is disconnected. */
  async function refreshKeys(): Promise<void> {
    readings += 1
    const reading = readings
    const { networkId: here } = state()
    const isLast = () => reading === readings && state().networkId === here
    try {
      const now = await requestKeys(connection.request, {
        mode: 'silent',
        networkId: here,
        prefixes,
      })
      if (isLast()) update(now, here)
    } catch {
      if (isLast()) connection.handleDisconnect()
    }
  }

  return {
    ...connection.session,
    provider,
    approvedNetworks: granted,
    /**
     * In-page wallets have other keys on each chain, so request them; paired ones approved theirs
     * already.
     */
    async switchNetwork({ id }, signal) {
      lifetime.throwIfAborted()
      if (approved) {
        if (accountsOn(keys, id).length === 0) throw new ChainNotSupportedError()
        return update(keys, id)
      }
      try {
        const now = await requestKeys(connection.request, {
          mode: 'ask',
          networkId: id,
          prefixes,
          signal,
        })
        lifetime.throwIfAborted()
        update(now, id)
      } catch (error) {
        throw error instanceof WalletRequestError
          ? new ChainNotSupportedError({ cause: error })
          : error
      }
    },
    async signMessage({ message, account, signal }) {
      const { signArbitrary } = await loadSigning()
      const { address } = connection.getAccount(account)
      return (await signArbitrary(connection, address, message, signal)).signature
    },
  }
}
