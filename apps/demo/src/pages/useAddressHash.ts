import { useEffect, useRef } from 'react'

/** Browsers throttle URL changes, which a slider would cause. */
const pause = 250

/** Keeps the page's address in step with the configuration, and the other way round. */
export function useAddressHash(hash: string, onVisit: (hash: string) => void): void {
  const visit = useRef(onVisit)
  visit.current = onVisit
  useEffect(() => {
    const timer = setTimeout(() => {
      const address = hash ? `#${hash}` : location.pathname + location.search
      history.replaceState(history.state, '', address)
    }, pause)
    return () => clearTimeout(timer)
  }, [hash])
  useEffect(() => {
    const listen = () => visit.current(location.hash)
    window.addEventListener('hashchange', listen)
    return () => window.removeEventListener('hashchange', listen)
  }, [])
}
