import { parseAddresses } from '@latchkey/wire/rpc/bip122'
import type { ChainSession, WalletTransport } from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import { WalletRequestError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import type { Ports } from '../../core/runtime/ports.js'
import { lazyImport } from '../shared/lazyImport.js'
import { createLiveConnection } from '../shared/liveConnection.js'
import { parseSafely } from '../shared/parseSafely.js'
import { read } from '../shared/walletFault.js'
import {
  approvedPlace,
  approvedPlaces,
  type OpeningContext,
  parseNetwork,
  parsePlace,
  toAccounts,
} from './opening.js'
import { createProvider } from './provider.js'

export function createSession({
  transport,
  clock,
  place: start,
}: {
  readonly transport: WalletTransport
  readonly clock: Ports['clock']
  /** With at least one account. */
  readonly place: OpeningContext
}): ChainSession {
  const opening = { accounts: toAccounts(start), networkId: start.networkId }
  const live = createLiveConnection({ transport, clock, opening })
  const { state, signal: life } = live
  const approved = transport.approved?.bind(transport)
  /** As the wallet told it last; its addresses may be yet to follow. */
  let told = start

  /** Takes what the wallet tells, once addresses and network fit each other. */
  function hear(next: OpeningContext): void {
    told = next
    const accounts = toAccounts(told)
    if (accounts.length > 0 || told.addresses.length === 0) {
      live.adopt({ accounts, networkId: told.networkId })
    } else {
      // Wallets tell of another network and of the addresses there one after the other.
      void readAddresses().then(
        (addresses) => {
          if (told !== next || toAccounts({ ...next, addresses }).length === 0) return
          hear({ ...next, addresses })
        },
        () => undefined,
      )
    }
  }

  function readAddresses() {
    return live.ask({
      method: 'getAccountAddresses',
      network: told.networkId,
      params: { account: state().active.address },
      limit: limits.walletSilentWait,
      parse: parseAddresses,
    })
  }

  live.hear('accounts', (data) => {
    if (approved) {
      hear(approvedPlace(approved(), state().networkId) ?? { ...told, addresses: [] })
      return
    }
    const addresses = parseSafely(parseAddresses, data)
    if (addresses) hear({ ...told, addresses })
  })
  live.hear('network', (data) => {
    const networkId = parseNetwork(data) ?? parseNetwork(read(data, 'network'))
    if (networkId === undefined) return
    if (approved) {
      const place = approvedPlace(approved(), networkId)
      if (place?.networkId === networkId) hear(place)
      return
    }
    const addresses = parseSafely(parseAddresses, read(data, 'addresses'))
    hear({ networkId, addresses: addresses ?? told.addresses })
  })
  live.hear('disconnect', () => live.hangUp())

  async function switchNetwork(network: Network, signal: AbortSignal): Promise<void> {
    if (network.id === state().networkId) return
    const place = approved
      ? approvedPlace(approved(), network.id)
      : await askToSwitch(network, signal)
    life.throwIfAborted()
    if (place?.networkId !== network.id || toAccounts(place).length === 0) {
      throw new ChainNotSupportedError()
    }
    hear(place)
  }

  async function askToSwitch(network: Network, signal: AbortSignal): Promise<OpeningContext> {
    try {
      return await live.ask({
        method: 'switchNetwork',
        network: network.id,
        limit: limits.walletDecisionWait,
        signal,
        parse: parsePlace,
      })
    } catch (error) {
      if (error instanceof WalletRequestError) throw new ChainNotSupportedError({ cause: error })
      throw error
    }
  }

  /** Nothing of this is needed to connect. */
  const loadRequests = () => {
    life.throwIfAborted()
    return lazyImport(import('./requests.js'))
  }
  const { provider, emit } = createProvider({
    getAccountAddresses: async () => (await loadRequests()).getAccountAddresses(live),
    signMessage: async (call) => (await loadRequests()).signForSite(live, call),
    signPSBT: async (call) => (await loadRequests()).signPsbt(live, call),
    sendTransfer: async (call) => (await loadRequests()).sendTransfer(live, call),
  })
  live.watch((now, before) => {
    if (now.accounts !== before.accounts || now.active !== before.active) {
      emit('accountsChanged', live.addresses())
    }
    if (now.networkId !== before.networkId) emit('chainChanged', now.networkId)
  })
  life.addEventListener('abort', () => emit('disconnect', undefined))

  return {
    ...live.session,
    provider,
    approvedNetworks: () =>
      approved && approvedPlaces(approved()).map(({ networkId }) => networkId),
    switchNetwork,
    async signMessage({ message, account, signal }) {
      const { signMessage } = await loadRequests()
      return signMessage(live, { message, address: live.ownAccount(account).address, signal })
    },
  }
}
