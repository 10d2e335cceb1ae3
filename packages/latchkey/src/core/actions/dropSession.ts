import type { Namespace } from '@latchkey/wire/caip'
import { liveIn } from '../connections/live.js'
import { connectionOf, disconnected } from '../stores/connection.js'
import { networkById, networksOf } from '../stores/network.js'
import type { Widget } from '../widget.js'

export type DropSessionParameters = { readonly namespace: Namespace }

/** Forgets a namespace's connections without telling the wallets. */
export function dropSession(widget: Widget, { namespace }: DropSessionParameters): void {
  const { connection, network } = widget.stores
  const live = liveIn(widget)
  widget.sessions.delete(namespace)
  for (const one of live) {
    if (one.namespace !== namespace) continue
    live.delete(one)
    void one.session.end({ tellWallet: false })
  }
  widget.ports.storage.remove(`${namespace}:account_choice_cache`)
  if (connectionOf(connection.get(), namespace) !== disconnected) {
    connection.set({ [namespace]: disconnected })
  }
  const state = network.get()
  // Where only a wallet could have taken us, we do not stay without it.
  if (!networkById(state, state.active[namespace])) {
    const fallback = networksOf(state, namespace)[0]?.id
    if (fallback) network.set({ active: { ...state.active, [namespace]: fallback } })
  }
}
