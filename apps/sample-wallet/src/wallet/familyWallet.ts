import { isRecord } from '@latchkey/wire/json'
import { familyName } from '../chain/familyNetwork.js'
import { RpcError } from '../chain/rpcError.js'
import type { PageWallet, SampleFamily, SampleRequest } from '../families/sampleFamily.js'
import type { RequestDescription } from '../requests/describeRequest.js'
import type { Logged } from './createWallet.js'
import type { Decisions } from './decisions.js'
import { garbageFor } from './garbage.js'
import { createListeners } from './listeners.js'
import type { Memory } from './memory.js'
import type { Lies } from './plan.js'
import type { Scripts } from './script.js'
import { readIndexes, type WalletSettings } from './settings.js'

/** What one family of the wallet stores about this site. */
type Remembered = {
  readonly authorized: boolean
  readonly locked: boolean
  readonly accounts: readonly number[]
}

/** What a page sees, and what the person can do. */
export type FamilyWallet = PageWallet & {
  selectAccounts(indexes: readonly number[]): void
  selectChain(chain: string): void
  setLocked(locked: boolean): void
  /** The person disconnects this site in the wallet. */
  throwOut(): void
  emit(event: string, data: unknown): void
}

type Parts = {
  readonly settings: WalletSettings
  readonly scripts: Scripts
  readonly decisions: Decisions
  readonly lies: Lies
  readonly memory: (parse: (value: unknown) => Remembered | undefined) => Memory<Remembered>
  readonly log: (entry: Logged) => void
  readonly report: (error: unknown) => void
}

/**
 * One family of a wallet in one page. Connecting and disconnecting are logged and scripted as
 * `<namespace>_connect` and `<namespace>_disconnect`, because families have no common name for them.
 */
export function createFamilyWallet(family: SampleFamily, parts: Parts): FamilyWallet {
  const { settings, scripts, decisions, lies, log, report } = parts
  const { namespace } = family
  const memory = parts.memory(parse)
  const listeners = createListeners(report)
  const { authorized, locked, accounts } = settings
  let state: Remembered = memory.load() ?? { authorized, locked, accounts }

  const visible = () => (state.authorized && !state.locked ? state.accounts : [])

  function change(next: Partial<Remembered>) {
    state = { ...state, ...next }
    memory.save(state)
  }

  function emit(event: string, data: unknown) {
    listeners.emit(event, data)
    if (scripts.of(event).kind === 'twice') listeners.emit(event, data)
  }

  function changeVisible(next: Partial<Remembered>) {
    const before = visible().join()
    change(next)
    if (visible().join() !== before) emit('accounts', visible())
  }

  function requireChain(chain: string) {
    if (!family.chains.includes(chain)) throw RpcError.unrecognizedChain(chain)
  }

  function crashIfScripted(method: string) {
    if (scripts.of(method).kind === 'crash') throw new TypeError('The sample wallet crashed.')
  }

  async function letIn(method: string, chain: string) {
    requireChain(chain)
    const known = state.authorized && !state.locked
    if (!known || scripts.isOwn(method)) {
      // Wallets reject a second connection prompt while one is open.
      if (decisions.pending().some((one) => one.method === method))
        throw RpcError.alreadyPending(method)
      await decisions.decide(
        { method, params: [chain], description: describeConnect(namespace) },
        scripts.of(method),
      )
    }
    change({ authorized: true, locked: false })
  }

  function requireSigner({ signer }: SampleRequest, chain: string): number {
    const index = visible().find((account) => family.addresses(account, chain).includes(signer))
    if (index === undefined) throw RpcError.unauthorized()
    return index
  }

  async function respond(method: string, params: unknown, chain: string): Promise<unknown> {
    requireChain(chain)
    if (!family.methods.includes(method)) throw RpcError.unsupportedMethod(method)
    const request = family.read(method, params, chain)
    requireSigner(request, chain)
    if (!request.needsNoApproval || scripts.isOwn(method))
      await decisions.decide(
        { method, params, description: request.description },
        scripts.of(method),
      )
    // The person may have locked the wallet or disconnected the site during the prompt.
    const signer = lies.signer ?? requireSigner(request, chain)
    return request.perform(signer, (await settings.chains()).get(chain))
  }

  return {
    name: settings.name,
    icon: settings.icon,
    rdns: settings.rdns,
    connect(chain) {
      const method = `${namespace}_connect`
      log({ family: namespace, method, params: [chain], chain })
      crashIfScripted(method)
      return letIn(method, chain)
    },
    accounts: visible,
    request(method, params, chain) {
      log({ family: namespace, method, params, chain })
      crashIfScripted(method)
      const script = scripts.of(method)
      if (script.kind === 'garbage')
        return Promise.resolve('answer' in script ? script.answer : garbageFor(method))
      return respond(method, params, chain)
    },
    disconnect() {
      log({ family: namespace, method: `${namespace}_disconnect`, params: [] })
      change({ authorized: false })
    },
    on: listeners.on,
    selectAccounts: (indexes) => changeVisible({ accounts: [...indexes] }),
    selectChain: (chain) => emit('network', chain),
    setLocked: (next) => changeVisible({ locked: next }),
    throwOut() {
      change({ authorized: false })
      emit('disconnect', undefined)
    },
    emit,
  }
}

function describeConnect(namespace: string): RequestDescription {
  return {
    title: 'Connect',
    sentence: `This site wants to see your ${familyName(namespace)} addresses and suggest transactions. It cannot move anything without asking again.`,
    fields: [],
    approve: 'Connect',
  }
}

function parse(value: unknown): Remembered | undefined {
  if (!isRecord(value)) return undefined
  const accounts = readIndexes(value.accounts)
  if (!accounts) return undefined
  return { authorized: value.authorized === true, locked: value.locked === true, accounts }
}
