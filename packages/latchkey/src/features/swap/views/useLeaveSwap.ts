import { useEffect } from 'react'
import { useWidget } from '../../../ui/hooks/context.js'
import { leaveSwap } from '../actions/editSwap.js'

/** Empties the form when its last view is gone; a confirmation above it is not the end. */
export function useLeaveSwap(): void {
  const widget = useWidget()
  useEffect(
    () => () => {
      const { modal, router } = widget.stores
      const isShown = modal.get().isOpen || widget.config.embedded
      const isOpen = router.get().history.some(({ view }) => view.startsWith('Swap'))
      if (!isShown || !isOpen) leaveSwap(widget)
    },
    [widget],
  )
}
