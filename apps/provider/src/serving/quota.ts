import { type Limit, watchLimit } from '../deadline.js'

/** A shared amount, such as bytes of memory, with a limit per client and in total. */
export type Quota = {
  /** Waits until the amount is free, in order. Rejects with the limit's reason when it ends. */
  reserve(client: string | undefined, amount: number, limit?: Limit): Promise<Reservation>
  /** Undefined when the amount is not free now. */
  tryReserve(client: string | undefined, amount: number): Reservation | undefined
  /** Reserves without a check, for what is already in memory. */
  add(client: string | undefined, amount: number): Reservation
  canReserve(client: string | undefined, amount: number): boolean
  /** Whether the client, or all together, have reached the limit. */
  isFull(client: string | undefined): boolean
  readonly used: number
}

export type Reservation = {
  /** False, without reserving, when the amount is not free. */
  grow(amount: number): boolean
  /** May be called more than once. */
  release(): void
}

/** An undefined client counts against the total only. */
export function createQuota({
  perClient,
  total,
}: {
  readonly perClient: number
  readonly total: number
}): Quota {
  const usage = new Map<string, number>()
  let used = 0
  let waiting: {
    client: string | undefined
    amount: number
    start: (share: Reservation) => void
  }[] = []

  const usedBy = (client: string | undefined) =>
    client === undefined ? 0 : (usage.get(client) ?? 0)

  /** An amount above the limit still fits when nothing else is in use. */
  function fits(client: string | undefined, amount: number): boolean {
    const own = usedBy(client)
    return (own === 0 || own + amount <= perClient) && (used === 0 || used + amount <= total)
  }

  function change(client: string | undefined, by: number): void {
    used += by
    if (client === undefined) return
    const own = usedBy(client) + by
    if (own > 0) usage.set(client, own)
    else usage.delete(client)
  }

  function add(client: string | undefined, amount: number): Reservation {
    let own = amount
    change(client, own)
    return {
      grow(more) {
        if (!fits(client, more)) return false
        own += more
        change(client, more)
        return true
      },
      release() {
        if (own === 0) return
        change(client, -own)
        own = 0
        startWaiting()
      },
    }
  }

  function startWaiting(): void {
    const remaining: typeof waiting = []
    for (const next of waiting) {
      if (fits(next.client, next.amount)) next.start(add(next.client, next.amount))
      else remaining.push(next)
    }
    waiting = remaining
  }

  return {
    reserve(client, amount, limit) {
      return new Promise((resolve, reject) => {
        let stopWatching: (() => void) | undefined
        const start = (share: Reservation) => {
          stopWatching?.()
          resolve(share)
        }
        const entry = { client, amount, start }
        let hasEnded = false
        const onEnd = (reason: unknown) => {
          hasEnded = true
          waiting = waiting.filter((candidate) => candidate !== entry)
          reject(reason)
        }
        stopWatching = limit && watchLimit(limit, onEnd)
        if (hasEnded) return
        if (fits(client, amount)) start(add(client, amount))
        else waiting.push(entry)
      })
    },
    tryReserve: (client, amount) => (fits(client, amount) ? add(client, amount) : undefined),
    add,
    canReserve: fits,
    isFull: (client) => usedBy(client) >= perClient || used >= total,
    get used() {
      return used
    },
  }
}
