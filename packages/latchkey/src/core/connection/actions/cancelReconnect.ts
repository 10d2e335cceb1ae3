import type { Widget } from '../../widget.js'
import { disconnected } from '../store.js'

/** Shows what nothing can restore in this page as disconnected. It stays stored for the next one. */
export function cancelReconnect({ stores: { connection } }: Widget): void {
  for (const [namespace, { status }] of Object.entries(connection.get())) {
    if (status === 'connecting') connection.set({ [namespace]: disconnected })
  }
}
