import type { Namespace } from '@latchkey/wire/caip'
import { getConnection } from '../../connection/store.js'
import type { Widget } from '../../widget.js'
import { getJournal } from '../journal/createJournal.js'
import { getRecentRecipients } from './recentRecipients.js'

/** The visitor's own accounts of a chain family. */
export function getOwnAddresses(widget: Widget, namespace: Namespace): readonly string[] {
  return getConnection(widget, namespace)?.accounts.map(({ address }) => address) ?? []
}

/** Addresses the visitor has sent to. Only transactions with a hash count. */
export function getPastRecipients(widget: Widget, namespace: Namespace): readonly string[] {
  const sent = getJournal(widget)
    .entries()
    .filter(({ networkId, hash }) => networkId.startsWith(`${namespace}:`) && hash !== undefined)
    .flatMap(({ transfer }) => transfer?.receiver ?? [])
  return [...getRecentRecipients(widget, namespace).map(({ address }) => address), ...sent]
}
