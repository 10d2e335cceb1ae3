import { type Hex, parseData } from '@latchkey/wire/rpc/eip155'
import type { TypedDataAction } from '../account/action.js'
import { delegate } from './readBundle.js'
import { readInnerCalls } from './readCall.js'
import { readOrder, toAddress, toFields, toNumber } from './readOrder.js'
import { allowance, type Block, type Step } from './steps.js'

type TypedData = TypedDataAction['data']

/** What a signature over typed data allows, and whether it is for this chain. */
export function readTypedData(
  data: TypedData,
  { chainId, account }: { readonly chainId: string; readonly account: string },
): { readonly steps: readonly Step[]; readonly block?: Block } {
  const claimed = data.domain.chainId
  if (claimed !== undefined) {
    const number = toNumber(claimed)
    if (number === undefined || `eip155:${number}` !== chainId) {
      return { steps: [], block: { why: 'other-chain', chainId: String(claimed).slice(0, 80) } }
    }
  }
  if (handsOverAccount(data)) return { steps: [], block: { why: 'whole-account' } }
  return {
    steps:
      readPermit(data) ??
      readAuthorization(data) ??
      readSafe(data) ??
      readOrder(data, account) ??
      readShape(data),
  }
}

/** Operations of smart accounts (ERC-4337) and delegations (EIP-7702, ERC-7710). */
function handsOverAccount({ primaryType, types }: TypedData): boolean {
  if (/^(Packed)?UserOp(eration)?$/i.test(primaryType)) return true
  const fields = (types[primaryType] ?? []).map(({ name }) => name)
  const has = (...names: readonly string[]) => names.every((name) => fields.includes(name))
  if (/^(SetCode|Eip7702)?Authori[sz]ation$/i.test(primaryType)) {
    return has('chainId', 'nonce') && (has('address') || has('contractAddress'))
  }
  return /^Delegation$/i.test(primaryType) && has('delegate', 'delegator')
}

/** Permissions to spend: of a token itself (ERC-2612, DAI), of a collection (ERC-4494), of Permit2. */
function readPermit({ domain, primaryType, message }: TypedData): readonly Step[] | undefined {
  if (!/^Permit/i.test(primaryType)) return undefined
  const contract = toAddress(domain.verifyingContract)
  const spender = toAddress(message.spender)
  const several = message.details ?? message.permitted
  if (several !== undefined) {
    const list = (Array.isArray(several) ? several : [several]).map(toFields)
    if (list.length === 0) return [{ kind: 'order', what: 'permission' }]
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
    // Treat an unreadable amount as the worst case.
    amount: units === undefined ? 'unlimited' : allowance(units),
    way: 'permit',
    ...until(expires),
  }
}

/** Transfers that any holder of the signature can submit (ERC-3009). */
function readAuthorization({ domain, primaryType, message }: TypedData): Step[] | undefined {
  if (!/^(Transfer|Receive)WithAuthorization$/.test(primaryType)) return undefined
  const to = toAddress(message.to)
  const units = toNumber(message.value)
  const token = toAddress(domain.verifyingContract)
  if (!to || units === undefined) return [{ kind: 'order', what: 'permission' }]
  return [{ kind: 'send-token', token, to, units, isLater: true, ...until(message.validBefore) }]
}

/** A transaction of a Safe, and the calls inside it. */
function readSafe({ primaryType, message }: TypedData): readonly Step[] | undefined {
  if (primaryType !== 'SafeTx') return undefined
  const relayed: Step = { kind: 'order', what: 'relayed-call' }
  const to = toAddress(message.to) as Hex | undefined
  const value = toNumber(message.value)
  const data = parseData(message.data)
  const operation = toNumber(message.operation)
  if (!to || value === undefined || data === undefined || operation === undefined) return [relayed]
  return [relayed, ...(readInnerCalls([{ to, value, data, ...delegate(Number(operation)) }]) ?? [])]
}

const orderNames =
  /order|listing|offer|bids?$|^(maker|root|ask|trade|swap|sell|intent|rfq|quote)|delegat|session|approval|allowance/i
const callNames =
  /^(safetx|safemessage|forwardrequest|metatransaction|execute|transaction|zeroextransaction|relay|call|multisend|request)/i
/** Names of numbers that usually have a value. */
const worthNames = /amount|value|price|token_?id|wad|quantity|shares|balance/i

/** Classifies unknown typed data by its names and types. */
function readShape({ domain, primaryType, types }: TypedData): readonly Step[] {
  const fields = Object.entries(types)
    .filter(([name]) => name !== 'EIP712Domain')
    .flatMap(([, members]) => members)
  const has = (pattern: RegExp, type: RegExp) =>
    fields.some((field) => pattern.test(field.name) && type.test(field.type))
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
  if (orderNames.test(primaryType)) return [{ kind: 'order', what: 'order' }]
  // The named contract can act on the signature if it has such fields.
  const isForContract = (toNumber(domain.verifyingContract) ?? 0n) !== 0n
  const canMove = has(/./, /^(address|bytes\d*)/) || has(worthNames, /^u?int/)
  return isForContract && canMove ? [{ kind: 'order', what: 'unknown-data' }] : []
}

function until(value: unknown): { readonly expires?: bigint } {
  const expires = toNumber(value)
  return expires === undefined ? {} : { expires }
}
