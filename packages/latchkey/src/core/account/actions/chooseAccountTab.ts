import { connectedIn } from '../../connection/store.js'
import { recordEvent } from '../../events/actions/recordEvent.js'
import type { Widget } from '../../widget.js'
import { type AccountTab, accountPageOf } from '../store.js'

export type ChooseAccountTabParameters = { readonly tab: AccountTab }

export function chooseAccountTab(widget: Widget, { tab }: ChooseAccountTabParameters): void {
  accountPageOf(widget).set({ tab })
  if (tab !== 'activity') return
  const isSmartAccount = connectedIn(widget)?.active.type === 'smartAccount'
  recordEvent(widget, { event: 'CLICK_TRANSACTIONS', properties: { isSmartAccount } })
}
