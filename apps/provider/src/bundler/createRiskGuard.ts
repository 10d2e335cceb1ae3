import { createHmac } from 'node:crypto'
import type { NetworkId } from '@latchkey/wire/caip'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import type { Clock } from '../clock.js'
import type { Log } from '../log.js'
import { BundlerError, bundlerCodes } from './BundlerError.js'
import {
  type Accountable,
  type Entity,
  type EntityKey,
  getEntityKeys,
  getReputationStatus,
  type ReputationRules,
  reputationRules,
  throttledMs,
} from './reputation.js'
import type { Exposure, RiskStore } from './riskStore.js'

/** What an operation can cost the operator, and who it is counted for. */
export type Risk = Accountable & {
  /** The maximum loss if the entry point reverts its transaction. */
  readonly atRisk: bigint
  readonly maxFeePerGas: bigint
}

/** Limits what operations can cost the operator. */
export type RiskGuard = {
  /** Throws a BundlerError unless one more operation fits. Call it inside `runExclusive` only. */
  assertAllowed(risk: Risk): Promise<void>
}

export type RiskRules = {
  readonly reputation: ReputationRules
  /** Gas that an account without history may put at risk. What it has paid is added. */
  readonly unprovenGas: bigint
}

/** The operator's limits, by chain, in its smallest unit. */
export type RiskLimits = {
  /** Maximum loss per hour. */
  readonly lossCeiling: (chain: NetworkId) => bigint
  /** Maximum loss ever, beyond what operations have paid. */
  readonly maxDeficit: (chain: NetworkId) => bigint
}

export const riskRules: RiskRules = { reputation: reputationRules, unprovenGas: 600_000n }

const hourMs = 3_600_000

export function createRiskGuard({
  store,
  clock,
  log,
  limits: { lossCeiling, maxDeficit },
  rules = riskRules,
}: {
  readonly store: Pick<RiskStore, 'readExposure'>
  readonly clock: Clock
  readonly log: Log
  readonly limits: RiskLimits
  readonly rules?: RiskRules
}): RiskGuard {
  const alarmedAt = new Map<string, number>()

  /** Once an hour for each chain: an attack would fill the log. */
  function raiseAlarm(event: 'bundler-loss-ceiling' | 'bundler-deficit', chain: NetworkId): void {
    const key = `${event} ${chain}`
    if ((alarmedAt.get(key) ?? 0) + hourMs > clock.now()) return
    alarmedAt.set(key, clock.now())
    log({ level: 'error', event, reason: chain })
  }

  /**
   * Half of the deficit is reserved for accounts that have paid before, so that new ones cannot use
   * it up.
   */
  function assertDeficit({ chain, atRisk }: Risk, exposure: Exposure, isKnown: boolean): void {
    const deficit = maxDeficit(chain)
    const budget = exposure.surplus + (isKnown ? deficit : deficit / 2n)
    if (exposure.atRisk + atRisk <= budget) return
    // Operations in flight settle soon; only losses stay.
    if (exposure.surplus >= 0n || atRisk <= budget) throw riskError(atRisk > budget)
    raiseAlarm('bundler-deficit', chain)
    const message = 'The bundler has lost too much; try again when other operations have paid.'
    throw limitExceededError(message, { reason: 'deficit' })
  }

  function assertCeiling({ chain, atRisk }: Risk, exposure: Exposure): void {
    const ceiling = lossCeiling(chain)
    const { lostLastHour } = exposure
    if (lostLastHour + exposure.atRisk + atRisk <= ceiling) return
    // Without losses the bundler is only busy, or the operation is too large.
    if (lostLastHour > 0n && lostLastHour + atRisk > ceiling) {
      raiseAlarm('bundler-loss-ceiling', chain)
      const retryAfterMs = exposure.firstLossAt + hourMs - clock.now()
      throw limitExceededError('The bundler lost too much in the last hour; try again later.', {
        reason: 'loss-ceiling',
        retryAfter: Math.max(1, Math.ceil(retryAfterMs / 1_000)),
      })
    }
    throw riskError(atRisk > ceiling)
  }

  function assertReputations(keys: readonly EntityKey[], exposure: Exposure): void {
    for (const { entity } of keys) {
      const known = exposure.reputations.find((one) => one.entity === entity)
      const limits = rules.reputation[entity]
      const status = known ? getReputationStatus(known, limits, clock.now()) : 'ok'
      const isCounted = entity === 'network' || entity === 'factory'
      const inFlight = isCounted ? exposure.inFlight[entity] : 0
      const isUnknown = status === 'ok' && (known?.paid ?? 0n) === 0n
      const maxInFlight = status === 'banned' ? 0 : limits.inFlight[isUnknown ? 'unknown' : status]
      if (inFlight < maxInFlight) continue
      const pause = status === 'banned' ? limits.bannedMs : throttledMs
      const until = status === 'ok' ? clock.now() : (known?.failedAt ?? 0) + pause
      throw new BundlerError(bundlerCodes.throttled, throttleMessages[entity][status], {
        reason: status === 'ok' ? 'busy' : status,
        entity,
        retryAfter: Math.max(1, Math.ceil((until - clock.now()) / 1_000)),
      })
    }
  }

  return {
    async assertAllowed(risk) {
      const keys = getEntityKeys(risk)
      const payers = (['account', 'keys'] as const).map((entity) => ({ entity, key: risk.owner }))
      const exposure = await store.readExposure(risk.chain, [...keys, ...payers])
      assertReputations(keys, exposure)
      const paid = exposure.reputations
        .filter(({ entity }) => payers.some((payer) => payer.entity === entity))
        .reduce((sum, payer) => sum + payer.paid, 0n)
      if (risk.atRisk > rules.unprovenGas * risk.maxFeePerGas + paid) {
        throw new BundlerError(
          bundlerCodes.throttled,
          'The operation is too large for an account with so little history.',
          { reason: 'unproven', entity: 'account' },
        )
      }
      assertCeiling(risk, exposure)
      assertDeficit(risk, exposure, paid > 0n)
    },
  }
}

