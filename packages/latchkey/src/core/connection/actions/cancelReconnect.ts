import type { Widget } from '../../widget.js'
import { disconnected } from '../store.js'

/** Marks connections that this page cannot restore as disconnected. They stay stored for the next page. */
export function cancelReconnect({ stores: { connection } }: Widget): void {
  for (const [namespace, { status }] of Object.entries(connection.get())) {
    if (status === 'connecting') connection.set({ [namespace]: disconnected })
  }
}

/** Marks the end of restoring earlier connections. */
export function markReady(widget: Widget): void {
  widget.stores.settings.set({ isReady: true })
}
