import { useEffect } from 'react'
import { useSurroundings } from '../../../../ui/hooks/context.js'
import { fetchComponent } from '../../../../ui/parts/fetched/fetchComponent.js'

/** Fetches what a login shows next, once there is time: its views all come together. */
export function usePrefetchedLogin(): void {
  const surroundings = useSurroundings()
  useEffect(() => {
    const { lateViews, widget } = surroundings
    const { log, system } = widget.ports
    system.whenIdle(() => {
      fetchComponent(surroundings, lateViews.loaderOf('EmailVerifyOtp'))
        // Whoever opens a view that did not come is told, and can try again.
        .catch((error: unknown) => log.warn('Could not prefetch a view', error))
    })
  }, [surroundings])
}
