import { InvalidReceiverError } from '../../core/errors/send.js'
import type { Network } from '../../core/network.js'

export type PaymentRequest = {
  /** As written; unchecked. */
  readonly address: string
  /** Of the network's own coin, in its smallest unit. */
  readonly units?: bigint | undefined
}

/** Target, chain, function and parameters of an EIP-681 address. */
const pattern = /^ethereum:(?:pay-)?([^@/?]+)(?:@(\d{1,18}))?(?:\/([^?]*))?(?:\?(.*))?$/i
/** `2.014e18`, as EIP-681 writes numbers. */
const numberPattern = /^(\d{1,78})(?:\.(\d{1,78}))?(?:e(\d{1,2}))?$/i

/**
 * Reads `ethereum:0x…@1?value=1e18`. Undefined for text of another kind; throws for requests that a
 * plain transfer on this network cannot honour.
 */
export function readPaymentRequest(text: string, network: Network): PaymentRequest | undefined {
  if (!/^ethereum:/i.test(text)) return undefined
  const [, address, chain, call, query = ''] = pattern.exec(text) ?? []
  if (address === undefined) throw new InvalidReceiverError('address')
  if (network.namespace !== 'eip155') throw new InvalidReceiverError('other-network')
  // Without a chain the visitor's own is meant.
  if (chain !== undefined && BigInt(chain) !== BigInt(network.reference)) {
    throw new InvalidReceiverError('other-network')
  }
  const parameters = new URLSearchParams(query)
  const value = parameters.get('value')
  // A contract's function or data would be left out silently: better say no.
  if (call || parameters.has('data')) throw new InvalidReceiverError('not-a-payment')
  if (value === null) return { address }
  const units = readNumber(value)
  if (units === undefined) throw new InvalidReceiverError('not-a-payment')
  return { address, units }
}

function readNumber(text: string): bigint | undefined {
  const [, whole, fraction = '', exponent = '0'] = numberPattern.exec(text) ?? []
  if (whole === undefined) return undefined
  const shift = BigInt(exponent) - BigInt(fraction.length)
  // A fraction of the smallest unit is no amount.
  return shift < 0n ? undefined : BigInt(whole + fraction) * 10n ** shift
}
