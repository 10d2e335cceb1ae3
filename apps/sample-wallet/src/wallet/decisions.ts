import { RpcError } from '../chain/rpcError.js'
import type { InWords } from '../requests/inWords.js'
import type { Script } from './script.js'

export type Verdict = 'approve' | 'refuse'

export type Question = {
  readonly method: string
  readonly params: unknown
  /** Where the request was read already: what it says to a person. */
  readonly words?: InWords
}

export type Pending = Question & { readonly id: number }

/** Draws the question; the signal aborts when it was answered elsewhere. */
export type AskPerson = (question: Pending, signal: AbortSignal) => Promise<Verdict>

export type Decisions = {
  /** Resolves when approved, rejects with the refusal. */
  decide(question: Question, script: Script): Promise<void>
  pending(): readonly Pending[]
  /** Settles what waits on `delay` or `ask`; what was told to wait for ever keeps waiting. */
  settle(verdict: Verdict, id?: number): void
}

export function createDecisions(ask: AskPerson): Decisions {
  const waiting = new Map<number, Pending & { settle?: (verdict: Verdict) => void }>()
  let lastId = 0

  function wait(asked: Question, script: Script): Promise<Verdict> {
    lastId += 1
    const question: Pending = { ...asked, id: lastId }
    if (script.kind === 'never') {
      waiting.set(question.id, question)
      return new Promise(() => undefined)
    }
    return new Promise((resolve, reject) => {
      const answered = new AbortController()
      const settle = (verdict: Verdict) => {
        waiting.delete(question.id)
        answered.abort()
        resolve(verdict)
      }
      waiting.set(question.id, { ...question, settle })
      if (script.kind === 'ask') ask(question, answered.signal).then(settle, reject)
      else if (script.ms !== undefined) {
        const timer = setTimeout(settle, script.ms, 'approve' satisfies Verdict)
        answered.signal.addEventListener('abort', () => clearTimeout(timer))
      }
    })
  }

  return {
    async decide(question, script) {
      const waits = script.kind === 'delay' || script.kind === 'never' || script.kind === 'ask'
      const verdict = waits ? await wait(question, script) : script.kind
      if (verdict !== 'refuse') return
      throw script.code === undefined
        ? RpcError.userRejected()
        : new RpcError(script.code, 'The wallet refused the request.')
    },
    pending: () => [...waiting.values()].map(({ settle, ...question }) => question),
    settle(verdict, id) {
      for (const question of [...waiting.values()])
        if (id === undefined || question.id === id) question.settle?.(verdict)
    },
  }
}
