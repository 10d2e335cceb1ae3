import { motion } from '@latchkey/parts/motion'
import { type RefObject, useEffect, useState } from 'react'

/** `prerendering`: drawn out of sight before the first opening, so that opening has little left to do. */
export type Phase = 'prerendering' | 'open' | 'closing' | 'closed'

/** Follows `isOpen`, but stays `closing` until the card has moved out of sight. */
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
    // A hidden tab plays no animations, so the wait is bounded.
    const limit = setTimeout(done, motion.closeLimit)
    element?.addEventListener('animationend', done)
    return () => {
      clearTimeout(limit)
      element?.removeEventListener('animationend', done)
    }
  }, [phase, card])

  return phase
}

/** The focused element itself, also inside shadow roots. */
export function deepActiveElement(): Element | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}
