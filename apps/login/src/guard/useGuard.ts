import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent as PressEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Clock } from '../screens/clock.js'
import { createGuard, type Press, restTime } from './guard.js'
import { checkVisibility, watchVisibility } from './visibility.js'

/** Delay before a covered card is reported, because becoming visible takes time. */
const coveredAfter = 1_500
/**
 * Sizes at which a card is readable (pixels). A wider card was zoomed out, which browsers do not
 * report; a smaller one shows only its buttons.
 */
const minWidth = 240
const maxWidth = 560
const minHeight = 120
/** Browsers report a covered card with a delay, so a press waits this long and then checks again. */
const settling = 150
/** In a background tab the check would only end when the visitor returns. */
const maxCheckMs = 2_000

export type PressHandlers = {
  readonly onPointerDown: (event: PressEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onClick: (event: MouseEvent) => void
}

export type Guarded = {
  readonly isReady: boolean
  readonly isCovered: boolean
  /** Whether the last press did not count. */
  readonly wasEarly: boolean
  /** Handlers for a button on the card; `onClick` is called for a press that counts. */
  handlers(onClick: () => void): PressHandlers
}

/**
 * Guards the buttons of a card. `content` is a key of what the card shows: when it changes, the
 * visitor gets time to read.
 */
export function useGuard(
  card: { readonly current: HTMLElement | null },
  options: {
    readonly clock: Clock
    readonly mustBeVisible: boolean
    readonly content: string
  },
): Guarded {
  const { clock, mustBeVisible, content } = options
  const [guard] = useState(() => createGuard({ now: () => performance.now(), mustBeVisible }))
  const [isReady, setReady] = useState(false)
  const [isCovered, setCovered] = useState(false)
  const [wasEarly, setEarly] = useState(false)
  const down = useRef<Press | undefined>(undefined)
  const sight = useRef(!mustBeVisible)
  const timers = useRef(new Set<() => void>())
  const latestContent = useRef(content)

  function later(milliseconds: number, call: () => void) {
    const cancel = clock.after(milliseconds, () => {
      timers.current.delete(cancel)
      call()
    })
    timers.current.add(cancel)
  }

  function refresh() {
    setReady(guard.isReady())
    later(restTime + 20, () => setReady(guard.isReady()))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, because the card and its guard stay the same
  useEffect(() => {
    const element = card.current
    if (!element) return
    const page = element.ownerDocument
    const view = page.defaultView as Window & typeof globalThis
    let isVisible = false
    const look = () => {
      const isWhole = isVisible && canBeRead(element)
      sight.current = isWhole
      guard.saw(isWhole)
      if (isWhole) setCovered(false)
      else later(coveredAfter, () => setCovered(!sight.current))
    }
    const disturb = () => {
      guard.changed()
      // The visibility observer does not report size changes of the frame.
      if (mustBeVisible) look()
      refresh()
    }
    const focus = () => {
      guard.focused()
      refresh()
    }
    const enter = (event: PointerEvent) => {
      if (event.pointerType !== 'touch') guard.pointerEntered()
    }
    const sizes = new view.ResizeObserver(disturb)
    sizes.observe(element)
    view.addEventListener('resize', disturb)
    view.addEventListener('focus', focus)
    page.addEventListener('visibilitychange', disturb)
    page.documentElement.addEventListener('pointerenter', enter)
    const stop = mustBeVisible
      ? watchVisibility(element, (isInSight) => {
          isVisible = isInSight
          look()
          refresh()
        })
      : () => {}
    return () => {
      stop()
      sizes.disconnect()
      view.removeEventListener('resize', disturb)
      view.removeEventListener('focus', focus)
      page.removeEventListener('visibilitychange', disturb)
      page.documentElement.removeEventListener('pointerenter', enter)
      for (const cancel of timers.current) cancel()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only new content restarts the rest time
  useLayoutEffect(() => {
    latestContent.current = content
    guard.changed()
    refresh()
  }, [content])

  const pressOf = (event: MouseEvent | KeyboardEvent, by: Press['by'], x = 0, y = 0): Press => {
    const button = event.currentTarget as HTMLElement
    const { left, top, width, height } = button.getBoundingClientRect()
    // A pressed button shrinks around its centre, which is not a layout change.
    const middle = [left + width / 2, top + height / 2].map((at) => Math.floor(at + 0.25))
    return {
      isTrusted: event.isTrusted,
      by,
      isRepeat: 'repeat' in event && event.repeat,
      x,
      y,
      layout: [...middle, button.offsetWidth, button.offsetHeight].join(' '),
    }
  }

  const start = (press: Press) => {
    down.current = press
    guard.press(press)
  }

  return {
    isReady,
    isCovered,
    wasEarly,
    handlers: (onClick) => ({
      onPointerDown(event) {
        if (event.button !== 0) return
        const by = event.pointerType === 'touch' ? 'touch' : 'mouse'
        start(pressOf(event, by, event.clientX, event.clientY))
      },
      onKeyDown(event) {
        if (event.key === 'Enter' || event.key === ' ') start(pressOf(event, 'keyboard'))
      },
      onClick(event) {
        const before = down.current
        down.current = undefined
        const isPointer = event.detail > 0
        const by = isPointer ? (before?.by ?? 'mouse') : (before?.by ?? 'assist')
        const release = isPointer
          ? pressOf(event, by, event.clientX, event.clientY)
          : { ...pressOf(event, by), isRepeat: before?.isRepeat ?? false }
        if (!guard.release(release)) {
          setEarly(true)
          return
        }
        setEarly(false)
        // At once in a window: some browsers allow copying only within the press event.
        if (!mustBeVisible) return onClick()
        const shown = latestContent.current
        later(settling, () => {
          const element = card.current
          if (!element) return
          const stop = checkVisibility(element, (isInSight) => {
            timers.current.delete(stop)
            const isSame = latestContent.current === shown
            if (isInSight && sight.current && isSame) onClick()
            else setEarly(true)
          })
          timers.current.add(stop)
          later(maxCheckMs, () => {
            if (!timers.current.delete(stop)) return
            stop()
            setEarly(true)
          })
        })
      },
    }),
  }
}

function canBeRead(card: HTMLElement): boolean {
  const text = card.querySelector('[data-scroll]')
  const { clientHeight = minHeight, scrollHeight = minHeight } = text ?? {}
  return (
    card.clientWidth >= minWidth &&
    card.clientWidth <= maxWidth &&
    clientHeight >= Math.min(scrollHeight, minHeight)
  )
}
