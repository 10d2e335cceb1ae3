import { type RefObject, useRef } from 'react'
import { currentRoute } from '../../core/modal/store.js'
import { useModalContext } from '../hooks/context.js'
import { useStore } from '../hooks/useStore.js'
import { Lazy, lazyComponent } from '../parts/Lazy.js'
import { Header } from './Header.js'
import { Router } from './Router.js'
import { Toaster } from './Toaster.js'

/** Needed only with `debug`. */
const alertBar = lazyComponent(
  () => import('./AlertBar.js'),
  (shell) => shell.AlertBar,
)

type CardProps = {
  readonly card: RefObject<HTMLDivElement | null>
  readonly titleId: string
  /** Keeps the current view during the closing animation. */
  readonly isFrozen: boolean
}

export function Card({ card, titleId, isFrozen }: CardProps) {
  const { widget, embedded, actions } = useModalContext()
  const hasAlert = useStore(widget.stores.notice, (notice) => notice.alert !== undefined)
  const isShaking = useStore(widget.stores.modal, (modal) => modal.isShaking)
  const entry = useFrozen(
    useStore(widget.stores.router, (router) => ({
      route: currentRoute(router),
      depth: router.history.length,
      direction: router.direction,
    })),
    isFrozen,
  )
  // The next click or input dismisses an error. In the capture phase, so that a new error stays.
  const dismissError = () => actions.dismissToast('error')
  return (
    <div
      ref={card}
      className={embedded ? 'card card-embedded' : 'card'}
      tabIndex={-1}
      data-testid="w3m-modal-card"
      data-shaking={isShaking || undefined}
      onClickCapture={dismissError}
      onInputCapture={dismissError}
    >
      <Header entry={entry} titleId={titleId} />
      {widget.config.debug && (
        <div role="alert">{hasAlert && <Lazy load={alertBar} pending={<span />} />}</div>
      )}
      <Router entry={entry} card={card} />
      <Toaster />
    </div>
  )
}

/** The last value before it was frozen. */
function useFrozen<value>(value: value, isFrozen: boolean): value {
  const kept = useRef(value)
  if (!isFrozen) kept.current = value
  return kept.current
}
