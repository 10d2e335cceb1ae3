import type { Namespace } from '@latchkey/wire/caip'
import type { TransferReading } from '../../core/connection/transfer.js'
import type { Network } from '../../core/network/network.js'
import { InvalidReceiverError } from '../../core/runtime/errors/send.js'
import type { Widget } from '../../core/widget.js'
import { parsePaymentRequest } from './paymentRequest.js'
import { assertNotZero, type NameWarning, resolveName } from './resolveName.js'
import { canHaveName } from './sendContext.js'

export type ResolvedRecipient = {
  /** In the family's canonical form. */
  readonly address: string
  readonly name?: string | undefined
  readonly image?: string | undefined
  readonly warning?: NameWarning | undefined
  /** From a payment request: decimal text in whole units of `token`. */
  readonly amount?: string | undefined
  /** From a payment request: the token's address; absent for the network's own coin. */
  readonly token?: string | undefined
}

export type ResolveRecipientParameters = {
  readonly text: string
  readonly network: Network
  readonly reading: TransferReading
  readonly signal: AbortSignal
}

/** Resolves an address, a name or a payment request; throws for any other text. */
export async function resolveRecipient(
  widget: Widget,
  { text, network, reading, signal }: ResolveRecipientParameters,
): Promise<ResolvedRecipient> {
  const request = parsePaymentRequest(text, network)
  const target = request?.address ?? text
  const address = reading.parseRecipient(target)
  const requested = request && { amount: request.amount, token: request.token }
  if (address !== undefined) return { ...requested, address: assertNotZero(address) }
  const isForeign = foreignAddresses[network.namespace]?.test(target)
  if (isForeign) throw new InvalidReceiverError('foreign')
  // The checksum does not match: the address was typed or changed by hand.
  if (hexAddress.test(target)) throw new InvalidReceiverError('mistyped')
  if (!isNameLike(target)) {
    throw new InvalidReceiverError(canHaveName(network) ? 'address' : 'only-address')
  }
  const resolved = await resolveName(widget, { text: target, network, reading, signal })
  return { ...requested, ...resolved }
}

const hexAddress = /^0x[0-9a-f]{40}$/i
const base58Address = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** Addresses of another chain family. */
const foreignAddresses: { readonly [namespace in Namespace]?: RegExp } = {
  eip155: base58Address,
  solana: hexAddress,
}

const maxNameLength = 128

function isNameLike(text: string): boolean {
  return text.length <= maxNameLength && /^[^\s.]+(?:\.[^\s.]+)+$/u.test(text)
}
