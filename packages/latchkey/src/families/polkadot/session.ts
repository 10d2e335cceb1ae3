import type { NetworkId } from '@latchkey/wire/caip'
import { parseAccounts } from '@latchkey/wire/rpc/polkadot'
import type { ChainSession, WalletTransport } from '../../core/connection/family.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import type { Ports } from '../../core/runtime/ports.js'
import { sanitizeWalletName } from '../../core/wallets/sanitize.js'
import { createBaseConnection } from '../shared/baseConnection.js'
import { lazyImport } from '../shared/lazyImport.js'
import { parseOrUndefined } from '../shared/walletRequest.js'
import {
  accountsOn,
  getApprovedKeys,
  getApprovedNetworks,
  keysOf,
  type PolkadotKey,
  parsePolkadotNetwork,
} from './accounts.js'
import type { PolkadotOptions } from './index.js'
import { createProvider, type PolkadotAccount } from './provider.js'

export function createSession({
  transport,
  clock,
  keys: first,
  networkId,
  prefixes,
}: {
  readonly transport: WalletTransport
  readonly clock: Ports['clock']
  readonly keys: readonly PolkadotKey[]
  readonly networkId: NetworkId
  readonly prefixes: PolkadotOptions['ss58Prefixes']
}): ChainSession {
  let keys = first
  const accountsAt = (id: NetworkId) => accountsOn(keys, id, prefixes)
  const initial = { accounts: accountsAt(networkId), networkId }
  const connection = createBaseConnection({ transport, clock, initial })
  const { state, signal: lifetime } = connection
  const approved = transport.approved?.bind(transport)
  const granted = () => approved && getApprovedNetworks(approved())

  /** Signing is loaded with the first signature. */
  const loadSigning = () => {
    lifetime.throwIfAborted()
    return lazyImport(import('./signing.js'))
  }
  const { provider, emit } = createProvider({
    accounts: listAccounts,
    signRaw: async (raw) => ({ signature: await (await loadSigning()).signRaw(connection, raw) }),
    signPayload: async (payload) => (await loadSigning()).signPayload(connection, payload),
  })

  connection.subscribe((now, before) => {
    if (now.accounts !== before.accounts || now.active !== before.active) {
      emit('accountsChanged', listAccounts())
    }
    if (now.networkId !== before.networkId) emit('networkChanged', now.networkId)
  })
  lifetime.addEventListener('abort', () => emit('disconnect', undefined))

  connection.onWalletEvent('accounts', (data) => {
    const now = approved ? getApprovedKeys(approved()) : readKeys(data)
    if (!now) return
    keys = now
    const { networkId: here } = state()
    // Stay on this network while it has accounts; otherwise use the first approved one that has some.
    const id = [here, ...(granted() ?? [])].find((one) => accountsAt(one).length > 0) ?? here
    connection.update({ accounts: accountsAt(id), networkId: id })
  })
  connection.onWalletEvent('network', (data) => {
    const id = parsePolkadotNetwork(data)
    if (id !== undefined && granted()?.includes(id) && accountsAt(id).length > 0) {
      switchTo(id)
    }
  })
  connection.onWalletEvent('disconnect', () => connection.handleDisconnect())

  function listAccounts(): readonly PolkadotAccount[] {
    return connection.orderedAccounts().map(({ address, publicKey }) => {
      const { type, name } = keys.find((key) => key.publicKey === publicKey) ?? {}
      return { address, type, name: sanitizeWalletName(name) }
    })
  }

  /**
   * Switches to a network that has accounts. The active account stays active, with its address there.
   */
  function switchTo(id: NetworkId) {
    const { publicKey } = state().active
    const accounts = accountsAt(id)
    const isActive = (account: { publicKey?: string | undefined }) =>
      account.publicKey === publicKey
    connection.update({
      accounts: [...accounts.filter(isActive), ...accounts.filter((one) => !isActive(one))],
      networkId: id,
    })
  }

  // Some wallets report their accounts as soon as they are subscribed to, and the list may be empty.
  lifetime.throwIfAborted()
  return {
    ...connection.session,
    provider,
    approvedNetworks: granted,
    /** In-page wallets sign for any network, paired ones for those they approved. */
    async switchNetwork({ id }, signal) {
      lifetime.throwIfAborted()
      signal.throwIfAborted()
      const isOpen = granted()?.includes(id) ?? true
      if (!isOpen || accountsAt(id).length === 0) throw new ChainNotSupportedError()
      switchTo(id)
    },
    async signMessage({ message, account, signal }) {
      const { signText } = await loadSigning()
      return signText(connection, {
        text: message,
        account: connection.getAccount(account),
        signal,
      })
    },
  }
}

function readKeys(data: unknown): readonly PolkadotKey[] | undefined {
  const accounts = parseOrUndefined(parseAccounts, data)
  return accounts && keysOf(accounts)
}
