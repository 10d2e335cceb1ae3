import type { Address } from 'viem'
import { caip2Of } from '../chain/network.js'
import { RpcError } from '../chain/rpcError.js'
import { hexOf } from '../chain/shape.js'
import type { Keyring } from '../keys/keyring.js'
import type { Memory, Remembered } from './memory.js'
import { chainUrls, type WalletSettings } from './settings.js'

type Parts = {
  readonly settings: WalletSettings
  readonly keyring: Keyring
  readonly memory: Memory<Remembered>
  readonly emit: (event: string, data: unknown) => void
}

/** Permission, lock, accounts and chain for one site. Every change notifies the page. */
export function createWalletState({ settings, keyring, memory, emit }: Parts) {
  const { authorized, locked, accounts, chainId } = settings
  let state: Remembered = memory.load() ?? {
    authorized,
    locked,
    accounts,
    chainId,
    addedChains: {},
  }
  let online = true

  const visible = (): readonly Address[] =>
    state.authorized && !state.locked ? state.accounts.map(keyring.address) : []

  function change(next: Partial<Remembered>) {
    const before = { accounts: visible().join(), chainId: state.chainId }
    state = { ...state, ...next }
    memory.save(state)
    if (state.chainId !== before.chainId) emit('chainChanged', hexOf(state.chainId))
    if (visible().join() !== before.accounts) emit('accountsChanged', visible())
  }

  function setOnline(next: boolean) {
    if (online === next) return
    online = next
    if (online) emit('connect', { chainId: hexOf(state.chainId) })
    else emit('disconnect', RpcError.disconnected())
  }

  async function rpcUrl(id: number): Promise<string | undefined> {
    const nodes = await settings.chains()
    const chain = caip2Of(id)
    return nodes.get(chain) ?? chainUrls(state.addedChains).get(chain)
  }

  return {
    visible,
    chainId: () => state.chainId,
    isOnline: () => online,
    isAuthorized: () => state.authorized && !state.locked,
    /** The index of an account the page may use. */
    indexOf(address: Address): number | undefined {
      return visible().includes(address)
        ? state.accounts.find((index) => keyring.address(index) === address)
        : undefined
    },
    rpcUrl,
    authorize() {
      setOnline(true)
      change({ authorized: true, locked: false })
    },
    revoke: () => change({ authorized: false }),
    lock: () => change({ locked: true }),
    unlock: () => change({ locked: false }),
    selectAccounts: (indexes: readonly number[]) => change({ accounts: [...indexes] }),
    selectChain: (id: number) => change({ chainId: id }),
    addChain: (id: number, url: string) =>
      change({ addedChains: { ...state.addedChains, [hexOf(id)]: url }, chainId: id }),
    setOnline,
  }
}

export type WalletState = ReturnType<typeof createWalletState>
