import { RpcError } from '../chain/rpcError.js'
import type { Phone, UserDecision } from './model/createPhone.js'
import type { InboxItem, PhoneScript, SessionItem } from './model/phoneState.js'

/** `window.phoneWallet`: controls the phone in tests. */
export type Remote = {
  /** Rejects with the visible text if the link is rejected. */
  pair(uri: string): Promise<void>
  setScript(script: PhoneScript): void
  /** Decides the current prompt, or the next one. */
  approve(): Promise<void>
  refuse(): Promise<void>
  sessions(): readonly SessionItem[]
  requests(): readonly { readonly kind: string; readonly id: number; readonly method?: string }[]
  emitChain(caip2: string): Promise<void>
  /** Approves only these namespaces from now on; empty means all. */
  grantOnly(namespaces?: readonly string[]): void
  addressesOn(caip2: string, account: number): readonly string[]
  setAccount(index: number): Promise<void>
  disconnectAll(): Promise<void>
}

/** How long `approve` and `refuse` wait for a prompt. */
const requestWait = 30_000

export class NoRequestError extends Error {
  override readonly name = 'NoRequestError'
  readonly code = 'no_request'
}

export function createRemote(phone: Phone): Remote {
  function question(): Promise<InboxItem> {
    const [waiting] = phone.state().inbox
    if (waiting) return Promise.resolve(waiting)
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        stop()
        reject(new NoRequestError('There was no request.'))
      }, requestWait)
      const stop = phone.subscribe(() => {
        const [item] = phone.state().inbox
        if (!item) return
        stop()
        clearTimeout(limit)
        resolve(item)
      })
    })
  }
  const decide = async (decision: UserDecision) => phone.decide(await question(), decision)

  return {
    async pair(uri) {
      const problem = await phone.pair(uri)
      if (problem) throw RpcError.invalidParams(problem)
    },
    setScript: phone.setScript,
    approve: () => decide('approve'),
    refuse: () => decide('refuse'),
    sessions: () => phone.state().sessions,
    requests: () =>
      phone.state().inbox.map((item) => ({
        kind: item.kind,
        id: item.id,
        ...(item.kind === 'request' && { method: item.method }),
      })),
    emitChain: phone.setChain,
    grantOnly: phone.grantOnly,
    addressesOn: phone.addressesOn,
    setAccount: phone.setAccount,
    async disconnectAll() {
      for (const { topic } of phone.state().sessions) await phone.disconnect(topic)
    },
  }
}
