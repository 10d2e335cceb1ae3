/** For calls that are never cancelled: their own limit ends them. */
export const never = new AbortController().signal
