import * as v from 'valibot'
import { LoginError } from '../loginError.js'
import type { Channel } from '../session/sessions.js'
import type { Store } from '../session/store.js'
import type { Locks } from './locks.js'

/** Requests waiting behind the shown one, in all frames of the site. */
export type PromptQueue = {
  count(): number
  watch(listener: () => void): () => void
}

/**
 * Shows one confirmation at a time and limits how many a site may request. All frames of a site
 * count together, across projects and tabs.
 */
export type Prompts = {
  /** Runs `show` when it is first in the queue. Rejects with `busy` or `too-many`. */
  take<result>(
    signal: AbortSignal,
    show: (turn: { readonly waiting: PromptQueue }) => Promise<result>,
  ): Promise<result>
  /** Rejects waiting requests, and new ones of the site for a minute. */
  block(): void
}

const maxWaiting = 5
const maxPerMinute = 10
const minute = 60_000
const pause = 60_000
/** Counting takes milliseconds; a frame gives up after this time. */
const countLimit = 5_000
/** EIP-1474. */
const limitExceeded = -32_005

const stored = v.object({
  admitted: v.array(v.number()),
  pausedUntil: v.number(),
  /** The visitor rejected everything admitted before this time. */
  blockedAt: v.optional(v.number()),
})

type Counts = v.InferOutput<typeof stored>

export function createPrompts({
  store,
  origin,
  locks,
  channel,
  now,
}: {
  readonly store: Store
  /** Origin of the page around the frame. */
  readonly origin: string
  readonly locks: Locks
  /** Notifies the site's other frames when a request is added or removed. */
  readonly channel: Channel
  now(): number
}): Prompts {
  const key = `prompts/${encodeURIComponent(origin)}`
  const turnLock = `${key}/turn`
  const countLock = `${key}/count`
  const local = new Set<AbortController>()
  const watchers = new Set<() => void>()
  let waitingCount = 0
  let pausedUntil = 0
  /** The last write of `block`: the next request must see it. */
  let blocking: Promise<void> = Promise.resolve()

  const line: PromptQueue = {
    count: () => waitingCount,
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
  }
  async function refreshLine(): Promise<void> {
    // A document that is closing gets no messages.
    waitingCount = await locks.waiting(turnLock).catch(() => 0)
    for (const watcher of [...watchers]) watcher()
  }
  function notifyChange(): void {
    channel.postMessage('changed')
    void refreshLine()
  }
  channel.onmessage = () => void refreshLine()

  async function readCounts(): Promise<Counts> {
    const found = v.safeParse(stored, await store.get(key))
    return found.success ? found.output : { admitted: [], pausedUntil: 0 }
  }

  /** Runs while no other frame of the site reads or writes the counts. */
  function counting<result>(run: (counts: Counts) => Promise<result>): Promise<result> {
    return locks.hold(countLock, AbortSignal.timeout(countLimit), async () =>
      run(await readCounts()),
    )
  }

  /** Counts the request, or throws if a limit is reached. */
  async function admit(counts: Counts): Promise<void> {
    const time = now()
    pausedUntil = counts.pausedUntil
    if (time < pausedUntil) throw createPausedError(pausedUntil - time)
    if ((await locks.waiting(turnLock)) >= maxWaiting) throw createBusyError()
    const admitted = counts.admitted.filter((at) => time - at < minute)
    const isFull = admitted.length >= maxPerMinute
    if (isFull) pausedUntil = time + pause
    else admitted.push(time)
    await store.put(key, { ...counts, admitted, pausedUntil })
    if (isFull) throw createPausedError(pause)
  }

  return {
    async take(signal, show) {
      signal.throwIfAborted()
      // Known already.
      if (now() < pausedUntil) throw createPausedError(pausedUntil - now())
      if (local.size > maxWaiting) throw createBusyError()
      const admittedAt = now()
      const waiting = new AbortController()
      local.add(waiting)
      try {
        const ending = AbortSignal.any([signal, waiting.signal])
        const { shown } = await counting(async (counts) => {
          await admit(counts)
          // Requested before the count is released, so that the next request sees it in the queue.
          const shown = locks.hold(turnLock, ending, async () => {
            local.delete(waiting)
            notifyChange()
            try {
              ending.throwIfAborted()
              const { blockedAt } = await readCounts()
              if (blockedAt !== undefined && blockedAt >= admittedAt) throw createRejectedError()
              return await show({ waiting: line })
            } finally {
              await blocking
            }
          })
          shown.catch(() => undefined)
          return { shown }
        }).catch((error: unknown) => {
          throw error instanceof DOMException ? createBusyError() : error
        })
        notifyChange()
        return await shown
      } finally {
        local.delete(waiting)
        notifyChange()
      }
    },
    block() {
      const time = now()
      pausedUntil = time + pause
      for (const one of [...local]) one.abort(createRejectedError())
      blocking = counting((counts) => store.put(key, { ...counts, pausedUntil, blockedAt: time }))
        // Without the store, the limits apply per document.
        .catch(() => undefined)
    },
  }
}

/** The visitor rejected it. */
export const createRejectedError = () =>
  new LoginError({ code: 'rejected', rpcCode: 4001, message: 'User rejected the request' })

const createBusyError = () =>
  new LoginError({
    code: 'busy',
    rpcCode: limitExceeded,
    message: 'Other requests are waiting for confirmation',
  })

const createPausedError = (left: number) =>
  new LoginError({
    code: 'too-many',
    rpcCode: limitExceeded,
    message: 'Too many requests from this site. Try again in a minute',
    retryAfter: Math.ceil(left / 1_000),
  })
