import { isRecord } from '@latchkey/wire/json'
import {
  parseAddress,
  parseChainId,
  parseData,
  parseLooseQuantity,
} from '@latchkey/wire/rpc/eip155'
import { SmartSessionError } from '../core/runtime/errors/sessions.js'
import type { PermissionRequest } from '../core/sessions/permissionRequest.js'

/** Whether a value is valid; undefined values are checked too, for fields that may be left out. */
type Rule = (value: unknown) => boolean
type Fields = { readonly [name: string]: Rule }

const optional =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined || rule(value)
const oneOf =
  (...values: readonly unknown[]): Rule =>
  (value) =>
    values.includes(value)
const listOf =
  (rule: Rule, minLength = 0): Rule =>
  (value) =>
    Array.isArray(value) && value.length >= minLength && value.every(rule)
/** Strict: a misspelled limit must not be left out silently. */
const record =
  (fields: Fields): Rule =>
  (value) =>
    isRecord(value) &&
    Object.keys(value).every((name) => Object.hasOwn(fields, name)) &&
    Object.entries(fields).every(([name, rule]) => rule(value[name]))
const text: Rule = (value) => typeof value === 'string' && value !== ''
const address: Rule = (value) => parseAddress(value) !== undefined
const quantity: Rule = (value) => parseLooseQuantity(value) !== undefined
const seconds: Rule = (value) => Number.isSafeInteger(value) && (value as number) > 0
const anything: Rule = () => true

/** 33 or 65 bytes. */
const publicKey: Rule = (value) => {
  const { length } = parseData(value) ?? ''
  return length === 68 || length === 132
}

const signer = record({
  type: oneOf('keys'),
  data: record({
    keys: listOf(record({ type: oneOf('secp256k1', 'secp256r1'), publicKey }), 1),
  }),
})

const allowance = { allowance: quantity, start: seconds, period: seconds }

const dataByType: { readonly [type: string]: Rule } = {
  'contract-call': record({
    address,
    abi: listOf(isRecord),
    functions: listOf(
      record({
        functionName: text,
        args: optional(listOf((rule) => rule === null || argument(rule))),
        valueLimit: optional(quantity),
        operation: optional(oneOf('Call', 'DelegateCall')),
      }),
      1,
    ),
  }),
  'native-token-recurring-allowance': record(allowance),
  'erc20-recurring-allowance': record({ token: address, ...allowance }),
}

const argument = record({
  operator: oneOf('EQUAL', 'GREATER_THAN', 'LESS_THAN'),
  value: anything,
})

const permission: Rule = (value) =>
  record({ type: text, data: isRecord })(value) &&
  isRecord(value) &&
  Object.hasOwn(dataByType, String(value.type)) &&
  dataByType[String(value.type)]?.(value.data) === true

const fields: { readonly [name in keyof PermissionRequest]-?: readonly [Rule, string] } = {
  chainId: [
    (value) => text(value) && String(value).startsWith('0x') && parseChainId(value) !== undefined,
    'a chain id in hex',
  ],
  address: [optional(address), 'an address'],
  expiry: [seconds, 'a time in Unix seconds'],
  signer: [signer, 'keys of the type secp256k1 or secp256r1'],
  permissions: [
    listOf(permission, 1),
    `at minLength one permission of ${Object.keys(dataByType).join(', ')}`,
  ],
  policies: [listOf(record({ type: text, data: isRecord })), 'a list of policies'],
}

/** Checks a site's request (public surface §4.15). `now` in milliseconds. */
export function parseRequest(input: unknown, now: number): PermissionRequest {
  if (!isRecord(input)) throw invalid('it must be an object')
  const unknown = Object.keys(input).find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined) throw invalid(`\`${unknown}\` is not known`)
  for (const [name, [rule, expected]] of Object.entries(fields)) {
    if (!rule(input[name])) throw invalid(`\`${name}\` must be ${expected}`)
  }
  const request = input as PermissionRequest
  if (request.expiry * 1_000 <= now) throw invalid('`expiry` must be in the future')
  const isDelegating = request.permissions.some(
    (one) =>
      one.type === 'contract-call' &&
      one.data.functions.some(({ operation }) => operation === 'DelegateCall'),
  )
  if (isDelegating) throw invalid('delegate calls cannot be limited')
  return request
}

export function invalid(detail: string): SmartSessionError {
  return new SmartSessionError('invalid-request', { detail })
}
