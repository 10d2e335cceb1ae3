/** Time as the screens see it, so that tests can turn it. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls once after that many milliseconds; the answer takes it back. */
  after(milliseconds: number, call: () => void): () => void
}

export const realClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds)
    return () => clearTimeout(timer)
  },
}
