/** For calls that nobody calls off: their own limit ends them. */
export const never = new AbortController().signal
