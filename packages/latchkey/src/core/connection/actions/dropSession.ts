import type { Namespace } from '@latchkey/wire/caip'
import { defaultNetwork } from '../../network/store.js'
import type { Widget } from '../../widget.js'
import { liveConnections } from '../liveConnections.js'
import { connectionOf, disconnected } from '../store.js'

export type DropSessionParameters = { readonly namespace: Namespace }

/**
 * Forgets a namespace's connections without telling the wallets, and goes back to the default network
 * (specification §4).
 */
export function dropSession(widget: Widget, { namespace }: DropSessionParameters): void {
  const { connection, network } = widget.stores
  const live = liveConnections(widget)
  widget.sessions.delete(namespace)
  for (const one of live) {
    if (one.namespace !== namespace) continue
    live.delete(one)
    void one.session.end({ tellWallet: false })
  }
  widget.ports.storage.remove(`${namespace}:account_choice_cache`)
  if (connectionOf(connection.get(), namespace) === disconnected) return
  connection.set({ [namespace]: disconnected })
  widget.ports.storage.remove(`${namespace}:network_cache`)
  const state = network.get()
  const id = defaultNetwork(state, namespace)?.id
  if (id) network.set({ active: { ...state.active, [namespace]: id } })
}
