import type { Namespace } from '@latchkey/wire/caip'
import { AdapterNotFoundError } from '../../runtime/errors/network.js'
import type { Widget } from '../../widget.js'
import { getNetworks } from '../store.js'

export type SetNamespaceParameters = { readonly namespace: Namespace }

/** Makes a namespace the active one, on its last network. */
export function setNamespace(widget: Widget, { namespace }: SetNamespaceParameters): void {
  const { network } = widget.stores
  const state = network.get()
  if (state.activeNamespace === namespace) return
  const id = state.active[namespace] ?? getNetworks(state, namespace)[0]?.id
  if (id === undefined) throw new AdapterNotFoundError(namespace)
  network.set({ activeNamespace: namespace, active: { ...state.active, [namespace]: id } })
}
