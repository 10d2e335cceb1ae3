import type { Namespace } from '@latchkey/wire/caip'
import { connectedIn } from '../../connection/selectors.js'
import type { Widget } from '../../widget.js'
import { journalOf } from '../journal/createJournal.js'
import { recentReceivers } from './recentReceivers.js'

/** The visitor's own accounts of a chain family. */
export function ownAddresses(widget: Widget, namespace: Namespace): readonly string[] {
  return connectedIn(widget, namespace)?.accounts.map(({ address }) => address) ?? []
}

/** Whom the visitor has sent to through this widget. Only what reached a network counts. */
export function formerReceivers(widget: Widget, namespace: Namespace): readonly string[] {
  const sent = journalOf(widget)
    .entries()
    .filter(({ networkId, hash }) => networkId.startsWith(`${namespace}:`) && hash !== undefined)
    .flatMap(({ transfer }) => transfer?.receiver ?? [])
  return [...recentReceivers(widget, namespace).map(({ address }) => address), ...sent]
}
