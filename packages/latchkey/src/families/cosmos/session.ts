import type { NetworkId } from '@latchkey/wire/caip'
import type { ChainSession, WalletTransport } from '../../core/connection/family.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import { WalletRequestError } from '../../core/runtime/errors/wallet.js'
import type { Ports } from '../../core/runtime/ports.js'
import { lazyImport } from '../shared/lazyImport.js'
import { createLiveConnection, type LiveConnection } from '../shared/liveConnection.js'
import {
  type AddressPrefixes,
  accountsOn,
  type CosmosKey,
  grantedKeys,
  grantedNetworks,
  parseCosmosNetwork,
} from './addresses.js'
import { askForKeys } from './askForKeys.js'
import { createProvider } from './provider.js'

/** What requests need to know of the connection they go out on. */
export type CosmosConnection = LiveConnection & {
  readonly prefixes: AddressPrefixes | undefined
  /** Accounts of the active network, the active one first. */
  keys(): readonly CosmosKey[]
  /** Takes what the wallet told of its keys, which are the same for as long as it is connected. */
  learn(keys: readonly CosmosKey[]): void
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
  const opening = { accounts: accountsOn(keys, networkId), networkId }
  const basis = createLiveConnection({ transport, clock, opening })
  const { state, signal: life } = basis
  const approved = transport.approved?.bind(transport)
  const granted = () => approved && grantedNetworks(approved())

  const live: CosmosConnection = {
    ...basis,
    prefixes,
    keys() {
      const { networkId: here } = state()
      return basis.ranked().map(({ address }) => ({
        address,
        networkId: here,
        ...keys.find((key) => key.networkId === here && key.address === address),
      }))
    },
    learn(told) {
      keys = keys.map(
        (key) =>
          told.find((one) => one.address === key.address && one.networkId === key.networkId) ?? key,
      )
    },
  }
  /** Signing is loaded with the first signature. */
  const loadSigning = () => {
    life.throwIfAborted()
    return lazyImport(import('./signing.js'))
  }
  const { provider, emit } = createProvider({
    getAccounts: async () => (await loadSigning()).readAccounts(live),
    signDirect: async (...given) => (await loadSigning()).signDirect(live, ...given),
    signAmino: async (...given) => (await loadSigning()).signAmino(live, ...given),
    signArbitrary: async (...given) => (await loadSigning()).signArbitrary(live, ...given),
  })

  live.watch((now, before) => {
    if (now.accounts !== before.accounts || now.active !== before.active) {
      emit('accountsChanged', live.addresses())
    }
    if (now.networkId !== before.networkId) emit('networkChanged', now.networkId)
  })
  life.addEventListener('abort', () => emit('disconnect', undefined))

  live.hear('accounts', () => {
    if (!approved) return void readAgain()
    const { networkId: here } = state()
    keys = grantedKeys(approved(), prefixes)
    const place =
      [here, ...(granted() ?? [])].find((one) => accountsOn(keys, one).length > 0) ?? here
    adopt(keys, place)
  })
  live.hear('network', (data) => {
    const place = parseCosmosNetwork(data)
    if (place === undefined || !granted()?.includes(place)) return
    if (accountsOn(keys, place).length > 0) adopt(keys, place)
  })
  live.hear('disconnect', () => live.hangUp())

  function adopt(now: readonly CosmosKey[], place: NetworkId) {
    keys = now
    live.adopt({ accounts: accountsOn(now, place), networkId: place })
  }

  /** In-page wallets only say that something has changed. One that does not say what is left. */
  async function readAgain(): Promise<void> {
    readings += 1
    const reading = readings
    const { networkId: here } = state()
    const isLast = () => reading === readings && state().networkId === here
    try {
      const now = await askForKeys(live.ask, { mode: 'silent', networkId: here, prefixes })
      if (isLast()) adopt(now, here)
    } catch {
      if (isLast()) live.hangUp()
    }
  }

  return {
    ...live.session,
    provider,
    approvedNetworks: granted,
    /** In-page wallets are asked for the other chain, which has other keys; paired ones have agreed before. */
    async switchNetwork({ id }, signal) {
      life.throwIfAborted()
      if (approved) {
        if (accountsOn(keys, id).length === 0) throw new ChainNotSupportedError()
        return adopt(keys, id)
      }
      try {
        const now = await askForKeys(live.ask, { mode: 'ask', networkId: id, prefixes, signal })
        life.throwIfAborted()
        adopt(now, id)
      } catch (error) {
        throw error instanceof WalletRequestError
          ? new ChainNotSupportedError({ cause: error })
          : error
      }
    },
    async signMessage({ message, account, signal }) {
      const { signArbitrary } = await loadSigning()
      const { address } = live.ownAccount(account)
      return (await signArbitrary(live, address, message, signal)).signature
    },
  }
}
