const LIMIT_MS = 2_000

/** Whether a part the server depends on answers soon enough to be called up. */
export async function isResponsive(ping: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), LIMIT_MS)
  })
  try {
    return await Promise.race([ping().then(() => true), late])
  } catch {
    // Why is in that part's log; a balancer only needs to know that it is so.
    return false
  } finally {
    clearTimeout(timer)
  }
}
