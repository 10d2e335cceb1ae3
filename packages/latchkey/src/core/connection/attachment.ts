import type { Namespace } from '@latchkey/wire/caip'
import { preferredNetwork } from '../network/preferredNetwork.js'
import { networksOf } from '../network/store.js'
import type { Widget } from '../widget.js'
import type { AttachParameters } from './family.js'

/** What every session of a namespace is given, whichever way its wallet was reached. */
export function attachment(
  widget: Widget,
  namespace: Namespace,
): Pick<AttachParameters, 'network' | 'networks' | 'ports' | 'journal' | 'holdingsMoved'> {
  return {
    network: preferredNetwork(widget, namespace),
    networks: () => networksOf(widget.stores.network.get(), namespace),
    ports: widget.ports,
    journal: async () => (await import('../account/journal/createJournal.js')).journalOf(widget),
    holdingsMoved: async () =>
      (await import('../account/journal/refreshHoldings.js')).refreshActive(widget, namespace),
  }
}
