import type { NetworkId } from '@latchkey/wire/caip'
import { parseAccounts } from '@latchkey/wire/rpc/polkadot'
import type { ChainSession, WalletTransport } from '../../core/connection/family.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import type { Ports } from '../../core/runtime/ports.js'
import { sanitizeWalletName } from '../../core/wallets/sanitize.js'
import { parseSafely } from '../shared/askWallet.js'
import { lazyImport } from '../shared/lazyImport.js'
import { createLiveConnection } from '../shared/liveConnection.js'
import type { PolkadotOptions } from './index.js'
import {
  accountsOn,
  grantedKeys,
  grantedNetworks,
  type Key,
  keysOf,
  parsePolkadotNetwork,
} from './keys.js'
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
  readonly keys: readonly Key[]
  readonly networkId: NetworkId
  readonly prefixes: PolkadotOptions['ss58Prefixes']
}): ChainSession {
  let keys = first
  const accountsAt = (place: NetworkId) => accountsOn(keys, place, prefixes)
  const opening = { accounts: accountsAt(networkId), networkId }
  const live = createLiveConnection({ transport, clock, opening })
  const { state, signal: life } = live
  const approved = transport.approved?.bind(transport)
  const granted = () => approved && grantedNetworks(approved())

  /** Signing is loaded with the first signature. */
  const loadSigning = () => {
    life.throwIfAborted()
    return lazyImport(import('./signing.js'))
  }
  const { provider, emit } = createProvider({
    accounts: toldAccounts,
    signRaw: async (raw) => ({ signature: await (await loadSigning()).signRaw(live, raw) }),
    signPayload: async (payload) => (await loadSigning()).signPayload(live, payload),
  })

  live.watch((now, before) => {
    if (now.accounts !== before.accounts || now.active !== before.active) {
      emit('accountsChanged', toldAccounts())
    }
    if (now.networkId !== before.networkId) emit('networkChanged', now.networkId)
  })
  life.addEventListener('abort', () => emit('disconnect', undefined))

  live.hear('accounts', (data) => {
    const now = approved ? grantedKeys(approved()) : readKeys(data)
    if (!now) return
    keys = now
    const { networkId: here } = state()
    // An account of another network is no reason to leave this one, but none at all is.
    const place = [here, ...(granted() ?? [])].find((one) => accountsAt(one).length > 0) ?? here
    live.adopt({ accounts: accountsAt(place), networkId: place })
  })
  live.hear('network', (data) => {
    const place = parsePolkadotNetwork(data)
    if (place !== undefined && granted()?.includes(place) && accountsAt(place).length > 0) {
      move(place)
    }
  })
  live.hear('disconnect', () => live.hangUp())

  function toldAccounts(): readonly PolkadotAccount[] {
    return live.ranked().map(({ address, publicKey }) => {
      const { type, name } = keys.find((key) => key.publicKey === publicKey) ?? {}
      return { address, type, name: sanitizeWalletName(name) }
    })
  }

  /** To a network that has accounts. The active one stays so under its address there. */
  function move(place: NetworkId) {
    const { publicKey } = state().active
    const accounts = accountsAt(place)
    const isActive = (account: { publicKey?: string | undefined }) =>
      account.publicKey === publicKey
    live.adopt({
      accounts: [...accounts.filter(isActive), ...accounts.filter((one) => !isActive(one))],
      networkId: place,
    })
  }

  // Some wallets tell of their accounts as soon as they are listened to, and it may be none.
  life.throwIfAborted()
  return {
    ...live.session,
    provider,
    approvedNetworks: granted,
    /** Wallets of this family sign for any network; a paired one for those it has agreed to. */
    async switchNetwork({ id }, signal) {
      life.throwIfAborted()
      signal.throwIfAborted()
      const isOpen = granted()?.includes(id) ?? true
      if (!isOpen || accountsAt(id).length === 0) throw new ChainNotSupportedError()
      move(id)
    },
    async signMessage({ message, account, signal }) {
      const { signText } = await loadSigning()
      return signText(live, { text: message, account: live.ownAccount(account), signal })
    },
  }
}

function readKeys(data: unknown): readonly Key[] | undefined {
  const accounts = parseSafely(parseAccounts, data)
  return accounts && keysOf(accounts)
}
