import type { Namespace } from '@latchkey/wire/caip'
import { disconnected } from '../stores/connection.js'
import { networkById, networksOf } from '../stores/network.js'
import type { Widget } from '../widget.js'

export type DropSessionParameters = { readonly namespace: Namespace }

/** Forgets a namespace's connection without telling the wallet. */
export function dropSession(widget: Widget, { namespace }: DropSessionParameters): void {
  const { connection, network } = widget.stores
  const session = widget.sessions.get(namespace)
  widget.sessions.delete(namespace)
  void session?.end({ tellWallet: false })
  widget.ports.storage.remove(`${namespace}:account_choice_cache`)
  connection.set({ [namespace]: disconnected })
  const state = network.get()
  // Where only a wallet could have taken us, we do not stay without it.
  if (!networkById(state, state.active[namespace])) {
    const fallback = networksOf(state, namespace)[0]?.id
    if (fallback) network.set({ active: { ...state.active, [namespace]: fallback } })
  }
}
