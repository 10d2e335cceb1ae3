import { CheckIcon, ErrorIcon } from '@latchkey/parts/icons'
import { Spinner } from '@latchkey/parts/Spinner'
import { useEffect, useState } from 'react'
import type { Toast } from '../../core/modal/store.js'
import { toastDuration } from '../../core/runtime/limits.js'
import { modalText } from '../../core/text/modal.js'
import { useActions, useWidget } from '../hooks/context.js'
import { useStore } from '../hooks/useStore.js'

/** One toast at a time. The regions are always there: screen readers say only what is added to one. */
export function Toaster() {
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
  const [isHeld, setHeld] = useState(false)

  useEffect(() => {
    if (isHeld || variant === 'loading') return
    const timer = setTimeout(() => dismissToast(), toastDuration)
    return () => clearTimeout(timer)
  }, [isHeld, variant, dismissToast])

  return (
    <div
      className={`toast toast-${variant}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      {variant === 'success' ? <CheckIcon /> : variant === 'error' ? <ErrorIcon /> : <Spinner />}
      <span className="visually-hidden">{modalText.shell.toast[variant]}: </span>
      <span data-testid="wui-snackbar-message">{message}</span>
    </div>
  )
}
