import { isNamespace, type Namespace } from '@latchkey/wire/caip'
import type { Widget } from '../../widget.js'
import { isSameAddress } from './lookAlike.js'

/** Somebody the visitor has sent to. Nobody gets here by sending: strangers cannot place themselves. */
export type Receiver = {
  readonly namespace: Namespace
  readonly address: string
  readonly name?: string | undefined
}

/** Enough to know old acquaintances by; views offer far fewer. */
const kept = 100

/** Newest first, also those of other tabs. */
export function recentReceivers(widget: Widget, namespace: Namespace): readonly Receiver[] {
  return read(widget).filter((receiver) => receiver.namespace === namespace)
}

/** To be called once a transaction to them is on its way. */
export function rememberReceiver(widget: Widget, { namespace, address, name }: Receiver): void {
  const others = read(widget).filter((one) => !isSameAddress(one.address, address))
  const receiver: Receiver = { namespace, address, ...(name !== undefined && { name }) }
  const text = JSON.stringify([receiver, ...others].slice(0, kept))
  widget.ports.storage.set('receivers_journal', text)
}

function read({ ports }: Widget): readonly Receiver[] {
  const text = ports.storage.get('receivers_journal')
  if (text === undefined) return []
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter(isReceiver) : []
  } catch {
    return []
  }
}

function isReceiver(value: unknown): value is Receiver {
  if (typeof value !== 'object' || value === null) return false
  const { namespace, address, name } = value as Record<string, unknown>
  return (
    isNamespace(namespace) &&
    typeof address === 'string' &&
    (name === undefined || typeof name === 'string')
  )
}
