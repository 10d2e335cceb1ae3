import { ListRow, RowIcon } from '@latchkey/parts/ListRow'
import { useSyncExternalStore } from 'react'
import { getIdentities, hasNames } from '../../core/account/identity/identity.js'
import type { Account } from '../../core/connection/family.js'
import { getActiveNetwork } from '../../core/network/store.js'
import * as namesText from '../../core/text/names.js'
import { useActions, useWidget } from '../hooks/context.js'
import { useStore } from '../hooks/useStore.js'
import { TagIcon } from '../icons/lazyIcons.js'

/** Shown once the account is known to have no name. */
export function ChooseNameRow({ account: { address, namespace } }: { readonly account: Account }) {
  const widget = useWidget()
  const { navigate } = useActions()
  const network = useStore(widget.stores.network, (state) => getActiveNetwork(state, namespace))
  const hasZone = useStore(widget.stores.settings, ({ nameZone }) => nameZone !== undefined)
  const identities = getIdentities(widget)
  const read = () => network && identities.get({ address, network })
  const state = useSyncExternalStore(identities.subscribe, read, read)
  const isNameless = state?.status === 'ready' && state.value.name === undefined
  if (!hasZone || !isNameless || !hasNames(widget, network)) return null
  return (
    <ListRow
      image={<RowIcon icon={TagIcon} />}
      title={namesText.choose.row}
      chevron
      testId="account-choose-name-button"
      onClick={() => navigate({ view: 'ChooseAccountName', params: undefined })}
    />
  )
}
