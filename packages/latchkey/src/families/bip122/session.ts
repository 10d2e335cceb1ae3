import { parseAddresses } from '@latchkey/wire/rpc/bip122'
import type { ChainSession, WalletTransport } from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import { WalletRequestError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import type { Ports } from '../../core/runtime/ports.js'
import { createBaseConnection } from '../shared/baseConnection.js'
import { lazyImport } from '../shared/lazyImport.js'
import { readProperty } from '../shared/walletError.js'
import { parseOrUndefined } from '../shared/walletRequest.js'
import {
  getApprovedAddresses,
  getPreferredAddresses,
  type NetworkAddresses,
  parseNetwork,
  parseWalletState,
  toAccounts,
} from './accounts.js'
import { createProvider } from './provider.js'

export function createSession({
  transport,
  clock,
  found: start,
}: {
  readonly transport: WalletTransport
  readonly clock: Ports['clock']
  /** With at least one account. */
  readonly found: NetworkAddresses
}): ChainSession {
  const initial = { accounts: toAccounts(start), networkId: start.networkId }
  const connection = createBaseConnection({ transport, clock, initial })
  const { state, signal: lifetime } = connection
  const approved = transport.approved?.bind(transport)
  /** The wallet's last report. Its addresses may follow later. */
  let reported = start

  /** Applies the wallet's report once addresses and network match. */
  function onWalletEvent(next: NetworkAddresses): void {
    reported = next
    const accounts = toAccounts(reported)
    if (accounts.length > 0 || reported.addresses.length === 0) {
      connection.update({ accounts, networkId: reported.networkId })
    } else {
      // Wallets report a new network and its addresses in two events.
      void readAddresses().then(
        (addresses) => {
          if (reported !== next || toAccounts({ ...next, addresses }).length === 0) return
          onWalletEvent({ ...next, addresses })
        },
        () => undefined,
      )
    }
  }

  function readAddresses() {
    return connection.request({
      method: 'getAccountAddresses',
      network: reported.networkId,
      params: { account: state().active.address },
      timeout: limits.walletSilentWait,
      parse: parseAddresses,
    })
  }

  connection.onWalletEvent('accounts', (data) => {
    if (approved) {
      onWalletEvent(
        getPreferredAddresses(approved(), state().networkId) ?? { ...reported, addresses: [] },
      )
      return
    }
    const addresses = parseOrUndefined(parseAddresses, data)
    if (addresses) onWalletEvent({ ...reported, addresses })
  })
  connection.onWalletEvent('network', (data) => {
    const networkId = parseNetwork(data) ?? parseNetwork(readProperty(data, 'network'))
    if (networkId === undefined) return
    if (approved) {
      const found = getPreferredAddresses(approved(), networkId)
      if (found?.networkId === networkId) onWalletEvent(found)
      return
    }
    const addresses = parseOrUndefined(parseAddresses, readProperty(data, 'addresses'))
    onWalletEvent({ networkId, addresses: addresses ?? reported.addresses })
  })
  connection.onWalletEvent('disconnect', () => connection.handleDisconnect())

  async function switchNetwork(network: Network, signal: AbortSignal): Promise<void> {
    if (network.id === state().networkId) return
    const found = approved
      ? getPreferredAddresses(approved(), network.id)
      : await requestSwitch(network, signal)
    lifetime.throwIfAborted()
    if (found?.networkId !== network.id || toAccounts(found).length === 0) {
      throw new ChainNotSupportedError()
    }
    onWalletEvent(found)
  }

  async function requestSwitch(network: Network, signal: AbortSignal): Promise<NetworkAddresses> {
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

  /** Lazy: not needed to connect. */
  const loadRequests = () => {
    lifetime.throwIfAborted()
    return lazyImport(import('./siteRequests.js'))
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
