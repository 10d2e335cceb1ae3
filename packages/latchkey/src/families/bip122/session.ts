import { parseAddresses } from '@latchkey/wire/rpc/bip122'
import type { ChainSession, WalletTransport } from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import { WalletRequestError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import type { Ports } from '../../core/runtime/ports.js'
import { parseOrUndefined } from '../shared/askWallet.js'
import { lazyImport } from '../shared/lazyImport.js'
import { createBaseConnection } from '../shared/liveConnection.js'
import { read } from '../shared/walletFault.js'
import {
  getApprovedAddresses,
  getPreferredAddresses,
  type NetworkAddresses,
  parseNetwork,
  parseWalletState,
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
  readonly place: NetworkAddresses
}): ChainSession {
  const initial = { accounts: toAccounts(start), networkId: start.networkId }
  const connection = createBaseConnection({ transport, clock, initial })
  const { state, signal: lifetime } = connection
  const approved = transport.approved?.bind(transport)
  /** As the wallet told it last; its addresses may be yet to follow. */
  let told = start

  /** Takes what the wallet tells, once addresses and network fit each other. */
  function onWalletEvent(next: NetworkAddresses): void {
    told = next
    const accounts = toAccounts(told)
    if (accounts.length > 0 || told.addresses.length === 0) {
      connection.update({ accounts, networkId: told.networkId })
    } else {
      // Wallets tell of another network and of the addresses there one after the other.
      void readAddresses().then(
        (addresses) => {
          if (told !== next || toAccounts({ ...next, addresses }).length === 0) return
          onWalletEvent({ ...next, addresses })
        },
        () => undefined,
      )
    }
  }

  function readAddresses() {
    return connection.request({
      method: 'getAccountAddresses',
      network: told.networkId,
      params: { account: state().active.address },
      timeout: limits.walletSilentWait,
      parse: parseAddresses,
    })
  }

  connection.onWalletEvent('accounts', (data) => {
    if (approved) {
      onWalletEvent(
        getPreferredAddresses(approved(), state().networkId) ?? { ...told, addresses: [] },
      )
      return
    }
    const addresses = parseOrUndefined(parseAddresses, data)
    if (addresses) onWalletEvent({ ...told, addresses })
  })
  connection.onWalletEvent('network', (data) => {
    const networkId = parseNetwork(data) ?? parseNetwork(read(data, 'network'))
    if (networkId === undefined) return
    if (approved) {
      const place = getPreferredAddresses(approved(), networkId)
      if (place?.networkId === networkId) onWalletEvent(place)
      return
    }
    const addresses = parseOrUndefined(parseAddresses, read(data, 'addresses'))
    onWalletEvent({ networkId, addresses: addresses ?? told.addresses })
  })
  connection.onWalletEvent('disconnect', () => connection.handleDisconnect())

  async function switchNetwork(network: Network, signal: AbortSignal): Promise<void> {
    if (network.id === state().networkId) return
    const place = approved
      ? getPreferredAddresses(approved(), network.id)
      : await askToSwitch(network, signal)
    lifetime.throwIfAborted()
    if (place?.networkId !== network.id || toAccounts(place).length === 0) {
      throw new ChainNotSupportedError()
    }
    onWalletEvent(place)
  }

  async function askToSwitch(network: Network, signal: AbortSignal): Promise<NetworkAddresses> {
    try {
      return await connection.request({
        method: 'switchNetwork',
        network: network.id,
        timeout: limits.walletDecisionWait,
        signal,
        parse: parseWalletState,
      })
    } catch (error) {
      if (error instanceof WalletRequestError) throw new ChainNotSupportedError({ cause: error })
      throw error
    }
  }

  /** Nothing of this is needed to connect. */
  const loadRequests = () => {
    lifetime.throwIfAborted()
    return lazyImport(import('./requests.js'))
  }
  const { provider, emit } = createProvider({
    getAccountAddresses: async () => (await loadRequests()).getAccountAddresses(connection),
    signMessage: async (call) => (await loadRequests()).signSiteMessage(connection, call),
    signPSBT: async (call) => (await loadRequests()).signPsbt(connection, call),
    sendTransfer: async (call) => (await loadRequests()).sendTransfer(connection, call),
  })
  connection.subscribe((now, before) => {
    if (now.accounts !== before.accounts || now.active !== before.active) {
      emit('accountsChanged', connection.addresses())
    }
    if (now.networkId !== before.networkId) emit('chainChanged', now.networkId)
  })
  lifetime.addEventListener('abort', () => emit('disconnect', undefined))

  return {
    ...connection.session,
    provider,
    approvedNetworks: () =>
      approved && getApprovedAddresses(approved()).map(({ networkId }) => networkId),
    switchNetwork,
    async signMessage({ message, account, signal }) {
      const { signMessage } = await loadRequests()
      return signMessage(connection, {
        message,
        address: connection.getAccount(account).address,
        signal,
      })
    },
  }
}
