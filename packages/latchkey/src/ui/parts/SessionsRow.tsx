import { ListRow, RowIcon } from '@latchkey/parts/ListRow'
import type { Account } from '../../core/connection/family.js'
import { getConnection } from '../../core/connection/store.js'
import * as sessionsText from '../../core/text/sessions.js'
import { useActions, useWidget } from '../hooks/context.js'
import { useStore, useStores } from '../hooks/useStore.js'
import { SessionsIcon } from '../icons/lazyIcons.js'
import { IconButton } from './IconButton.js'

/** Opens the sites that may act for the account; only for EVM accounts. */
export function SessionsRow({ account: { namespace } }: { readonly account: Account }) {
  const { navigate } = useActions()
  const isOn = useStore(useWidget().stores.settings, ({ features }) => features.smartSessions)
  if (!isOn || namespace !== 'eip155') return null
  return (
    <ListRow
      image={<RowIcon icon={SessionsIcon} />}
      title={sessionsText.list.row}
      subtitle={sessionsText.list.rowText}
      chevron
      testId="account-smart-sessions-button"
      onClick={() => navigate({ view: 'SmartSessionList', params: undefined })}
    />
  )
}

/** The same in the header of the account view. */
export function SessionsButton() {
  const { navigate } = useActions()
  const hasEvmAccount = useStores(
    ['connection', 'network'],
    (widget) => getConnection(widget)?.active.namespace === 'eip155',
  )
  if (!hasEvmAccount) return null
  return (
    <IconButton
      icon={SessionsIcon}
      label={sessionsText.list.row}
      testId="w3m-header-smart-sessions"
      onClick={() => navigate({ view: 'SmartSessionList', params: undefined })}
    />
  )
}
