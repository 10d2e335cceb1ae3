import { formatAmount } from '@latchkey/wire/amount'
import type { Network } from '../../core/network/network.js'
import { InvalidReceiverError } from '../../core/runtime/errors/send.js'

export type PaymentRequest = {
  /** As written; unchecked. */
  readonly address: string
  /** Decimal text in whole units of the token. */
  readonly amount?: string | undefined
  /** The address of the token that is asked for; absent for the network's own coin. */
  readonly token?: string | undefined
}

/** Payment requests of the chain families people send on. */
const schemes = { ethereum: 'eip155', solana: 'solana', bitcoin: 'bip122' } as const

/**
 * Reads `ethereum:0x…@1?value=1e18` and `solana:…?amount=1`. Undefined for text of another kind; throws
 * for requests that a plain transfer on this network cannot honour.
 */
export function readPaymentRequest(text: string, network: Network): PaymentRequest | undefined {
  const scheme = /^(ethereum|solana|bitcoin):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined) return undefined
  if (schemes[scheme as keyof typeof schemes] !== network.namespace) {
    throw new InvalidReceiverError('other-network')
  }
  return scheme === 'solana' ? readSolanaPay(text) : readEip681(text, network)
}

/** Target, chain, function and parameters of an EIP-681 address. */
const eip681 = /^ethereum:(?:pay-)?([^@/?]+)(?:@(\d{1,18}))?(?:\/([^?]*))?(?:\?(.*))?$/i
/** `2.014e18`, as EIP-681 writes numbers. */
const numberPattern = /^(\d{1,78})(?:\.(\d{1,78}))?(?:e(\d{1,2}))?$/i

function readEip681(text: string, { reference, nativeCurrency }: Network): PaymentRequest {
  const [, address, chain, call, query = ''] = eip681.exec(text) ?? []
  if (address === undefined) throw new InvalidReceiverError('address')
  // Without a chain the visitor's own is meant.
  if (chain !== undefined && BigInt(chain) !== BigInt(reference)) {
    throw new InvalidReceiverError('other-network')
  }
  const parameters = new URLSearchParams(query)
  const value = parameters.get('value')
  // A contract's function or data would be left out silently: better say no.
  if (call || parameters.has('data')) throw new InvalidReceiverError('not-a-payment')
  if (value === null) return { address }
  const units = readNumber(value)
  if (units === undefined) throw new InvalidReceiverError('not-a-payment')
  return { address, amount: formatAmount(units, nativeCurrency.decimals) }
}

function readNumber(text: string): bigint | undefined {
  const [, whole, fraction = '', exponent = '0'] = numberPattern.exec(text) ?? []
  if (whole === undefined) return undefined
  const shift = BigInt(exponent) - BigInt(fraction.length)
  // A fraction of the smallest unit is no amount.
  return shift < 0n ? undefined : BigInt(whole + fraction) * 10n ** shift
}

/** What a transfer request of Solana Pay may ask for besides a plain transfer. */
const unheeded = ['reference', 'memo'] as const

/** Transfer requests only: the other kind has a server make up the transaction. */
function readSolanaPay(text: string): PaymentRequest {
  const [, address, query = ''] = /^solana:([1-9A-HJ-NP-Za-km-z]+)(?:\?(.*))?$/i.exec(text) ?? []
  if (address === undefined) throw new InvalidReceiverError('not-a-payment')
  const parameters = new URLSearchParams(query)
  // A shop that waits for its mark on the transaction would wait in vain.
  if (unheeded.some((one) => parameters.has(one))) throw new InvalidReceiverError('not-a-payment')
  const amount = parameters.get('amount') ?? undefined
  if (amount !== undefined && !/^\d{1,78}(?:\.\d{1,78})?$/.test(amount)) {
    throw new InvalidReceiverError('not-a-payment')
  }
  const token = parameters.get('spl-token') ?? undefined
  return { address, ...(amount && { amount }), ...(token && { token }) }
}
