import { CheckIcon, ErrorIcon } from '@latchkey/parts/icons'
import { Spinner } from '@latchkey/parts/Spinner'
import { useEffect, useState } from 'react'
import type { Toast } from '../../core/modal/store.js'
import { toastDuration } from '../../core/runtime/limits.js'
import { modalText } from '../../core/text/modal.js'
import { useActions, useWidget } from '../hooks/context.js'
import { useStore } from '../hooks/useStore.js'

/** One toast at a time. Live regions must exist before their content, or screen readers ignore it. */
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
