import type { Namespace } from '@latchkey/wire/caip'
import type { AttachParameters } from './family.js'
import { networksOf } from '../network/store.js'
import { wantedNetwork } from '../network/wantedNetwork.js'
import type { Widget } from '../widget.js'

/** What every session of a namespace is given, whichever way its wallet was reached. */
export function attachment(
  widget: Widget,
  namespace: Namespace,
): Pick<AttachParameters, 'network' | 'networks' | 'ports' | 'journal' | 'holdingsMoved'> {
  return {
    network: wantedNetwork(widget, namespace),
    networks: () => networksOf(widget.stores.network.get(), namespace),
    ports: widget.ports,
    journal: async () => (await import('../account/journal/createJournal.js')).journalOf(widget),
    holdingsMoved: async () =>
      (await import('../account/journal/refreshHoldings.js')).refreshActive(widget, namespace),
  }
}
