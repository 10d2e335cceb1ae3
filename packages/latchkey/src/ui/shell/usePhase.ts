import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { motion } from '../theme/motion.js'

export type Phase = 'closed' | 'open' | 'closing'

/** Follows `isOpen`, but stays `closing` until the card has moved out of sight. */
export function usePhase(isOpen: boolean, card: RefObject<HTMLElement | null>): Phase {
  const [phase, setPhase] = useState<Phase>(isOpen ? 'open' : 'closed')

  useLayoutEffect(() => {
    setPhase((former) => (isOpen ? 'open' : former === 'closed' ? 'closed' : 'closing'))
  }, [isOpen])

  useEffect(() => {
    if (phase !== 'closing') return
    const done = (event?: Event) => {
      if (!event || event.target === card.current) setPhase('closed')
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
