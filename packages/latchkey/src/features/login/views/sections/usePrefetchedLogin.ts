import { useEffect } from 'react'
import { useModalContext } from '../../../../ui/hooks/context.js'
import { fetchComponent } from '../../../../ui/parts/fetched/fetchComponent.js'

/** Fetches what a login shows next, once there is time: its views all come together. */
export function usePrefetchedLogin(): void {
  const modalContext = useModalContext()
  useEffect(() => {
    const { lazyViews, widget } = modalContext
    const { log, system } = widget.ports
    system.whenIdle(() => {
      fetchComponent(modalContext, lazyViews.loaderOf('EmailVerifyOtp'))
        // Whoever opens a view that did not come is told, and can try again.
        .catch((error: unknown) => log.warn('Could not prefetch a view', error))
    })
  }, [modalContext])
}
