import { getConnection } from '../../connection/store.js'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { createStore, type Store } from '../../runtime/createStore.js'
import { getOrCreate, type Widget } from '../../widget.js'

export const accountTabs = ['tokens', 'nfts', 'activity'] as const

export type AccountTab = (typeof accountTabs)[number]

/** The visitor's choice on the Account view; kept while other views are open. */
type AccountPageState = { readonly tab: AccountTab }

export function getAccountPage(widget: Widget): Store<AccountPageState> {
  return getOrCreate(widget, createAccountPage)
}

function createAccountPage(): Store<AccountPageState> {
  return createStore<AccountPageState>({ tab: 'tokens' })
}

export type ChooseAccountTabParameters = { readonly tab: AccountTab }

export function chooseAccountTab(widget: Widget, { tab }: ChooseAccountTabParameters): void {
  getAccountPage(widget).set({ tab })
  if (tab !== 'activity') return
  const isSmartAccount = getConnection(widget)?.active.type === 'smartAccount'
  recordEvent(widget, { event: 'CLICK_TRANSACTIONS', properties: { isSmartAccount } })
}
