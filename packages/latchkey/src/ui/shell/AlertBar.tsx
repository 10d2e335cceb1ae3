import { CloseIcon, ErrorIcon, InfoIcon, WarningIcon } from '@latchkey/parts/icons'
import { useState } from 'react'
import type { Alert } from '../../core/modal/store.js'
import { modalText } from '../../core/text/modal.js'
import { useActions, useWidget } from '../hooks/context.js'
import { useStore } from '../hooks/useStore.js'
import { IconButton } from '../parts/IconButton.js'

export { alertBarCss as styles } from './alertBar.css.js'

/** A problem for the site's developer, shown only with `debug`. */
export function AlertBar() {
  const widget = useWidget()
  const alert = useStore(widget.stores.notice, (notice) => notice.alert)
  return alert && <AlertContent key={alert.code} alert={alert} />
}

const icons = { error: ErrorIcon, warning: WarningIcon, info: InfoIcon }

function AlertContent({ alert }: { readonly alert: Alert }) {
  const { dismissAlert } = useActions()
  const [isExpanded, setExpanded] = useState(false)
  const Icon = icons[alert.variant]
  return (
    <div className={`alert-bar alert-${alert.variant}`}>
      <Icon />
      <div className="alert-text">
        <button
          type="button"
          className="alert-toggle"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          <span className="visually-hidden">{modalText.shell.alert[alert.variant]}: </span>
          <span data-testid="wui-alertbar-text">{alert.short}</span>{' '}
          <span className="alert-code">{alert.code}</span>
        </button>
        {isExpanded && <p className="alert-long">{alert.long}</p>}
      </div>
      <IconButton icon={CloseIcon} label={modalText.shell.dismiss} onClick={() => dismissAlert()} />
    </div>
  )
}
