import { disconnected } from '../stores/connection.js'
import type { Widget } from '../widget.js'

/** Shows what nothing can restore in this page as disconnected. It stays stored for the next one. */
export function abandonRestores({ stores: { connection } }: Widget): void {
  const entries = Object.entries(connection.get())
  const ended = entries.filter(([, { status }]) => status === 'connecting')
  connection.set(Object.fromEntries(ended.map(([namespace]) => [namespace, disconnected])))
}
