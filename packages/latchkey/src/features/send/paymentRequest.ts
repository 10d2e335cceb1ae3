import { formatAmount } from '@latchkey/wire/amount'
import type { Network } from '../../core/network/network.js'
import { InvalidReceiverError } from '../../core/runtime/errors/send.js'

export type PaymentRequest = {
  /** As written; unchecked. */
  readonly address: string
  /** Decimal text in whole units of the token. */
  readonly amount?: string | undefined
  /** Address of the requested token; absent for the network's own coin. */
  readonly token?: string | undefined
}

/** Chain family of each payment request scheme. */
const schemes = { ethereum: 'eip155', solana: 'solana', bitcoin: 'bip122' } as const

/**
 * Parses `ethereum:0x…@1?value=1e18` (EIP-681) and `solana:…?amount=1` (Solana Pay). Undefined for other
 * text; throws if a simple transfer on this network cannot fulfil the request.
 */
export function parsePaymentRequest(text: string, network: Network): PaymentRequest | undefined {
  const scheme = /^(ethereum|solana|bitcoin):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined) return undefined
  if (schemes[scheme as keyof typeof schemes] !== network.namespace) {
    throw new InvalidReceiverError('other-network')
  }
  return scheme === 'solana' ? parseSolanaPay(text) : parseEip681(text, network)
}

/** Target, chain, function and parameters of an EIP-681 address. */
const eip681 = /^ethereum:(?:pay-)?([^@/?]+)(?:@(\d{1,18}))?(?:\/([^?]*))?(?:\?(.*))?$/i
/** `2.014e18`, as EIP-681 writes numbers. */
const numberPattern = /^(\d{1,78})(?:\.(\d{1,78}))?(?:e(\d{1,2}))?$/i

function parseEip681(text: string, { reference, nativeCurrency }: Network): PaymentRequest {
  const [, address, chain, call, query = ''] = eip681.exec(text) ?? []
  if (address === undefined) throw new InvalidReceiverError('address')
  // Without a chain id the active network is meant.
  if (chain !== undefined && BigInt(chain) !== BigInt(reference)) {
    throw new InvalidReceiverError('other-network')
  }
  const parameters = new URLSearchParams(query)
  const value = parameters.get('value')
  // A transfer would silently drop a contract call or data.
  if (call || parameters.has('data')) throw new InvalidReceiverError('not-a-payment')
  if (value === null) return { address }
  const units = parseNumber(value)
  if (units === undefined) throw new InvalidReceiverError('not-a-payment')
  return { address, amount: formatAmount(units, nativeCurrency.decimals) }
}

function parseNumber(text: string): bigint | undefined {
  const [, whole, fraction = '', exponent = '0'] = numberPattern.exec(text) ?? []
  if (whole === undefined) return undefined
  const shift = BigInt(exponent) - BigInt(fraction.length)
  // Less than the smallest unit.
  return shift < 0n ? undefined : BigInt(whole + fraction) * 10n ** shift
}

/** Parts of a Solana Pay request that a simple transfer would drop. */
const unsupportedParameters = ['reference', 'memo'] as const

/** Transfer requests only: transaction requests need a server. */
function parseSolanaPay(text: string): PaymentRequest {
  const [, address, query = ''] = /^solana:([1-9A-HJ-NP-Za-km-z]+)(?:\?(.*))?$/i.exec(text) ?? []
  if (address === undefined) throw new InvalidReceiverError('not-a-payment')
  const parameters = new URLSearchParams(query)
  // A shop could not find a payment without its reference.
  if (unsupportedParameters.some((one) => parameters.has(one)))
    throw new InvalidReceiverError('not-a-payment')
  const amount = parameters.get('amount') ?? undefined
  if (amount !== undefined && !/^\d{1,78}(?:\.\d{1,78})?$/.test(amount)) {
    throw new InvalidReceiverError('not-a-payment')
  }
  const token = parameters.get('spl-token') ?? undefined
  return { address, ...(amount && { amount }), ...(token && { token }) }
}
