import type { Address } from 'viem'
import { RpcError } from '../chain/rpcError.js'
import { hexOf, isRecord, readAddress, readChainId } from '../chain/shape.js'
import { createKeyring } from '../keys/keyring.js'
import { type AskPerson, createDecisions, type Pending, type Verdict } from './decisions.js'
import { garbageFor } from './garbage.js'
import { createListeners, type Listener } from './listeners.js'
import { createMemory } from './memory.js'
import { type Desk, type Lies, planRequest } from './plan.js'
import { createScripts } from './script.js'
import { readIndexes, type WalletSettings } from './settings.js'
import { createWalletState } from './walletState.js'

export type Provider = {
  readonly isSampleWallet: true
  request(call: unknown): Promise<unknown>
  on(event: string, listener: Listener): Provider
  removeListener(event: string, listener: Listener): Provider
  isConnected(): boolean
}

export type Logged = { readonly method: string; readonly params: unknown }

/** What a test or a demonstration holds in its hand: `window.sampleWallets[rdns]`. */
export type Control = {
  readonly provider: Provider
  readonly requests: readonly Logged[]
  setScript(script: unknown, method?: string): void
  setAccounts(indexes: readonly number[]): void
  setChain(chainId: string): void
  lock(): void
  unlock(): void
  /** The person removes this site in the wallet, and the wallet goes away until asked again. */
  disconnect(): void
  pending(): readonly Pending[]
  settle(verdict: Verdict, id?: number): void
  emit(event: string, data: unknown): void
  addressOf(index: number): Address
  /** Sign with another key than asked; nothing to be honest again. */
  setSigner(index?: number): void
  /** Send to somebody else than asked; nothing to be honest again. */
  setSentTo(address?: string): void
}

export type Surroundings = {
  /** Names the wallet among those of the page: where it keeps what it remembers. */
  readonly key: string
  readonly origin: string
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined
  readonly ask: (
    question: Pending,
    place: { readonly chainId: number; readonly rpcUrl: string | undefined },
    signal: AbortSignal,
  ) => Promise<Verdict>
  readonly report: (error: unknown) => void
}

export function createWallet(settings: WalletSettings, surroundings: Surroundings): Control {
  const { key, origin, storage, report } = surroundings
  const listeners = createListeners(report)
  const scripts = createScripts(settings.script)
  const keyring = createKeyring()
  const lies: Lies = {}
  const requests: Logged[] = []

  function emit(event: string, data: unknown) {
    listeners.emit(event, data)
    if (scripts.of(event).kind === 'twice') listeners.emit(event, data)
  }
  const memory = createMemory(storage, key)
  const state = createWalletState({ settings, keyring, memory, emit })
  const desk: Desk = { state, keyring, origin, lies }
  const ask: AskPerson = async (question, signal) => {
    const chainId = state.chainId()
    return surroundings.ask(question, { chainId, rpcUrl: await state.rpcUrl(chainId) }, signal)
  }
  const decisions = createDecisions(ask)

  function request(call: unknown): Promise<unknown> {
    if (!isRecord(call) || typeof call.method !== 'string')
      return Promise.reject(RpcError.invalidRequest('A request needs a method.'))
    const { method, params } = call
    requests.push({ method, params })
    const script = scripts.of(method)
    // Not a rejected promise: the provider itself breaks, in the caller's stack.
    if (script.kind === 'crash') throw new TypeError('The sample wallet crashed.')
    if (script.kind === 'garbage')
      return Promise.resolve('answer' in script ? script.answer : garbageFor(method))
    return answer(method, params)
  }

  async function answer(method: string, params: unknown): Promise<unknown> {
    const plan = await planRequest(method, params, desk)
    if (plan.call || scripts.isOwn(method)) {
      // A second connection prompt while one is open is what wallets refuse at once.
      if (plan.call?.kind === 'connect' && decisions.pending().some((one) => one.method === method))
        throw RpcError.alreadyPending(method)
      await decisions.decide(method, params, scripts.of(method))
    }
    return plan.run()
  }

  const provider: Provider = {
    isSampleWallet: true,
    request,
    on(event, listener) {
      listeners.on(event, listener)
      return provider
    },
    removeListener(event, listener) {
      listeners.removeListener(event, listener)
      return provider
    },
    isConnected: state.isOnline,
  }

  queueMicrotask(() => emit('connect', { chainId: hexOf(state.chainId()) }))

  return {
    provider,
    requests,
    setScript: scripts.set,
    setAccounts: (indexes) => state.selectAccounts(readIndexes(indexes) ?? []),
    setChain(chainId) {
      const id = readChainId(chainId)
      if (id === undefined) throw RpcError.invalidParams('The chain id is not valid.')
      state.selectChain(id)
    },
    lock: state.lock,
    unlock: state.unlock,
    disconnect() {
      state.revoke()
      state.setOnline(false)
    },
    pending: decisions.pending,
    settle: decisions.settle,
    emit,
    addressOf: keyring.address,
    setSigner(index) {
      lies.signer = index
    },
    setSentTo(address) {
      lies.sentTo = readAddress(address)
    },
  }
}
