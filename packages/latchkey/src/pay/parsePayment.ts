import { formatAmount, InvalidAmountError, parseAmount } from '@latchkey/wire/amount'
import { parseNetworkId } from '@latchkey/wire/caip'
import { parsePayAsset, toPayAsset } from '@latchkey/wire/http/pay'
import { isRecord } from '@latchkey/wire/json'
import { isImageLink, isWebLink } from '@latchkey/wire/links'
import { isSameAddress } from '@latchkey/wire/lookAlike'
import { getNetworkById } from '../core/network/store.js'
import type { Payment, PaymentOptions } from '../core/pay/payment.js'
import { PaymentError, type PaymentErrorCode } from '../core/runtime/errors/pay.js'
import * as limits from '../core/runtime/limits.js'
import { randomId } from '../core/runtime/randomId.js'
import type { Widget } from '../core/widget.js'

const optionNames = [
  ...['paymentAsset', 'recipient', 'amount', 'id', 'openInNewTab', 'redirectUrl'],
  ...['payWithExchange', 'choice'],
]

/** The largest amounts that fit: a word of the EVM, and 64 bits on Solana. */
const maxUnits = { eip155: 2n ** 256n - 1n, solana: 2n ** 64n - 1n }

/** Checks a site's options. Throws a `PaymentError` for the first that is unknown or malformed. */
export async function parsePayment(widget: Widget, input: PaymentOptions): Promise<Payment> {
  const options: unknown = input
  assert(isRecord(options), 'INVALID_PAYMENT_CONFIG', 'The options must be an object')
  const unknown = Object.keys(options).find((name) => !optionNames.includes(name))
  assert(!unknown, 'INVALID_PAYMENT_CONFIG', `The option \`${unknown}\` is not known`)
  return { ...parseRest(options), ...(await parseTerms(widget, options)) }
}

/** The amount and the recipient, without the options of the modal. */
export async function parseTerms(
  widget: Widget,
  options: Readonly<Record<string, unknown>>,
): Promise<Omit<Payment, keyof Rest>> {
  const { network, token, assetId } = parseAsset(widget, options.paymentAsset)
  const units = parseUnits(options.amount, token.decimals)
  const { namespace } = network
  const max = namespace === 'solana' ? maxUnits.solana : maxUnits.eip155
  assert(units <= max, 'INVALID_AMOUNT', 'The amount is too large')
  const recipient = await parseRecipient(widget, options.recipient, { network, token })
  const amount = formatAmount(units, token.decimals)
  return { network, token, assetId, recipient, units, amount }
}

type Terms = Pick<Payment, 'network' | 'token'>

/** Only networks of the site, because the chain is read through its nodes. */
function parseAsset(widget: Widget, asset: unknown): Terms & Pick<Payment, 'assetId'> {
  assert(isRecord(asset), 'INVALID_PAYMENT_CONFIG', '`paymentAsset` must be an object')
  const id = parseNetworkId(asset.network)
  assert(id, 'INVALID_PAYMENT_CONFIG', '`paymentAsset.network` must be an id such as `eip155:1`')
  const isSupported = id.namespace === 'eip155' || id.namespace === 'solana'
  assert(isSupported, 'INVALID_CHAIN_NAMESPACE')
  const network = getNetworkById(widget.stores.network.get(), id.networkId)
  assert(
    network,
    'INVALID_PAYMENT_CONFIG',
    `\`${id.networkId}\` is not among the networks of the site`,
  )
  const { metadata } = asset
  const isToken = asset.asset !== 'native'
  assert(typeof asset.asset === 'string', 'INVALID_ASSET')
  const assetId = toPayAsset(network.id, isToken ? asset.asset : undefined)
  const address = parsePayAsset(assetId)?.address
  assert(!isToken || address !== undefined, 'INVALID_ASSET', 'The address of the asset is invalid')
  assert(
    isRecord(metadata) && isText(metadata.name) && isText(metadata.symbol),
    'INVALID_ASSET',
    '`paymentAsset.metadata` must have a name, a symbol and decimals',
  )
  const { name, symbol, decimals, logoURI } = metadata as Record<string, unknown>
  const isCount = Number.isSafeInteger(decimals) && (decimals as number) >= 0
  assert(isCount && (decimals as number) <= limits.tokenDecimals, 'INVALID_ASSET')
  const isRight = isToken || decimals === network.nativeCurrency.decimals
  assert(isRight, 'INVALID_ASSET', 'The decimals are not those of the native coin')
  assert(logoURI === undefined || isImageLink(logoURI), 'INVALID_ASSET', '`logoURI` is no image')
  const token = {
    address,
    name: name as string,
    symbol: symbol as string,
    decimals: decimals as number,
    icon: logoURI,
  }
  return { network, token, assetId }
}