/** Networks are stored as a digest that only the executor's key can compute. */
export function createNetworkDigest(executorKey: Hex): (network: string | undefined) => string {
  const secret = createHmac('sha256', executorKey).update('bundler networks').digest()
  return (network = 'this machine') =>
    createHmac('sha256', secret).update(network).digest('hex').slice(0, 32)
}

const throttleMessages: Readonly<
  Record<Entity, Readonly<Record<'ok' | 'throttled' | 'banned', string>>>
> = {
  account: {
    ok: 'An operation of this account is in flight.',
    throttled: 'An operation of this account failed at our cost; try again later.',
    banned: 'Operations of this account failed at our cost too often; try again later.',
  },
  permission: {
    ok: 'An operation of this account is in flight.',
    throttled: 'An operation with this permission failed at our cost; try again later.',
    banned: 'Operations with this permission failed at our cost too often; try again later.',
  },
  keys: {
    ok: 'An operation of this account is in flight.',
    throttled: 'Operations of the keys of this account failed at our cost; try again later.',
    banned: 'Operations of the keys of this account failed too often; try again later.',
  },
  network: {
    ok: 'Too many operations from this network are in flight; try again in a moment.',
    throttled: 'Operations from this network failed at our cost; only one at a time is accepted.',
    banned: 'Operations from this network failed at our cost too often; try again later.',
  },
  factory: {
    ok: 'Too many accounts are being created; try again in a moment.',
    throttled: 'New accounts failed at our cost; only a few at a time are accepted.',
    banned: 'New accounts failed at our cost too often; try again later.',
  },
}

function riskError(isAlone: boolean): BundlerError {
  return limitExceededError('The operation puts more at risk than is allowed at the moment.', {
    reason: isAlone ? 'risk-too-high' : 'busy',
  })
}

function limitExceededError(message: string, data: object): BundlerError {
  return new BundlerError(bundlerCodes.limitExceeded, message, data)
}
