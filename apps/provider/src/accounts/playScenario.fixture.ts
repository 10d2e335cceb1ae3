import {
  decodePermissionStatus,
  encodePermissionEpoch,
  encodePermissionStatus,
  encodePermittedCalls,
  encodeRevokeAll,
  encodeRevokePermission,
  parseRejection,
  zeroAddress,
} from '@latchkey/wire/login/permissions'
import { type Abi, encodeFunctionData, type Hex } from 'viem'
import { expect } from 'vitest'
import { callToken } from './permissionCalls.fixture.js'
import { sessionAccountAbi } from './permissionChain.fixture.js'
import {
  callsInPeriod,
  execute,
  isDue,
  type ModelGrant,
  spentOf,
  sumCalls,
  validate,
  type World,
} from './permissionModel.fixture.js'
import type { GrantSpec, OperationSpec, Period } from './permissionScenario.fixture.js'
import {
  initialHoldings,
  type Stage,
  type StageResult,
  type StageStep,
} from './permissionStage.fixture.js'
import {
  createScenarioEncoder,
  type SignedPermission,
  scenarioOwner,
} from './scenarioEncoder.fixture.js'

export type Tally = {
  grants: number
  operations: number
  calls: number
  /** Operations whose calls were made. */
  made: number
  /** Owners' revocations. */
  revocations: number
  /** How often each reason was given. */
  readonly rejections: Record<string, number>
}

/** Plays a scenario on an account of its own, and compares every step with the model. */
export async function playScenario(
  stage: Stage,
  accountAbi: Abi,
  periods: readonly Period[],
  salt: bigint,
  tally: Tally,
): Promise<void> {
  let now = (await stage.now()) + 100
  const account = await stage.createAccount(scenarioOwner, salt, now)
  const tokens = stage.tokens.map((token) => token.toLowerCase() as Hex) as [Hex, Hex]
  const addresses = { coin: zeroAddress, usdc: tokens[0], dai: tokens[1] }
  const probe = stage.probe.toLowerCase() as Hex
  let world: World = {
    account: account.toLowerCase(),
    probe,
    epoch: 0n,
    coins: initialHoldings.coins,
    probeCalls: 0,
    tokens: new Map(
      tokens.map((token) => [token, { held: initialHoldings.tokens, approved: new Map() }]),
    ),
    grants: [],
  }
  const encoder = createScenarioEncoder({ account, probe, addresses, accountAbi })
  const signed: SignedPermission[] = []
  let probeCallsBefore: number | undefined

  async function addGrant(spec: GrantSpec): Promise<void> {
    const permission = await encoder.signPermission(spec, now, world.epoch, signed.length)
    signed.push(permission)
    world.grants.push({
      permission: permission.permission,
      isEnabled: false,
      isRevoked: false,
      fees: 0n,
      executions: [],
      spendings: [],
    })
    tally.grants += 1
  }

  /** Whether a step succeeds, which the model decides when its turn comes. */
  type Expectation = () => boolean | undefined

  async function playPeriod({ elapsed, grants, steps }: Period): Promise<void> {
    now += elapsed
    for (const spec of grants) await addGrant(spec)
    const sent: StageStep[] = []
    const expectations: Expectation[] = []
    const late: (() => void)[] = []
    const send = (step: StageStep, expectation: Expectation) => {
      sent.push(step)
      expectations.push(expectation)
    }
    const ownerCall = (data: Hex, apply: () => void) =>
      send({ kind: 'call', to: account, data }, () => {
        apply()
        return true
      })

    async function sendOperation(spec: OperationSpec): Promise<void> {
      const operation = encoder.toOperation(spec, signed.length)
      const granted = signed[operation.grant] as SignedPermission
      const callData = encodePermittedCalls(granted.permission, operation.calls)
      // The owner's own signature takes the place of a validation.
      const isOwners = spec.flaw === 'byOwner'
      let isValid = isOwners
      const index = sent.length
      if (!isOwners) {
        const data = await encoder.encodeValidation(granted, operation, callData)
        send({ kind: 'validate', to: account, data }, () => {
          const isAccepted = validate(world, operation)
          isValid = isAccepted && isDue(granted.permission, now)
          return isAccepted
        })
      }
      const kind = isOwners ? 'call' : 'execute'
      const sendExecution = () =>
        send({ kind, operation: index, to: account, data: callData }, () => {
          const next = isValid ? execute(world, operation, now) : undefined
          world = next ?? world
          if (next) tally.made += 1
          return next !== undefined
        })
      if (spec.isLate) late.push(sendExecution)
      else sendExecution()
      tally.operations += 1
      tally.calls += operation.calls.length
    }

    for (const step of steps) {
      if (step.kind === 'operation') await sendOperation(step.operation)
      if (step.kind === 'approve') {
        const token = addresses[step.token]
        const { to, data } = callToken(token, 'approve', probe, step.amount)
        const args = [to, 0n, data] as const
        ownerCall(
          encodeFunctionData({ abi: sessionAccountAbi, functionName: 'execute', args }),
          () => world.tokens.get(token)?.approved.set(probe, step.amount),
        )
      }
      if (step.kind === 'revoke') {
        const index = step.grant % signed.length
        ownerCall(encodeRevokePermission((signed[index] as SignedPermission).id), () => {
          ;(world.grants[index] as ModelGrant).isRevoked = true
        })
        tally.revocations += 1
      }
      if (step.kind === 'revokeAll') {
        ownerCall(encodeRevokeAll(), () => {
          world.epoch = -1n
        })
        tally.revocations += 1
      }
    }
    for (const sendExecution of late) sendExecution()
    const results = await stage.run(account, sent, now)
    expect(results).toHaveLength(sent.length)
    for (const [index, result] of results.entries())
      compare(result, sent[index], expectations[index])
    world.epoch = BigInt(await stage.call(account, encodePermissionEpoch()))
  }

  function compare(result: StageResult, step?: StageStep, expectation?: Expectation): void {
    const expected = expectation?.()
    // A validation with a wrong signature answers 1 instead of failing.
    const isRejection = step?.kind === 'validate' && /1$/.test(result.answer) && result.succeeded
    const [coins, calls] = [world.coins, world.probeCalls]
    const reason = result.succeeded ? undefined : parseRejection(result.answer)
    if (reason !== undefined) tally.rejections[reason] = (tally.rejections[reason] ?? 0) + 1
    probeCallsBefore ??= Number(result.calls)
    expect({
      succeeded: result.succeeded && !isRejection,
      coins: result.coins,
      tokens: result.tokens,
      calls: Number(result.calls) - probeCallsBefore,
    }).toEqual({
      succeeded: expected,
      coins,
      tokens: tokens.map((token) => world.tokens.get(token)?.held),
      calls,
    })
  }

  for (const period of periods) await playPeriod(period)
  for (const grant of world.grants) {
    const { permission } = grant
    const answer = await stage.call(account, encodePermissionStatus(permission))
    expect(decodePermissionStatus(permission, answer)).toMatchObject({
      enabled: grant.isEnabled,
      revoked: grant.isRevoked || permission.epoch !== world.epoch,
      feesUsed: grant.fees,
      callsUsed: BigInt(sumCalls(grant.executions)),
      rateUsed: BigInt(permission.rateCalls > 0 ? callsInPeriod(grant, now) : 0),
      spent: permission.allowances.map((_, index) => spentOf(grant, index, now)),
    })
  }
}
