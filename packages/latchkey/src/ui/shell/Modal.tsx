import {
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { isAnyConnected } from '../../core/connection/store.js'
import { currentRoute } from '../../core/modal/store.js'
import { useActions, useModalContext, useWidget } from '../hooks/context.js'
import { useStore } from '../hooks/useStore.js'
import { loadComponent } from '../parts/Lazy.js'
import { StatusAnnouncer } from './Announcer.js'
import { Card } from './Card.js'
import { deepActiveElement, type Phase, usePhase } from './usePhase.js'

/** The modal in either of its forms: above the page, or as a part of it. */
export function Modal() {
  const { embedded, widget } = useModalContext()
  const { refreshProviderData } = useActions()
  const isOpen = useStore(widget.stores.modal, (modal) => modal.isOpen)
  // Also before the first opening: who draws the modal expects somebody to open it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening asks again
  useEffect(() => {
    refreshProviderData()
  }, [isOpen, refreshProviderData])
  usePrefetchedViews()
  return embedded ? <EmbeddedCard /> : <DialogCard />
}

/** Fetches what the visitor will most likely see next, once the first view stands. */
function usePrefetchedViews() {
  const modalContext = useModalContext()
  useEffect(() => {
    const { lazyViews, widget } = modalContext
    const isConnected = isAnyConnected(widget.stores.connection.get())
    widget.ports.system.whenIdle(() => {
      const next = isConnected
        ? loadComponent(modalContext, lazyViews.getLoader('Account'))
        : lazyViews.load()
      // Whoever opens a view that did not come is told, and can try again.
      next.catch((error: unknown) => widget.ports.log.warn('Could not prefetch a view', error))
    })
  }, [modalContext])
}

function EmbeddedCard() {
  const card = useRef<HTMLDivElement>(null)
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <Card card={card} titleId={titleId} isFrozen={false} />
      <StatusAnnouncer isReady />
    </section>
  )
}

function DialogCard() {
  const widget = useWidget()
  const { requestClose } = useActions()
  const isOpen = useStore(widget.stores.modal, (modal) => modal.isOpen)
  const dialog = useRef<HTMLDialogElement>(null)
  const card = useRef<HTMLDivElement>(null)
  const pressed = useRef<EventTarget>(null)
  const titleId = useId()
  const phase = usePhase(isOpen, card)
  const isShown = phase === 'open' || phase === 'closing'
  const prerender = usePrerender(phase)
  const fillsPhone = widget.config.fullScreenOnMobile

  useShownDialog(dialog, card, phase)
  useScrollLock(phase === 'open')
  useDragToClose(card, phase === 'open', {
    enabled: () => !fillsPhone && matchMedia('(max-width: 430px)').matches,
    requestClose: () => requestClose(),
  })

  /** Escape, the back gesture and whatever else a browser closes dialogs with. */
  function onCancel(event: SyntheticEvent) {
    event.preventDefault()
    requestClose()
  }

  return (
    <>
      <dialog
        ref={dialog}
        className="overlay"
        aria-labelledby={titleId}
        data-testid="w3m-modal-overlay"
        data-phase={phase}
        data-fullscreen={fillsPhone || undefined}
        onCancel={onCancel}
        onPointerDown={(event) => {
          pressed.current = event.target
        }}
        onClick={(event) => {
          // A press that began in the card, such as selecting text, does not mean the overlay.
          const { target, currentTarget } = event
          if (target === currentTarget && pressed.current === currentTarget) requestClose()
        }}
        onKeyDown={(event) => {
          // The page's own shortcuts are not meant while the visitor is in here.
          event.stopPropagation()
          if (event.key === 'Escape' && !event.defaultPrevented) onCancel(event)
        }}
      >
        {(isShown || prerender.isOn) && (
          <Card key={prerender.key} card={card} titleId={titleId} isFrozen={phase === 'closing'} />
        )}
      </dialog>
      <StatusAnnouncer isReady={!isShown} />
    </>
  )
}

/** Before the first opening the card stands ready with the view that most visitors want. */
function usePrerender(phase: Phase): { readonly isOn: boolean; readonly key: string } {
  const { stores } = useWidget()
  const isConnected = useStore(stores.connection, isAnyConnected)
  const view = useStore(stores.router, (router) => currentRoute(router).view)
  const isOn = phase === 'prerendering' && !isConnected && view === 'Connect'
  const former = useRef({ isOn, key: 'prerendered' })
  // Another view than the one that was prerendered comes fresh, not as a step away from that one.
  if (former.current.isOn && phase === 'open' && view !== 'Connect') former.current.key = 'fresh'
  former.current.isOn = isOn
  return { isOn, key: former.current.key }
}

/** Shows the dialog above everything, with the focus on its card, and gives the focus back after. */
function useShownDialog(
  dialog: { readonly current: HTMLDialogElement | null },
  card: { readonly current: HTMLElement | null },
  phase: Phase,
) {
  const opener = useRef<Element>(null)
  const isShown = phase === 'open' || phase === 'closing'

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !isShown) return
    opener.current = deepActiveElement()
    // The browser puts the first focus on what carries this mark, in the same step as it opens.
    card.current?.setAttribute('autofocus', '')
    if (!element.open) element.showModal()

    return () => {
      element.close()
      // Browsers give the focus back themselves, unless the opener lives in a shadow root they forgot.
      const isLost = deepActiveElement() === document.body
      if (isLost && opener.current instanceof HTMLElement) {
        opener.current.focus({ preventScroll: true })
      }
    }
  }, [isShown, dialog, card])

  useEffect(() => {
    const element = dialog.current
    if (!element || phase !== 'open') return
    // Some browsers close on a second Escape without asking; a modal that is open stays shown.
    const reopen = () => element.showModal()
    element.addEventListener('close', reopen)
    return () => element.removeEventListener('close', reopen)
  }, [phase, dialog])
}

/** A phone's sheet can be dragged away; what that takes is fetched by phones. */
function useDragToClose(
  card: RefObject<HTMLElement | null>,
  isOpen: boolean,
  options: { readonly enabled: () => boolean; readonly requestClose: () => void },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options are read anew on each opening
  useEffect(() => {
    if (!isOpen || !options.enabled()) return
    let stop: (() => void) | undefined
    let isOver = false
    import('./dragToClose.js').then(
      ({ dragToClose }) => {
        if (!isOver && card.current) stop = dragToClose(card.current, options)
      },
      () => {}, // It closes by its button all the same.
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [isOpen, card])
}

/**
 * Keeps the page behind from scrolling. The rule lives in a sheet of its own, so that two locks
 * cannot undo each other wrongly and the page's own styles are never touched. It comes after the
 * first frame: opening must not wait for the page's layout.
 */
function useScrollLock(isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return
    const sheet = new CSSStyleSheet()
    const frame = requestAnimationFrame(() => {
      // The gutter keeps the place of a scrollbar that was there, so nothing moves sideways.
      const hasBar = window.innerWidth > document.documentElement.clientWidth
      sheet.replaceSync(
        `html{overflow:hidden!important;${hasBar ? 'scrollbar-gutter:stable!important' : ''}}`,
      )
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    })
    return () => {
      cancelAnimationFrame(frame)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [isLocked])
}
