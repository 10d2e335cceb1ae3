import { systemClock } from '../clock.js'
import { withDeadline } from '../deadline.js'

const timeoutMs = 2_000

/** Whether a dependency responds within the timeout. */
export async function isResponsive(ping: () => Promise<unknown>): Promise<boolean> {
  try {
    await withDeadline(systemClock, timeoutMs, ping)
    return true
  } catch {
    // The dependency logs the reason; a load balancer only needs the result.
    return false
  }
}
