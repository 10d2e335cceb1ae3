import { Button } from '@latchkey/parts/Button'
import { CheckIcon } from '@latchkey/parts/icons'
import * as sessionsText from '../../../core/text/sessions.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { getSite } from '../sessionEntries.js'

/** Public surface §4.15: shown after a permission was granted. */
export function SmartSessionCreatedView() {
  const widget = useWidget()
  const { closeModal, navigate } = useActions()
  const isListed = useStore(widget.stores.settings, ({ features }) => features.smartSessions)
  const { title, text, thisSite, manage, done } = sessionsText.created
  return (
    <div className="session-created">
      <span className="session-sign">
        <CheckIcon size={32} />
      </span>
      <div className="session-words" role="status">
        <h2 className="session-title">{title}</h2>
        <p className="session-text">{text(getSite(widget).name || thisSite)}</p>
      </div>
      <Button testId="session-created-done" onClick={() => closeModal()}>
        {done}
      </Button>
      {isListed && (
        <Button
          variant="quiet"
          testId="session-created-manage"
          onClick={() => navigate({ view: 'SmartSessionList', params: undefined, how: 'replace' })}
        >
          {manage}
        </Button>
      )}
    </div>
  )
}
