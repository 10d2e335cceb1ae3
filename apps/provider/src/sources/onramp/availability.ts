import type { Clock } from '../../clock.js'
import { DeadlineError, withDeadline } from '../../deadline.js'
import type { OnrampDriver, ProviderId } from './OnrampDriver.js'
import { ServiceError } from './ServiceError.js'

/** Which services can be used at the moment. */
export type Availability = {
  /** Those that respond; each is checked at most once a minute. */
  filter(drivers: readonly OnrampDriver[], signal: AbortSignal): Promise<readonly OnrampDriver[]>
  /** Runs a call in limited time. A service that fails it is not offered for a while. */
  run<value>(
    driver: OnrampDriver,
    work: (signal: AbortSignal) => Promise<value>,
    signal: AbortSignal,
  ): Promise<value>
}

const upMs = 60_000
const downMs = 20_000
const maxDownMs = 600_000
const callTimeoutMs = 6_000

export function createAvailability(clock: Clock): Availability {
  const states = new Map<ProviderId, { readonly isUp: boolean; readonly until: number }>()

  function markDown({ id }: OnrampDriver, { retryAfter = downMs }: ServiceError): void {
    states.set(id, { isUp: false, until: clock.now() + Math.min(retryAfter, maxDownMs) })
  }

  const run: Availability['run'] = async (driver, work, signal) => {
    // On this machine, the limit of the request is enough.
    if (driver.id === 'sandbox') return work(signal)
    try {
      return await withDeadline(clock, callTimeoutMs, work, signal)
    } catch (cause) {
      const error =
        cause instanceof DeadlineError
          ? new ServiceError('unavailable', `${driver.label} is too slow.`, { cause })
          : cause
      if (error instanceof ServiceError && error.kind === 'unavailable' && !signal.aborted) {
        markDown(driver, error)
      }
      throw error
    }
  }

  async function isUp(driver: OnrampDriver, signal: AbortSignal): Promise<boolean> {
    const known = states.get(driver.id)
    if (known && known.until > clock.now()) return known.isUp
    try {
      await run(driver, (within) => driver.check(within), signal)
      states.set(driver.id, { isUp: true, until: clock.now() + upMs })
      return true
    } catch (error) {
      if (error instanceof ServiceError) return false
      throw error
    }
  }

  return {
    run,
    async filter(drivers, signal) {
      const states = await Promise.all(drivers.map((driver) => isUp(driver, signal)))
      return drivers.filter((_, index) => states[index])
    },
  }
}
