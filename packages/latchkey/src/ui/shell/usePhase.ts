import { motion } from '@latchkey/parts/motion'
import { type RefObject, useEffect, useState } from 'react'

/** `prerendering`: rendered out of sight before the first opening. */
export type Phase = 'prerendering' | 'open' | 'closing' | 'closed'

/** Follows `isOpen`, with `closing` until the closing animation has ended. */
export function usePhase(isOpen: boolean, card: RefObject<HTMLElement | null>): Phase {
  const [unopened, setUnopened] = useState<Phase>('prerendering')
  const phase = isOpen ? 'open' : unopened

  useEffect(() => {
    if (isOpen) setUnopened('closing')
  }, [isOpen])

  useEffect(() => {
    if (phase !== 'closing') return
    const done = (event?: Event) => {
      if (!event || event.target === card.current) setUnopened('closed')
    }
    const element = card.current
    // A hidden tab plays no animations, so a timeout ends the phase.
    const limit = setTimeout(done, motion.closeLimit)
    element?.addEventListener('animationend', done)
    return () => {
      clearTimeout(limit)
      element?.removeEventListener('animationend', done)
    }
  }, [phase, card])

  return phase
}

/** The focused element, also inside shadow roots. */
export function deepActiveElement(): Element | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}
