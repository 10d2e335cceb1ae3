import { createStore, type Store } from '../runtime/createStore.js'
import { getOrCreate } from '../runtime/getOrCreate.js'
import type { Widget } from '../widget.js'

export const accountTabs = ['tokens', 'nfts', 'activity'] as const

export type AccountTab = (typeof accountTabs)[number]

/** What the visitor chose on the Account view; it lasts while they look at something else. */
export type AccountPageState = { readonly tab: AccountTab }

export function accountPageOf(widget: Widget): Store<AccountPageState> {
  return getOrCreate(widget, createAccountPage)
}

function createAccountPage(): Store<AccountPageState> {
  return createStore<AccountPageState>({ tab: 'tokens' })
}
