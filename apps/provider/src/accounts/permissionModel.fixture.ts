import { type Permission, type PermittedCall, zeroAddress } from '@latchkey/wire/login/permissions'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { slice } from 'viem'
import { selectorOf } from './permissionCalls.fixture.js'

/**
 * The specification in `docs/permissions.md` once more, to compare the contract with. It stores what happened and
 * adds it up when asked, where the contract stores sums.
 */

export type ModelToken = {
  held: bigint
  /** What spenders may take. */
  readonly approved: Map<string, bigint>
}

export type ModelGrant = {
  readonly permission: Permission
  isEnabled: boolean
  isRevoked: boolean
  fees: bigint
  readonly executions: { readonly time: number; readonly calls: number }[]
  readonly spendings: { readonly time: number; readonly index: number; readonly amount: bigint }[]
}

export type World = {
  readonly account: string
  readonly probe: string
  /** The permissions of this epoch can be used. */
  epoch: bigint
  coins: bigint
  probeCalls: number
  readonly tokens: Map<string, ModelToken>
  readonly grants: ModelGrant[]
}

export type ModelOperation = {
  readonly grant: number
  readonly calls: readonly PermittedCall[]
  /** Of the key, over the operation. */
  readonly isSigned: boolean
  /** Of the owner, over the permission. */
  readonly ownerSignature: 'valid' | 'wrong' | 'none'
  readonly hasOwnNonce: boolean
  readonly paymaster: string | undefined
  readonly gas: readonly [verification: bigint, call: bigint, preVerification: bigint]
  readonly price: bigint
}

class Refused extends Error {}

const maxAmount = 2n ** 208n - 1n
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const periodOf = (time: number, start: number, period: number) =>
  period === 0 || time < start ? 0 : Math.floor((time - start) / period)

function assert(condition: boolean): void {
  if (!condition) throw new Refused()
}

const isInForce = (world: World, grant: ModelGrant) =>
  !grant.isRevoked && grant.permission.epoch === world.epoch

/** Whether the account accepts an operation. Changes the world if it does. */
export function validate(world: World, operation: ModelOperation): boolean {
  const grant = world.grants[operation.grant] as ModelGrant
  const { permission } = grant
  const isPermitted = grant.isEnabled || operation.ownerSignature === 'valid'
  const [verification, call, preVerification] = operation.gas
  const isSponsored = operation.paymaster !== undefined
  const fee = isSponsored ? 0n : (verification + call + preVerification) * operation.price
  const isPaid = isSponsored
    ? permission.paymaster !== zeroAddress && same(permission.paymaster, operation.paymaster)
    : grant.fees + fee <= permission.feeLimit && grant.fees + fee < 2n ** 128n
  const isValid =
    operation.isSigned &&
    isPermitted &&
    isPaid &&
    operation.hasOwnNonce &&
    permission.validUntil !== 0 &&
    isInForce(world, grant)
  if (!isValid) return false
  grant.isEnabled = true
  grant.fees += fee
  return true
}

export const isDue = ({ validAfter, validUntil }: Permission, now: number) =>
  now > validAfter && now <= validUntil

