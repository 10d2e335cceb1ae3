import type { Namespace } from '@latchkey/wire/caip'
import type { TransferReading } from '../../core/connection/transfer.js'
import type { Network } from '../../core/network/network.js'
import { InvalidReceiverError } from '../../core/runtime/errors/send.js'
import type { Widget } from '../../core/widget.js'
import { readPaymentRequest } from './paymentRequest.js'
import { type NameWarning, notZero, resolveName } from './resolveName.js'
import { canHaveName } from './sendContext.js'

/** Whom a text stands for. */
export type FoundReceiver = {
  /** In canonical writing. */
  readonly address: string
  readonly name?: string | undefined
  readonly image?: string | undefined
  readonly warning?: NameWarning | undefined
  /** What a payment request asks for: decimal text in whole units of `token`. */
  readonly amount?: string | undefined
  /** The address of the token that is asked for; absent for the network's own coin. */
  readonly token?: string | undefined
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
  const asked = request && { amount: request.amount, token: request.token }
  if (address !== undefined) return { ...asked, address: notZero(address) }
  const looksForeign = foreignAddresses[network.namespace]?.test(plain)
  if (looksForeign) throw new InvalidReceiverError('foreign')
  // An address whose capitals contradict it was typed, or changed, by hand.
  if (hexAddress.test(plain)) throw new InvalidReceiverError('mistyped')
  if (!looksLikeName(plain)) {
    throw new InvalidReceiverError(canHaveName(network) ? 'address' : 'only-address')
  }
  const found = await resolveName(widget, { text: plain, network, reading, signal })
  return { ...asked, ...found }
}

const hexAddress = /^0x[0-9a-f]{40}$/i
const base58Address = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** What is an address, but of another chain family than the one money is sent on. */
const foreignAddresses: { readonly [namespace in Namespace]?: RegExp } = {
  eip155: base58Address,
  solana: hexAddress,
}

/** Something with a dot in it and nothing that no name can have. */
function looksLikeName(text: string): boolean {
  return text.length <= longestName && /^[^\s.]+(?:\.[^\s.]+)+$/u.test(text)
}

const longestName = 128
