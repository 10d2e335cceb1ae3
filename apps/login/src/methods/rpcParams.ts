import { methodPolicy } from '@latchkey/wire/frame/methodPolicy'
import * as v from 'valibot'

/** The shape of each method's parameters. The wallet checks the values. */

const hex = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]*$/))
const evmAddress = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))
const quantity = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{1,64}$/))
const base58 = v.pipe(v.string(), v.minLength(1), v.regex(/^[1-9A-HJ-NP-Za-km-z]+$/))
const callId = v.pipe(v.string(), v.minLength(1), v.maxLength(8_194))

const transaction = v.looseObject({
  from: v.optional(evmAddress),
  to: v.optional(v.nullable(evmAddress)),
  data: v.optional(hex),
  value: v.optional(quantity),
})

const sendCalls = v.looseObject({
  chainId: v.optional(v.union([quantity, v.pipe(v.number(), v.safeInteger())])),
  from: v.optional(evmAddress),
  version: v.optional(v.string()),
  capabilities: v.optional(v.looseObject({})),
  calls: v.pipe(
    v.array(
      v.looseObject({
        to: v.optional(v.nullable(evmAddress)),
        data: v.optional(hex),
        value: v.optional(v.nullable(v.union([quantity, v.literal('0x')]))),
      }),
    ),
    v.minLength(1),
    v.maxLength(64),
  ),
})

const commitment = v.picklist([
  'processed',
  'confirmed',
  'finalized',
  'recent',
  'single',
  'singleGossip',
  'root',
  'max',
])

const shapes: Readonly<Record<string, v.GenericSchema>> = {
  personal_sign: v.looseTuple([v.string(), v.string()]),
  eth_signTypedData_v4: v.looseTuple([evmAddress, v.union([v.string(), v.looseObject({})])]),
  eth_sendTransaction: v.looseTuple([transaction]),
  eth_sendUserOperation: v.looseTuple([v.looseObject({}), evmAddress]),
  wallet_sendCalls: v.looseTuple([sendCalls]),
  wallet_grantPermissions: v.looseTuple([v.looseObject({})]),
  wallet_requestExecutionPermissions: v.looseTuple([v.looseObject({})]),
  wallet_revokePermissions: v.union([v.looseTuple([v.looseObject({})]), v.looseObject({})]),
  wallet_revokeExecutionPermission: v.union([v.looseTuple([v.looseObject({})]), v.looseObject({})]),
  wallet_getCallsStatus: v.looseTuple([callId]),
  wallet_getCapabilities: v.optional(v.array(v.unknown())),
  wallet_getAssets: v.union([v.looseTuple([v.looseObject({})]), v.looseObject({})]),
  eth_sendRawTransaction: v.looseTuple([hex]),
  solana_signMessage: v.strictObject({ message: base58, pubkey: base58 }),
  solana_signTransaction: v.looseObject({ transaction: base58 }),
  solana_signAllTransactions: v.looseObject({
    transactions: v.pipe(v.array(base58), v.minLength(1), v.maxLength(64)),
  }),
  solana_signAndSendTransaction: v.looseObject({
    transaction: base58,
    options: v.optional(
      v.nullable(
        v.looseObject({
          skipPreflight: v.optional(v.boolean()),
          preflightCommitment: v.optional(commitment),
          maxRetries: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
          minContextSlot: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
        }),
      ),
    ),
  }),
}

const reads = v.optional(v.array(v.unknown()))

/** Whether the parameters of an allowed method have the right shape and are plain JSON. */
export function hasFittingParams(method: string, params: unknown): boolean {
  if (!isPlainJson(params)) return false
  if (Object.hasOwn(shapes, method)) return v.is(shapes[method] as v.GenericSchema, params)
  return methodPolicy(method) === 'safe' && v.is(reads, params)
}

const deepest = 32
const maxParts = 20_000
const maxTextLength = 1_000_000

/**
 * Only JSON, not too large and without cycles, because a port can carry more than JSON. Keys such as
 * `__proto__` are rejected.
 */
function isPlainJson(value: unknown): boolean {
  let parts = 0
  let text = 0
  const visit = (part: unknown, depth: number): boolean => {
    parts += 1
    if (parts > maxParts || depth > deepest) return false
    if (typeof part === 'string') {
      text += part.length
      return text <= maxTextLength
    }
    if (part === null || part === undefined || typeof part === 'boolean') return true
    if (typeof part === 'number') return Number.isFinite(part)
    if (typeof part !== 'object') return false
    if (Array.isArray(part)) return part.every((item) => visit(item, depth + 1))
    if (![Object.prototype, null].includes(Object.getPrototypeOf(part))) return false
    return Object.keys(part).every(
      (name) =>
        !['__proto__', 'constructor', 'prototype'].includes(name) &&
        visit(name, depth) &&
        visit((part as Record<string, unknown>)[name], depth + 1),
    )
  }
  return visit(value, 0)
}
