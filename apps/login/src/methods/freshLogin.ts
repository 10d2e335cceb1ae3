/** How long after a log-in its sign-in message may be signed (milliseconds). */
const freshFor = 2 * 60_000

/** The log-in just completed in this document. It allows one sign-in message without a prompt. */
export type FreshLogin = {
  begin(token: string): void
  /** True once, for the session of that log-in. */
  take(token: string): boolean
}

export function createFreshLogin(now: () => number): FreshLogin {
  let latest: { readonly token: string; readonly at: number } | undefined
  return {
    begin(token) {
      latest = { token, at: now() }
    },
    take(token) {
      if (latest?.token !== token) return false
      const age = now() - latest.at
      // Negative after the clock was set back: how long ago it was is then unknown.
      const isFresh = age >= 0 && age < freshFor
      latest = undefined
      return isFresh
    },
  }
}
