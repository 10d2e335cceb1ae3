import { type AccountTab, accountPageOf } from '../stores/accountPage.js'
import type { Widget } from '../widget.js'

export type ChooseAccountTabParameters = { readonly tab: AccountTab }

export function chooseAccountTab(widget: Widget, { tab }: ChooseAccountTabParameters): void {
  accountPageOf(widget).set({ tab })
}
