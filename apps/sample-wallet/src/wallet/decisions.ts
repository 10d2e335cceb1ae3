import { RpcError } from '../chain/rpcError.js'
import type { RequestDescription } from '../requests/describeRequest.js'
import type { Script } from './script.js'

export type UserDecision = 'approve' | 'refuse'

export type Question = {
  readonly method: string
  readonly params: unknown
  /** The description, if the request was parsed already. */
  readonly description?: RequestDescription
}

export type Pending = Question & { readonly id: number }

/** Shows the prompt; the signal aborts if it is decided elsewhere. */
export type PromptUser = (question: Pending, signal: AbortSignal) => Promise<UserDecision>

export type Decisions = {
  /** Resolves when approved, rejects otherwise. */
  decide(question: Question, script: Script): Promise<void>
  pending(): readonly Pending[]
  /** Settles requests that wait on `delay` or `ask`; others that wait stay pending. */
  settle(decision: UserDecision, id?: number): void
}

export function createDecisions(prompt: PromptUser): Decisions {
  const waiting = new Map<number, Pending & { settle?: (decision: UserDecision) => void }>()
  let lastId = 0

  function wait(input: Question, script: Script): Promise<UserDecision> {
    lastId += 1
    const question: Pending = { ...input, id: lastId }
    if (script.kind === 'never') {
      waiting.set(question.id, question)
      return new Promise(() => undefined)
    }
    return new Promise((resolve, reject) => {
      const decided = new AbortController()
      const settle = (decision: UserDecision) => {
        waiting.delete(question.id)
        decided.abort()
        resolve(decision)
      }
      waiting.set(question.id, { ...question, settle })
      if (script.kind === 'ask') prompt(question, decided.signal).then(settle, reject)
      else if (script.ms !== undefined) {
        const timer = setTimeout(settle, script.ms, 'approve' satisfies UserDecision)
        decided.signal.addEventListener('abort', () => clearTimeout(timer))
      }
    })
  }

  return {
    async decide(question, script) {
      const waits = script.kind === 'delay' || script.kind === 'never' || script.kind === 'ask'
      const decision = waits ? await wait(question, script) : script.kind
      if (decision !== 'refuse') return
      throw script.code === undefined
        ? RpcError.userRejected()
        : new RpcError(script.code, 'The wallet refused the request.')
    },
    pending: () => [...waiting.values()].map(({ settle, ...question }) => question),
    settle(decision, id) {
      for (const question of [...waiting.values()])
        if (id === undefined || question.id === id) question.settle?.(decision)
    },
  }
}
