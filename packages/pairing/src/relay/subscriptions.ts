import { batchLimit } from '@latchkey/wire/relay/methods'

export type Subscriptions = {
  add(topics: readonly string[]): void
  remove(topic: string): boolean
  has(topic: string): boolean
  all(): readonly string[]
  /** Call on a new connection, which has no subscriptions yet. */
  forgetConfirmed(): void
  /** Subscribes to every topic not confirmed on this connection. */
  sync(call: (method: string, params: unknown) => Promise<unknown>): Promise<void>
}

export function createSubscriptions(): Subscriptions {
  const wanted = new Set<string>()
  const requested = new Set<string>()
  return {
    add(topics) {
      for (const topic of topics) wanted.add(topic)
    },
    remove(topic) {
      requested.delete(topic)
      return wanted.delete(topic)
    },
    has: (topic) => wanted.has(topic),
    all: () => [...wanted],
    forgetConfirmed: () => requested.clear(),
    async sync(call) {
      const missing = [...wanted].filter((topic) => !requested.has(topic))
      for (const topic of missing) requested.add(topic)
      const batches: string[][] = []
      while (missing.length > 0) batches.push(missing.splice(0, batchLimit))
      await Promise.all(
        batches.map(async (topics) => {
          try {
            await (topics.length === 1
              ? call('irn_subscribe', { topic: topics[0] })
              : call('irn_batchSubscribe', { topics }))
          } catch (error) {
            for (const topic of topics) requested.delete(topic)
            throw error
          }
        }),
      )
    },
  }
}