/** Exact, without floating point: more digits than the asset has decimals are an error. */
function parseUnits(amount: unknown, decimals: number): bigint {
  const text = typeof amount === 'number' ? toDecimalText(amount) : amount
  assert(typeof text === 'string' && /^\d+(\.\d+)?$/.test(text), 'INVALID_AMOUNT')
  const [, fraction = ''] = text.replace(/(\.\d*?)0+$/, '$1').split('.')
  assert(fraction.length <= decimals, 'INVALID_AMOUNT', `The asset has ${decimals} decimals`)
  try {
    const units = parseAmount(text, decimals)
    assert(units > 0n, 'INVALID_AMOUNT', 'The amount must be more than zero')
    return units
  } catch (cause) {
    if (cause instanceof InvalidAmountError) throw new PaymentError('INVALID_AMOUNT', { cause })
    throw cause
  }
}

/** The decimal a number is printed as, without an exponent: 1e-7 is 0.0000001. */
function toDecimalText(amount: number): string | undefined {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(amount)) ?? []
  if (whole === '') return undefined
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return digits.padEnd(point, '0')
  return `${digits.slice(0, point)}.${digits.slice(point)}`
}

const zeroAddress = /^(0x0{40}|1{32})$/

async function parseRecipient(
  widget: Widget,
  recipient: unknown,
  { network, token }: Terms,
): Promise<string> {
  assert(isText(recipient), 'INVALID_RECIPIENT', '`recipient` must be an address')
  const adapter = await widget.families.get(network.namespace)?.loadAdapter()
  assert(adapter?.transfers, 'INVALID_CHAIN_NAMESPACE')
  const address = adapter.transfers.parseRecipient(recipient)
  assert(address !== undefined, 'INVALID_RECIPIENT_ADDRESS_FOR_ASSET')
  const isLost = zeroAddress.test(address) || isSameAddress(address, token.address ?? '')
  assert(!isLost, 'INVALID_RECIPIENT', 'A payment to this address would be lost')
  return address
}

type Rest = Pick<
  Payment,
  'id' | 'isNamed' | 'openInNewTab' | 'redirectUrl' | 'exchanges' | 'choice'
>

function parseRest(options: Readonly<Record<string, unknown>>): Rest {
  const { id, openInNewTab = true, redirectUrl, payWithExchange = {}, choice = 'pay' } = options
  const check = (isRight: boolean, problem: string) =>
    assert(isRight, 'INVALID_PAYMENT_CONFIG', problem)
  const isNamed = id !== undefined
  check(
    !isNamed || (typeof id === 'string' && /^[\w.:-]{1,64}$/.test(id)),
    '`id` must have 1 to 64 letters, digits or `-_.:`',
  )
  check(typeof openInNewTab === 'boolean', '`openInNewTab` must be true or false')
  check(choice === 'pay' || choice === 'deposit', '`choice` must be `pay` or `deposit`')
  check(
    redirectUrl === undefined ||
      (isRecord(redirectUrl) &&
        isWebLink(redirectUrl.success) &&
        (redirectUrl.failure === undefined || isWebLink(redirectUrl.failure))),
    '`redirectUrl` must have https:// addresses',
  )
  check(isRecord(payWithExchange), '`payWithExchange` must be an object')
  const { includeOnly, exclude } = payWithExchange as Record<string, unknown>
  check(isList(includeOnly) && isList(exclude), '`payWithExchange` must have arrays of ids')
  check(!includeOnly || !exclude, '`payWithExchange` takes `includeOnly` or `exclude`, not both')
  return {
    id: isNamed ? (id as string) : randomId(),
    isNamed,
    openInNewTab: openInNewTab as boolean,
    redirectUrl: redirectUrl as Payment['redirectUrl'],
    exchanges: { includeOnly, exclude } as Payment['exchanges'],
    choice: choice as Payment['choice'],
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= limits.tokenNameLength
}

/** An array of texts, or nothing. */
function isList(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every(isText))
}

function assert(isRight: unknown, code: PaymentErrorCode, message?: string): asserts isRight {
  if (!isRight) throw new PaymentError(code, message === undefined ? {} : { message })
}
