import type { TypedDataAction } from '../account/action.js'
import { allowance, type Refusal, type Step } from './steps.js'

type TypedData = TypedDataAction['data']
type Fields = Readonly<Record<string, unknown>>

/** What a signature over typed data lets others do, and whether it fits where it is asked for. */
export function readTypedData(
  data: TypedData,
  chainId: string,
): { readonly steps: readonly Step[]; readonly refusal?: Refusal } {
  const claimed = data.domain.chainId
  if (claimed !== undefined) {
    const number = toNumber(claimed)
    if (number === undefined || `eip155:${number}` !== chainId) {
      return { steps: [], refusal: { why: 'other-chain', chainId: String(claimed).slice(0, 80) } }
    }
  }
  // Whoever holds such a signature can do anything with a smart account.
  if (/^(Packed)?UserOperation$/i.test(data.primaryType)) {
    return { steps: [], refusal: { why: 'whole-account' } }
  }
  return { steps: readPermit(data) ?? readAuthorization(data) ?? readShape(data) }
}

/** Permissions to spend: of a token itself (ERC-2612, DAI), of a collection (ERC-4494), of Permit2. */
function readPermit({ domain, primaryType, message }: TypedData): readonly Step[] | undefined {
  if (!/^Permit/i.test(primaryType)) return undefined
  const contract = toAddress(domain.verifyingContract)
  const spender = toAddress(message.spender)
  const several = message.details ?? message.permitted
  if (several !== undefined) {
    const list = (Array.isArray(several) ? several : [several]).map(toFields)
    return list.map((part) =>
      permit(
        toAddress(part.token),
        spender,
        part.amount,
        part.expiration ?? message.deadline ?? message.sigDeadline,
      ),
    )
  }
  const expires = message.deadline ?? message.expiry
  if ('allowed' in message) {
    const isAllowed = message.allowed !== false && message.allowed !== 'false'
    return [
      isAllowed || !spender
        ? permit(contract, spender, 2n ** 256n - 1n, expires)
        : { kind: 'revoke', token: contract, spender },
    ]
  }
  const item = toNumber(message.tokenId)
  if (item !== undefined && contract && spender) {
    return [{ kind: 'allow-item', collection: contract, spender, item, ...until(expires) }]
  }
  return [permit(contract, spender, message.value ?? message.amount, expires)]
}

function permit(
  token: string | undefined,
  spender: string | undefined,
  amount: unknown,
  expires: unknown,
): Step {
  if (!spender) return { kind: 'order', what: 'permission' }
  const units = toNumber(amount)
  if (units === 0n) return { kind: 'revoke', token, spender }
  return {
    kind: 'allow',
    token,
    spender,
    // An amount that cannot be read is the worst one.
    amount: units === undefined ? 'unlimited' : allowance(units),
    way: 'permit',
    ...until(expires),
  }
}

/** Transfers that whoever holds the signature can hand in (ERC-3009). */
function readAuthorization({ domain, primaryType, message }: TypedData): Step[] | undefined {
  if (!/^(Transfer|Receive)WithAuthorization$/.test(primaryType)) return undefined
  const to = toAddress(message.to)
  const units = toNumber(message.value)
  const token = toAddress(domain.verifyingContract)
  if (!to || units === undefined) return [{ kind: 'order', what: 'permission' }]
  return [{ kind: 'send-token', token, to, units, isLater: true, ...until(message.validBefore) }]
}

const orderNames =
  /order|listing|offer|\bbid|^(maker|root|ask|trade|swap|sell|intent|rfq|quote)|delegat|session|approval|allowance/i
const callNames =
  /^(safetx|forwardrequest|metatransaction|execute|transaction|relay|call|multisend|request)/i

/** Typed data that nobody has described here, judged by the names and shapes in it. */
function readShape({ primaryType, types }: TypedData): readonly Step[] {
  const structs = Object.entries(types).filter(([name]) => name !== 'EIP712Domain')
  const has = (pattern: RegExp, type: RegExp) =>
    structs.some(([, fields]) =>
      fields.some((field) => pattern.test(field.name) && type.test(field.type)),
    )
  if (has(/^(spender|operator|delegate|conduitKey)$/i, /^(address|bytes32)/)) {
    return [{ kind: 'order', what: 'permission' }]
  }
  const carriesCall = has(/^(data|call_?data|function_?signature|payload)$/i, /^bytes(\[\d*\])?$/)
  if (
    callNames.test(primaryType) ||
    (carriesCall && has(/^(to|target|dest|receiver)$/i, /^address/))
  ) {
    return [{ kind: 'order', what: 'relayed-call' }]
  }
  return orderNames.test(primaryType) ? [{ kind: 'order', what: 'order' }] : []
}

function until(value: unknown): { readonly expires?: bigint } {
  const expires = toNumber(value)
  return expires === undefined ? {} : { expires }
}

function toAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value) ? value : undefined
}

function toNumber(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  return typeof value === 'string' && /^(0x[0-9a-f]{1,64}|\d{1,78})$/i.test(value)
    ? BigInt(value)
    : undefined
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}