/** The world after the calls of a validated operation, or undefined if they are refused or fail. */
export function execute(world: World, operation: ModelOperation, now: number): World | undefined {
  const next = structuredClone(world)
  try {
    executeCalls(next, next.grants[operation.grant] as ModelGrant, operation.calls, now)
    return next
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

function executeCalls(
  world: World,
  grant: ModelGrant,
  calls: readonly PermittedCall[],
  now: number,
): void {
  const { permission, executions } = grant
  assert(grant.isEnabled && isInForce(world, grant) && isDue(permission, now))
  executions.push({ time: now, calls: calls.length })
  assert(calls.length > 0)
  assert(sumCalls(executions) <= permission.maxCalls)
  if (permission.rateCalls > 0) {
    const { ratePeriod, rateCalls } = permission
    assert(ratePeriod > 0 && callsInPeriod(grant, now) <= rateCalls)
  }
  const approvedBefore = new Map<string, bigint>()
  for (const call of calls) {
    const said = check(world, grant, call, now)
    if (said?.kind === 'approve') {
      const name = `${said.token} ${said.spender}`
      const approved = world.tokens.get(said.token)?.approved.get(said.spender) ?? 0n
      if (!approvedBefore.has(name)) approvedBefore.set(name, approved)
    }
    const before = new Map([...world.tokens].map(([token, { held }]) => [token, held]))
    perform(world, call)
    for (const [token, { held }] of world.tokens) {
      if (!isListed(permission, token)) continue
      const transferred = said?.kind === 'transfer' && said.token === token ? said.amount : 0n
      const lost = (before.get(token) ?? 0n) - held
      if (lost > transferred) spend(grant, token, lost - transferred, now)
    }
  }
  for (const [name, before] of approvedBefore) {
    const [token = '', spender = ''] = name.split(' ')
    const approved = world.tokens.get(token)?.approved.get(spender) ?? 0n
    if (approved > before) spend(grant, token, approved - before, now)
  }
}

type TokenAction = {
  readonly kind: 'transfer' | 'approve'
  readonly token: string
  readonly spender: string
  readonly amount: bigint
}

/** Refuses a call that the permission does not cover, and spends what it says. */
function check(
  world: World,
  grant: ModelGrant,
  call: PermittedCall,
  now: number,
): TokenAction | undefined {
  const { permission } = grant
  const to = call.to.toLowerCase()
  assert(to !== world.account && !same(to, entryPointAddress))
  if (call.value > 0n) spend(grant, zeroAddress, call.value, now)
  const bytes = call.data.length / 2 - 1
  if (bytes === 0) {
    assert(call.value > 0n)
    return undefined
  }
  assert(bytes >= 4)
  const selector = slice(call.data, 0, 4)
  const named = permission.targets.filter(
    (target) => same(target.to, to) && same(target.selector, selector),
  )
  const isMet = named.some(
    ({ valueLimit, rules }) =>
      call.value <= valueLimit && rules.every((rule) => isRuleMet(rule, call.data)),
  )
  if (!isListed(permission, to)) {
    assert(isMet && !moving.includes(selector))
    return undefined
  }
  const action = readTokenCall(to, call)
  if (action === undefined || call.value > 0n || (named.length > 0 && !isMet)) throw new Refused()
  if (action.kind === 'transfer') spend(grant, to, action.amount, now)
  return action
}

/** The functions of the random calls by which tokens move. */
const moving = ['0xa9059cbb', '0x095ea7b3', '0x23b872dd']

function isRuleMet(
  { argument, operator, value }: Permission['targets'][number]['rules'][number],
  data: string,
): boolean {
  const digits = data.slice(10 + argument * 64, 10 + (argument + 1) * 64)
  if (digits.length < 64) return false
  const [given, expected] = [BigInt(`0x${digits}`), BigInt(value)]
  return [given === expected, given > expected, given < expected][operator] ?? false
}

function readTokenCall(token: string, { data }: PermittedCall): TokenAction | undefined {
  const match = /^0x(a9059cbb|095ea7b3)0{24}(.{40})(.{64})$/.exec(data)
  if (match === null) return undefined
  return {
    kind: match[1] === 'a9059cbb' ? 'transfer' : 'approve',
    token,
    spender: `0x${match[2]}`,
    amount: BigInt(`0x${match[3]}`),
  }
}

const isListed = ({ allowances }: Permission, token: string) =>
  token !== zeroAddress && allowances.some((allowance) => same(allowance.token, token))

function spend(grant: ModelGrant, token: string, amount: bigint, now: number): void {
  const { allowances } = grant.permission
  const indices = [...allowances.keys()].filter((i) => same(allowances[i]?.token ?? '', token))
  assert(indices.length > 0)
  for (const index of indices) {
    const { amount: allowed, start = 0 } = allowances[index] ?? { amount: 0n }
    if (amount === 0n) continue
    grant.spendings.push({ time: now, index, amount })
    assert(
      now >= start && spentOf(grant, index, now) <= (allowed < maxAmount ? allowed : maxAmount),
    )
  }
}

/** What was spent of an allowance in the current period. */
export function spentOf({ permission, spendings }: ModelGrant, index: number, now: number): bigint {
  const { start = 0, period = 0 } = permission.allowances[index] ?? {}
  const current = periodOf(now, start, period)
  return spendings
    .filter((spent) => spent.index === index && periodOf(spent.time, start, period) === current)
    .reduce((sum, { amount }) => sum + amount, 0n)
}

export const sumCalls = (executions: ModelGrant['executions']) =>
  executions.reduce((sum, { calls }) => sum + calls, 0)

/** The calls that count for the rate. */
export function callsInPeriod({ permission, executions }: ModelGrant, now: number): number {
  const { validAfter, ratePeriod } = permission
  const current = periodOf(now, validAfter, ratePeriod)
  return sumCalls(
    executions.filter(({ time }) => periodOf(time, validAfter, ratePeriod) === current),
  )
}

/** What the called contract does. */
function perform(world: World, { to, value, data }: PermittedCall): void {
  assert(value <= world.coins)
  world.coins -= value
  const token = world.tokens.get(to.toLowerCase())
  if (token !== undefined) {
    const action = readTokenCall(to.toLowerCase(), { to, value, data })
    if (action === undefined) throw new Refused()
    if (action.kind === 'approve') token.approved.set(action.spender, action.amount)
    else lose(token, action.amount)
    return
  }
  if (!same(to, world.probe)) return
  world.probeCalls += 1
  const selector = data.slice(0, 10)
  if (selector === selectorOf('fail')) throw new Refused()
  const given = world.tokens.get(`0x${data.slice(34, 74)}`)
  const amount = BigInt(`0x${data.slice(74, 138) || '0'}`)
  if (given === undefined) return
  if (selector === selectorOf('give')) given.held += amount
  if (selector === selectorOf('pull')) {
    const approved = given.approved.get(world.probe) ?? 0n
    assert(amount <= approved)
    lose(given, amount)
    if (approved < 2n ** 256n - 1n) given.approved.set(world.probe, approved - amount)
  }
}

function lose(token: ModelToken, amount: bigint): void {
  assert(amount <= token.held)
  token.held -= amount
}
