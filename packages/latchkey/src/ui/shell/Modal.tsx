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

/** The modal: above the page, or embedded in it. */
export function Modal() {
  const { embedded, widget } = useModalContext()
  const { refreshProviderData } = useActions()
  const isOpen = useStore(widget.stores.modal, (modal) => modal.isOpen)
  // Also before the first opening: mounting means it will open soon.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each opening
  useEffect(() => {
    refreshProviderData()
  }, [isOpen, refreshProviderData])
  usePrefetchedViews()
  return embedded ? <EmbeddedCard /> : <DialogCard />
}

/** Preloads the view that the visitor probably opens next. */
function usePrefetchedViews() {
  const modalContext = useModalContext()
  useEffect(() => {
    const { lazyViews, widget } = modalContext
    const isConnected = isAnyConnected(widget.stores.connection.get())
    widget.ports.system.whenIdle(() => {
      const next = isConnected
        ? loadComponent(modalContext, lazyViews.getLoader('Account'))
        : lazyViews.load()
      // Opening the view shows the error and a retry button.
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
  const pointerTarget = useRef<EventTarget>(null)
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

  /** Escape, the back gesture and other ways in which a browser closes dialogs. */
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
          pointerTarget.current = event.target
        }}
        onClick={(event) => {
          // Ignores clicks that began in the card, such as selecting text.
          const { target, currentTarget } = event
          if (target === currentTarget && pointerTarget.current === currentTarget) requestClose()
        }}
        onKeyDown={(event) => {
          // The page's own shortcuts must not react to keys pressed in the modal.
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

/** Renders Connect out of sight before the first opening, so that opening is fast. */
function usePrerender(phase: Phase): { readonly isOn: boolean; readonly key: string } {
  const { stores } = useWidget()
  const isConnected = useStore(stores.connection, isAnyConnected)
  const view = useStore(stores.router, (router) => currentRoute(router).view)
  const isOn = phase === 'prerendering' && !isConnected && view === 'Connect'
  const former = useRef({ isOn, key: 'prerendered' })
  // Another view than the prerendered one appears without a transition.
  if (former.current.isOn && phase === 'open' && view !== 'Connect') former.current.key = 'fresh'
  former.current.isOn = isOn
  return { isOn, key: former.current.key }
}

/** Opens the dialog with the focus on its card, and restores the focus on close. */
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
    // The browser focuses this element when it opens the dialog.
    card.current?.setAttribute('autofocus', '')
    if (!element.open) element.showModal()

    return () => {
      element.close()
      // Browsers restore the focus, except to an element inside a shadow root.
      const isLost = deepActiveElement() === document.body
      if (isLost && opener.current instanceof HTMLElement) {
        opener.current.focus({ preventScroll: true })
      }
    }
  }, [isShown, dialog, card])

  useEffect(() => {
    const element = dialog.current
    if (!element || phase !== 'open') return
    // Some browsers close on a second Escape without a cancel event.
    const reopen = () => element.showModal()
    element.addEventListener('close', reopen)
    return () => element.removeEventListener('close', reopen)
  }, [phase, dialog])
}

/** Lets phones drag the sheet away; the code loads only there. */
function useDragToClose(
  card: RefObject<HTMLElement | null>,
  isOpen: boolean,
  options: { readonly enabled: () => boolean; readonly requestClose: () => void },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options are read on each opening
  useEffect(() => {
    if (!isOpen || !options.enabled()) return
    let stop: (() => void) | undefined
    let isOver = false
    import('./dragToClose.js').then(
      ({ dragToClose }) => {
        if (!isOver && card.current) stop = dragToClose(card.current, options)
      },
      () => {}, // The close button still works.
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [isOpen, card])
}

/**
 * Stops the page from scrolling. Each lock has its own style sheet, so that two locks do not undo each
 * other. Applied after the first frame: opening must not wait for the page's layout.
 */
function useScrollLock(isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return
    const sheet = new CSSStyleSheet()
    const frame = requestAnimationFrame(() => {
      // Reserves the width of the scrollbar, so that the page does not shift.
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
