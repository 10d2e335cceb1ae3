import { isNamespace, type Namespace } from '@latchkey/wire/caip'
import { isSameAddress } from '@latchkey/wire/lookAlike'
import type { Widget } from '../../widget.js'

/** An address the visitor has sent to. Incoming transfers add none, so strangers cannot add themselves. */
export type Recipient = {
  readonly namespace: Namespace
  readonly address: string
  readonly name?: string | undefined
}

/** More than views show: also used to detect look-alikes. */
const maxRecipients = 100

/** Newest first, also those of other tabs. */
export function getRecentRecipients(widget: Widget, namespace: Namespace): readonly Recipient[] {
  return read(widget).filter((recipient) => recipient.namespace === namespace)
}

/** Call it once a transaction to the address is pending. */
export function addRecentRecipient(widget: Widget, { namespace, address, name }: Recipient): void {
  const others = read(widget).filter((one) => !isSameAddress(one.address, address))
  const recipient: Recipient = { namespace, address, ...(name !== undefined && { name }) }
  const text = JSON.stringify([recipient, ...others].slice(0, maxRecipients))
  widget.ports.storage.set('receivers_journal', text)
}

function read({ ports }: Widget): readonly Recipient[] {
  const text = ports.storage.get('receivers_journal')
  if (text === undefined) return []
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter(isRecipient) : []
  } catch {
    return []
  }
}

function isRecipient(value: unknown): value is Recipient {
  if (typeof value !== 'object' || value === null) return false
  const { namespace, address, name } = value as Record<string, unknown>
  return (
    isNamespace(namespace) &&
    typeof address === 'string' &&
    (name === undefined || typeof name === 'string')
  )
}
