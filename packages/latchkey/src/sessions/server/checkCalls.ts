import {
  type Permission,
  type PermittedCall,
  type Target,
  zeroAddress,
} from '@latchkey/wire/login/permissions'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { type Hex, parseAddress, parseData, parseLooseQuantity } from '@latchkey/wire/rpc/eip155'
import type { SessionLimits } from '../../core/sessions/sessionGrant.js'
import { SessionClientError } from './sessionClientError.js'

/** A call that the account makes. */
export type SessionCall = {
  readonly to: string
  /** In wei. Default none. */
  readonly value?: bigint | Hex | undefined
  /** Default none. */
  readonly data?: Hex | undefined
}

export function parseCalls(calls: readonly SessionCall[]): readonly PermittedCall[] {
  if (!Array.isArray(calls) || calls.length === 0) {
    throw new SessionClientError('invalid-call', { detail: 'there are no calls' })
  }
  return calls.map((call: SessionCall, index) => {
    const to = parseAddress(call.to)
    const value =
      typeof call.value === 'bigint' ? call.value : parseLooseQuantity(call.value ?? '0x0')
    const data = parseData(call.data ?? '0x')
    if (!to || data === undefined || value === undefined || value < 0n || value >= 2n ** 256n) {
      throw new SessionClientError('invalid-call', { detail: `call ${index}` })
    }
    return { to, value, data }
  })
}

export type CheckedAccount = {
  readonly account: Hex
  readonly permission: Permission
  readonly limits: SessionLimits
  /** The chain's time, in Unix seconds. */
  readonly now: number
  /** What a spender may take of a token now. */
  readonly readApproved: (token: Hex, spender: Hex) => Promise<bigint>
}

const transferSelector = '0xa9059cbb'
const approveSelector = '0x095ea7b3'
/** A selector and two words, in hex. */
const tokenCallLength = 2 + 2 * (4 + 2 * 32)

/**
 * Throws for calls that the account would refuse, by its own rules (`docs/permissions.md`). What it still
 * misses, such as a contract that takes tokens itself, the account refuses when gas is estimated.
 */
export async function assertPermitted(
  calls: readonly PermittedCall[],
  { account, permission, limits, now, readApproved }: CheckedAccount,
): Promise<void> {
  // The operation is included in a later block.
  if (now < permission.validAfter) throw new SessionClientError('not-yet-valid')
  if (now >= permission.validUntil) throw new SessionClientError('expired')
  if (BigInt(calls.length) > limits.calls.left) throw new SessionClientError('calls-exceeded')
  if (limits.rate && BigInt(calls.length) > limits.rate.left) {
    throw new SessionClientError('rate-exceeded')
  }
  const spent = new Map<Hex, bigint>()
  const approved = new Map<string, { readonly token: Hex; readonly spender: Hex; amount: bigint }>()
  const charge = (token: Hex, amount: bigint) => {
    const total = (spent.get(token) ?? 0n) + amount
    spent.set(token, total)
    const own = limits.allowances.filter((one) => (one.token ?? zeroAddress) === token)
    if (own.length === 0) throw new SessionClientError('not-permitted', { detail: token })
    if (own.some(({ left }) => total > left)) {
      throw new SessionClientError('allowance-exceeded', { detail: token })
    }
  }
  const forbidden: readonly string[] = [account, entryPointAddress.toLowerCase()]
  for (const { to, value, data } of calls) {
    if (forbidden.includes(to)) throw new SessionClientError('not-permitted', { detail: to })
    if (value > 0n) charge(zeroAddress, value)
    if (data === '0x' && value > 0n) continue
    const selector = data.slice(0, 10)
    const isToken = limits.allowances.some(({ token }) => token === to)
    assertTarget({ to, value, data }, permission.targets, isToken)
    if (!isToken) continue
    const amount = BigInt(`0x${data.slice(-64)}`)
    const receiver: Hex = `0x${data.slice(34, 74)}`
    if (selector === transferSelector) charge(to, amount)
    else approved.set(`${to} ${receiver}`, { token: to, spender: receiver, amount })
  }
  for (const { token, spender, amount } of approved.values()) {
    const before = await readApproved(token, spender)
    if (amount > before) charge(token, amount - before)
  }
}

/** Throws unless the function may be called. */
function assertTarget(
  { to, value, data }: PermittedCall,
  targets: readonly Target[],
  isToken: boolean,
): void {
  const selector = data.slice(0, 10)
  const listed = targets.filter((one) => one.to === to && one.selector === selector)
  const isMet = listed.some((one) => value <= one.valueLimit && meetsRules(one, data))
  const isSpending = selector === transferSelector || selector === approveSelector
  const isPlain = data.length === tokenCallLength && /^0{24}$/.test(data.slice(10, 34))
  const isPermitted = isToken
    ? isSpending && isPlain && value === 0n && (isMet || listed.length === 0)
    : data.length >= 10 && isMet
  if (!isPermitted) throw new SessionClientError('not-permitted', { detail: `${to} ${selector}` })
}

function meetsRules({ rules }: Target, data: Hex): boolean {
  return rules.every(({ argument, operator, value }) => {
    const start = 10 + 64 * argument
    const word = data.slice(start, start + 64)
    if (word.length !== 64) return false
    const [given, wanted] = [BigInt(`0x${word}`), BigInt(value)]
    if (operator === 0) return given === wanted
    return operator === 1 ? given > wanted : operator === 2 && given < wanted
  })
}
