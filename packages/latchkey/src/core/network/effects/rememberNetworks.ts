import { type Namespace, namespaces } from '@latchkey/wire/caip'
import { connectionOf } from '../../connection/store.js'
import type { Widget } from '../../widget.js'

/**
 * Keeps beyond this page where every connected family is. The active one's network is kept for all
 * visitors; the others' only from the first connection on, and where there are others.
 */
export function rememberNetworks(widget: Widget): void {
  const { connection, network } = widget.stores
  const { storage } = widget.ports
  if (widget.families.size < 2) return
  const stop = network.subscribe(({ active }) => {
    for (const namespace of namespaces) {
      const id = active[namespace]
      const isConnected = connectionOf(connection.get(), namespace).status === 'connected'
      if (id && isConnected && storage.get(`${namespace}:network_cache`) !== id) {
        storage.set(`${namespace}:network_cache`, id)
      }
    }
  })
  widget.signal.addEventListener('abort', stop)
}

/** Puts a family that is not the active one back where the visitor left it. */
export function recallNetwork({ stores: { network }, ports }: Widget, namespace: Namespace): void {
  const state = network.get()
  const id = ports.storage.get(`${namespace}:network_cache`)
  const kept = state.networks.find((one) => one.id === id && one.namespace === namespace)
  if (!kept || namespace === state.activeNamespace) return
  network.set({ active: { ...state.active, [namespace]: kept.id } })
}
