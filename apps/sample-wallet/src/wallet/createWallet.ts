import { isRecord } from '@latchkey/wire/json'
import type { Address } from 'viem'
import { chainIdOf } from '../chain/network.js'
import { RpcError } from '../chain/rpcError.js'
import { hexOf, readAddress, readChainId } from '../chain/shape.js'
import type { PageWallet, SampleFamily } from '../families/sampleFamily.js'
import { createKeyring } from '../keys/keyring.js'
import { createDecisions, type Pending, type PromptUser, type UserDecision } from './decisions.js'
import { createFamilyWallet, type FamilyWallet } from './familyWallet.js'
import { garbageFor } from './garbage.js'
import { createListeners, type Listener } from './listeners.js'
import { createMemory, parseRemembered } from './memory.js'
import { type Lies, type PlanContext, planRequest } from './plan.js'
import { createScripts } from './script.js'
import { type FamilyName, readIndexes, type WalletSettings } from './settings.js'
import { createWalletState } from './walletState.js'

export type Provider = {
  readonly isSampleWallet: true
  request(call: unknown): Promise<unknown>
  on(event: string, listener: Listener): Provider
  removeListener(event: string, listener: Listener): Provider
  isConnected(): boolean
}

export type Logged = {
  readonly family: FamilyName
  readonly method: string
  readonly params: unknown
  /** CAIP-2; families other than eip155 send it with every request. */
  readonly chain?: string
}

/** Controls a wallet in tests and demos: `window.sampleWallets[rdns]`. */
export type Control = {
  readonly provider: Provider
  readonly requests: readonly Logged[]
  /** The families besides eip155, and how each is injected. */
  readonly pageWallets: readonly {
    readonly family: SampleFamily
    readonly pageWallet: PageWallet
  }[]
  setScript(script: unknown, method?: string): void
  /** In every family, or in one. */
  setAccounts(indexes: readonly number[], family?: FamilyName): void
  /** A hexadecimal chain id, or the CAIP-2 id of a network of any family. */
  setChain(chain: string): void
  lock(): void
  unlock(): void
  /** The person disconnects this site in the wallet, from one family or all, until the next connection. */
  disconnect(family?: FamilyName): void
  pending(): readonly Pending[]
  settle(decision: UserDecision, id?: number): void
  /** Any event of eip155; of another family only `accounts`, `network` and `disconnect`. */
  emit(event: string, data: unknown, family?: FamilyName): void
  addressOf(index: number): Address
  /** The addresses of an account on a network of any family, by CAIP-2 id. */
  addressesOn(chain: string, index: number): readonly string[]
  /** Sign with another key than requested; empty to stop. */
  setSigner(index?: number): void
  /** Send to another recipient than requested; empty to stop. */
  setSentTo(address?: string): void
}

export type WalletContext = {
  /** Identifies the wallet in the page and in storage. */
  readonly key: string
  readonly origin: string
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined
  readonly prompt: (
    question: Pending,
    endpoint: { readonly chainId: number; readonly rpcUrl: string | undefined },
    signal: AbortSignal,
  ) => Promise<UserDecision>
  readonly report: (error: unknown) => void
  /** The families besides eip155, by name. */
  readonly createFamilies: (names: readonly string[]) => SampleFamily[]
}

export function createWallet(settings: WalletSettings, context: WalletContext): Control {
  const { key, origin, storage, report, createFamilies } = context
  const listeners = createListeners(report)
  const scripts = createScripts(settings.script)
  const keyring = createKeyring()
  const lies: Lies = {}
  const requests: Logged[] = []

  function emit(event: string, data: unknown) {
    listeners.emit(event, data)
    if (scripts.of(event).kind === 'twice') listeners.emit(event, data)
  }
  const memory = createMemory(storage, key, parseRemembered)
  const state = createWalletState({ settings, keyring, memory, emit })
  const planContext: PlanContext = { state, keyring, origin, lies }
  const prompt: PromptUser = async (question, signal) => {
    const chainId = state.chainId()
    return context.prompt(question, { chainId, rpcUrl: await state.rpcUrl(chainId) }, signal)
  }
  const decisions = createDecisions(prompt)
  const pageWallets = createFamilies(settings.families).map((family) => ({
    family,
    pageWallet: createFamilyWallet(family, {
      settings,
      scripts,
      decisions,
      lies,
      memory: (parse) => createMemory(storage, `${key}:${family.namespace}`, parse),
      log: (entry) => requests.push(entry),
      report,
    }),
  }))
  const hasEvm = (family?: FamilyName) => family === undefined || family === 'eip155'
  const familyWalletsOf = (family?: FamilyName): FamilyWallet[] =>
    pageWallets
      .filter((one) => family === undefined || one.family.namespace === family)
      .map((one) => one.pageWallet)

  function pageWalletOn(chain: string) {
    const found = pageWallets.find(({ family }) => family.chains.includes(chain))
    if (!found) throw RpcError.invalidParams('The chain id is not valid.')
    return found
  }

  function request(call: unknown): Promise<unknown> {
    if (!isRecord(call) || typeof call.method !== 'string')
      return Promise.reject(RpcError.invalidRequest('A request needs a method.'))
    const { method, params } = call
    requests.push({ family: 'eip155', method, params })
    const script = scripts.of(method)
    // Not a rejected promise: the provider throws synchronously.
    if (script.kind === 'crash') throw new TypeError('The sample wallet crashed.')
    if (script.kind === 'garbage')
      return Promise.resolve('answer' in script ? script.answer : garbageFor(method))
    return respond(method, params)
  }

  async function respond(method: string, params: unknown): Promise<unknown> {
    const plan = await planRequest(method, params, planContext)
    if (plan.call || scripts.isOwn(method)) {
      // Wallets reject a second connection prompt while one is open.
      if (plan.call?.kind === 'connect' && decisions.pending().some((one) => one.method === method))
        throw RpcError.alreadyPending(method)
      await decisions.decide({ method, params }, scripts.of(method))
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
    pageWallets,
    setScript: scripts.set,
    setAccounts(indexes, family) {
      const known = readIndexes(indexes) ?? []
      if (hasEvm(family)) state.selectAccounts(known)
      for (const pageWallet of familyWalletsOf(family)) pageWallet.selectAccounts(known)
    },
    setChain(chain) {
      const id = readChainId(chain) ?? chainIdOf(chain)
      if (id !== undefined) return state.selectChain(id)
      const { pageWallet } = pageWalletOn(chain)
      pageWallet.selectChain(chain)
    },
    lock() {
      state.lock()
      for (const pageWallet of familyWalletsOf()) pageWallet.setLocked(true)
    },
    unlock() {
      state.unlock()
      for (const pageWallet of familyWalletsOf()) pageWallet.setLocked(false)
    },
    disconnect(family) {
      if (hasEvm(family)) {
        state.revoke()
        state.setOnline(false)
      }
      for (const pageWallet of familyWalletsOf(family)) pageWallet.throwOut()
    },
    pending: decisions.pending,
    settle: decisions.settle,
    emit(event, data, family = 'eip155') {
      if (family === 'eip155') emit(event, data)
      else for (const pageWallet of familyWalletsOf(family)) pageWallet.emit(event, data)
    },
    addressOf: keyring.address,
    addressesOn(chain, index) {
      if (chainIdOf(chain) !== undefined) return [keyring.address(index)]
      return pageWalletOn(chain).family.addresses(index, chain)
    },
    setSigner(index) {
      lies.signer = index
    },
    setSentTo(address) {
      lies.sentTo = readAddress(address)
    },
  }
}
