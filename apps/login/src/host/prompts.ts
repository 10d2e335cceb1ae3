import * as v from 'valibot'
import { LoginFault } from '../loginFault.js'
import type { Store } from '../session/store.js'

/** Those behind the one that is shown. */
export type WaitingLine = {
  count(): number
  watch(listener: () => void): () => void
}

/** Lets one confirmation at a time before the person, and keeps a site from wearing them down. */
export type Prompts = {
  /** Runs `show` when its turn has come. Rejects at once with `busy` or `too-many` when there is none. */
  take<result>(
    signal: AbortSignal,
    show: (turn: { readonly waiting: WaitingLine }) => Promise<result>,
  ): Promise<result>
  /** The person has had enough: those who wait are refused, and whoever asks in the next minute. */
  block(): void
}

const mostWaiting = 5
const mostAMinute = 10
const minute = 60_000
const pause = 60_000
/** EIP-1474. */
const limitExceeded = -32_005

type Waiting = { go(): void; refuse(reason: LoginFault): void }

const kept = v.object({ admitted: v.array(v.number()), pausedUntil: v.number() })

/** What a site has used up is kept: a fresh frame is no fresh start. */
export async function openPrompts({
  store,
  scope,
  now,
}: {
  readonly store: Store
  readonly scope: string
  now(): number
}): Promise<Prompts> {
  const key = `prompts/${scope}`
  const found = v.safeParse(kept, await store.get(key))
  let { admitted, pausedUntil } = found.success ? found.output : { admitted: [], pausedUntil: 0 }
  const queue: Waiting[] = []
  const watchers = new Set<() => void>()
  const tell = () => {
    for (const watcher of [...watchers]) watcher()
  }
  const line: WaitingLine = {
    count: () => queue.length,
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
  }
  let isTaken = false
  const keep = () => void store.put(key, { admitted, pausedUntil })

  function admit(): void {
    const time = now()
    if (time < pausedUntil) throw paused(pausedUntil - time)
    if (queue.length >= mostWaiting) throw crowded()
    admitted = admitted.filter((at) => time - at < minute)
    if (admitted.length >= mostAMinute) {
      pausedUntil = time + pause
      keep()
      throw paused(pause)
    }
    admitted.push(time)
    keep()
  }

  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const waiting = { go: resolve, refuse: reject }
      queue.push(waiting)
      tell()
      const giveUp = () => {
        const at = queue.indexOf(waiting)
        if (at >= 0) queue.splice(at, 1)
        tell()
        reject(signal.reason)
      }
      signal.addEventListener('abort', giveUp, { once: true })
    })

  return {
    async take(signal, show) {
      signal.throwIfAborted()
      admit()
      if (isTaken) await turn(signal)
      isTaken = true
      try {
        signal.throwIfAborted()
        return await show({ waiting: line })
      } finally {
        const next = queue.shift()
        tell()
        if (next) next.go()
        else isTaken = false
      }
    },
    block() {
      pausedUntil = now() + pause
      keep()
      for (const { refuse } of queue.splice(0)) refuse(rejected())
      tell()
    },
  }
}

/** The person said no. */
export const rejected = () =>
  new LoginFault({ code: 'rejected', rpcCode: 4001, message: 'User rejected the request' })

const crowded = () =>
  new LoginFault({
    code: 'busy',
    rpcCode: limitExceeded,
    message: 'Other requests wait to be confirmed',
  })

const paused = (left: number) =>
  new LoginFault({
    code: 'too-many',
    rpcCode: limitExceeded,
    message: 'This site has asked too often. It has to wait for a minute',
    retryAfter: Math.ceil(left / 1_000),
  })
