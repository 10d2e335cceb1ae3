import { CheckIcon, ErrorIcon } from '@latchkey/parts/icons'
import { Spinner } from '@latchkey/parts/Spinner'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { currentRoute, type Toast } from '../../core/modal/store.js'
import { toastDuration } from '../../core/runtime/limits.js'
import { modalText } from '../../core/text/modal.js'
import { useActions, useModalContext, useWidget } from '../hooks/context.js'
import { useStore } from '../hooks/useStore.js'
import { Lazy, lazyComponent } from '../parts/Lazy.js'
import { Header } from './Header.js'
import { Router } from './Router.js'

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

/** One toast at a time. Live regions must exist before their content, or screen readers ignore it. */
function Toaster() {
  const widget = useWidget()
  const toast = useStore(widget.stores.notice, (notice) => notice.toast)
  const isUrgent = toast?.variant === 'error'
  return (
    <div className="toaster">
      <div role="status">{toast && !isUrgent && <ToastCard key={toast.id} toast={toast} />}</div>
      <div role="alert">{toast && isUrgent && <ToastCard key={toast.id} toast={toast} />}</div>
    </div>
  )
}

function ToastCard({ toast: { variant, message } }: { readonly toast: Toast }) {
  const { dismissToast } = useActions()
  const [isHovered, setHovered] = useState(false)

  useEffect(() => {
    if (isHovered || variant === 'loading') return
    const timer = setTimeout(() => dismissToast(), toastDuration)
    return () => clearTimeout(timer)
  }, [isHovered, variant, dismissToast])

  return (
    <div
      className={`toast toast-${variant}`}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      {variant === 'success' ? <CheckIcon /> : variant === 'error' ? <ErrorIcon /> : <Spinner />}
      <span className="visually-hidden">{modalText.shell.toast[variant]}: </span>
      <span data-testid="wui-snackbar-message">{message}</span>
    </div>
  )
}
