import { InvalidReceiverError } from '../../core/errors/send.js'
import type { TransferReading } from '../../core/family.js'
import type { Network } from '../../core/network.js'
import type { Widget } from '../../core/widget.js'
import type { NameWarning } from './nameWarning.js'
import { readPaymentRequest } from './paymentRequest.js'
import { notZero, resolveName } from './resolveName.js'

/** Whom a text stands for. */
export type FoundReceiver = {
  /** In canonical writing. */
  readonly address: string
  readonly name?: string | undefined
  readonly image?: string | undefined
  readonly warning?: NameWarning | undefined
  /** An amount of the network's own coin that came along. */
  readonly units?: bigint | undefined
}

export type ReadReceiverParameters = {
  readonly text: string
  readonly network: Network
  readonly reading: TransferReading
  readonly signal: AbortSignal
}

/** An address, a name or a payment request as somebody to send to; throws for everything else. */
export async function readReceiver(
  widget: Widget,
  { text, network, reading, signal }: ReadReceiverParameters,
): Promise<FoundReceiver> {
  const request = readPaymentRequest(text, network)
  const plain = request?.address ?? text
  const address = reading.parseReceiver(plain)
  if (address !== undefined) {
    return { address: notZero(address), ...(request?.units && { units: request.units }) }
  }
  // An address whose capitals contradict it was typed, or changed, by hand.
  if (/^0x[0-9a-f]{40}$/i.test(plain)) throw new InvalidReceiverError('mistyped')
  if (!looksLikeName(plain)) throw new InvalidReceiverError('address')
  const found = await resolveName(widget, { text: plain, network, reading, signal })
  return { ...found, ...(request?.units && { units: request.units }) }
}

/** Something with a dot in it and nothing that no name can have. */
function looksLikeName(text: string): boolean {
  return text.length <= longestName && /^[^\s.]+(?:\.[^\s.]+)+$/u.test(text)
}

const longestName = 128
