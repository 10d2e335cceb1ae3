import { recentReceivers } from '../../core/account/recipients/recentReceivers.js'
import { InvalidReceiverError } from '../../core/runtime/errors/send.js'
import type { Widget } from '../../core/widget.js'
import { canHaveName } from './canHaveName.js'
import { lookUp, normaliseName } from './names.js'
import { nameWarning } from './nameWarning.js'
import type { FoundReceiver, ReadReceiverParameters } from './readReceiver.js'

/** Whose name it is right now. */
export async function resolveName(
  widget: Widget,
  { text, network, reading, signal }: ReadReceiverParameters,
): Promise<FoundReceiver & { readonly name: string }> {
  // What spells names is fetched only where there are any.
  if (!canHaveName(network)) throw new InvalidReceiverError('no-names')
  const name = await normaliseName(text)
  const record = await lookUp(widget, name, network, signal)
  const [address] = record.addresses.flatMap((one) => reading.parseReceiver(one) ?? [])
  if (address === undefined) throw new InvalidReceiverError('name-unknown')
  const known = recentReceivers(widget, network.namespace).flatMap((one) => one.name ?? [])
  return {
    address: notZero(address),
    name,
    image: record.image,
    warning: nameWarning(text, name, known),
  }
}

/** What is sent there nobody can take out. */
export function notZero(address: string): string {
  if (/^(?:0x0+|1{32})$/.test(address)) throw new InvalidReceiverError('zero')
  return address
}
