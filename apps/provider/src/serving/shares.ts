/** An amount, such as bytes of memory, that many holders use at once: each of them and all together have a limit. */
export interface Shares {
  /** Waits for room, first come first served. Rejects with the signal's reason when it aborts. */
  take(holder: string | undefined, amount: number, signal?: AbortSignal): Promise<Share>
  /** Undefined when there is no room now. */
  tryTake(holder: string | undefined, amount: number): Share | undefined
  /** Takes without a check, for what is in memory already. */
  add(holder: string | undefined, amount: number): Share
  hasRoom(holder: string | undefined, amount: number): boolean
  /** Whether a holder, or all of them together, use all they may. */
  isFull(holder: string | undefined): boolean
  readonly used: number
}

export interface Share {
  /** False, and nothing is taken, when there is no room for more. */
  grow(amount: number): boolean
  /** May be called more than once. */
  release(): void
}

/** A holder without a name counts against the total only. */
export function createShares({
  perHolder,
  total,
}: {
  readonly perHolder: number
  readonly total: number
}): Shares {
  const held = new Map<string, number>()
  let used = 0
  let waiting: { holder: string | undefined; amount: number; start: (share: Share) => void }[] = []

  const heldBy = (holder: string | undefined) =>
    holder === undefined ? 0 : (held.get(holder) ?? 0)

  /** An amount above the limit still passes when nothing else is in use. */
  function fits(holder: string | undefined, amount: number): boolean {
    const own = heldBy(holder)
    return (own === 0 || own + amount <= perHolder) && (used === 0 || used + amount <= total)
  }

  function change(holder: string | undefined, by: number): void {
    used += by
    if (holder === undefined) return
    const own = heldBy(holder) + by
    if (own > 0) held.set(holder, own)
    else held.delete(holder)
  }

  function add(holder: string | undefined, amount: number): Share {
    let own = amount
    change(holder, own)
    return {
      grow(more) {
        if (!fits(holder, more)) return false
        own += more
        change(holder, more)
        return true
      },
      release() {
        if (own === 0) return
        change(holder, -own)
        own = 0
        startWaiting()
      },
    }
  }

  function startWaiting(): void {
    const still: typeof waiting = []
    for (const next of waiting) {
      if (fits(next.holder, next.amount)) next.start(add(next.holder, next.amount))
      else still.push(next)
    }
    waiting = still
  }

  return {
    async take(holder, amount, signal) {
      signal?.throwIfAborted()
      if (fits(holder, amount)) return add(holder, amount)
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting = waiting.filter((one) => one !== entry)
          reject(signal?.reason)
        }
        const start = (share: Share) => {
          signal?.removeEventListener('abort', leave)
          resolve(share)
        }
        const entry = { holder, amount, start }
        waiting.push(entry)
        signal?.addEventListener('abort', leave, { once: true })
      })
    },
    tryTake: (holder, amount) => (fits(holder, amount) ? add(holder, amount) : undefined),
    add,
    hasRoom: fits,
    isFull: (holder) => heldBy(holder) >= perHolder || used >= total,
    get used() {
      return used
    },
  }
}
