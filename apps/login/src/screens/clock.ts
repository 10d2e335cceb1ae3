/** Time for the screens, replaceable in tests. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls once after that many milliseconds; returns a function that cancels. */
  after(milliseconds: number, call: () => void): () => void
}

export const realClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds)
    return () => clearTimeout(timer)
  },
}
