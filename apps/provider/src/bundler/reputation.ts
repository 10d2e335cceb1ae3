import { referenceOf } from '@latchkey/wire/caip'
import { decodePermittedCalls, hashPermission } from '@latchkey/wire/login/permissions'
import { parseData } from '@latchkey/wire/rpc/eip155'
import type { SentOperation } from './operationStore.js'

/**
 * Who a failed operation is counted for. All accounts of one owner are one entity, and so are all keys of
 * an owner.
 */
export type Entity = 'account' | 'permission' | 'keys' | 'network' | 'factory'

export type EntityKey = { readonly entity: Entity; readonly key: string }

/** The history of an entity. Counts decay with time; `paid` does not. */
export type Reputation = EntityKey & {
  readonly included: number
  /** Operations that failed at our cost, weighted by gas. */
  readonly failed: number
  /** What its operations paid so far. */
  readonly paid: bigint
  readonly failedAt: number
}

export type ReputationStatus = 'ok' | 'throttled' | 'banned'

export type EntityRules = {
  /** Included operations that offset a failed one. */
  readonly includedPerFailure: number
  readonly throttledAbove: number
  readonly bannedAbove: number
  readonly bannedMs: number
  /** Maximum operations in flight, by status; `unknown` until one was paid for. */
  readonly inFlight: Readonly<Record<'unknown' | Exclude<ReputationStatus, 'banned'>, number>>
}

export type ReputationRules = Readonly<Record<Entity, EntityRules>>

const hour = 3_600_000
const day = 24 * hour

/** One failure suspends the signer of the operation; the others have higher limits. */
const signer: EntityRules = {
  includedPerFailure: 20,
  throttledAbove: 0,
  bannedAbove: 2,
  bannedMs: day,
  // The database enforces one per owner.
  inFlight: { unknown: 1, ok: 1, throttled: 0 },
}

export const reputationRules: ReputationRules = {
  account: signer,
  permission: signer,
  // More failures than one permission can have before it is banned, and fewer than keys cost nothing for.
  keys: { ...signer, throttledAbove: 4, bannedAbove: 8 },
  network: {
    includedPerFailure: 10,
    throttledAbove: 1,
    bannedAbove: 3,
    bannedMs: day,
    inFlight: { unknown: 4, ok: 16, throttled: 1 },
  },
  factory: {
    includedPerFailure: 10,
    throttledAbove: 8,
    bannedAbove: 32,
    bannedMs: hour,
    inFlight: { unknown: 64, ok: 64, throttled: 4 },
  },
}

/** How long an entity stays throttled after its last failure. */
export const throttledMs = hour

/** Counts lose a 24th every hour, as in ERC-7562. */
export const hourlyDecay = 23 / 24

/** A failed operation with this much gas counts once; a more expensive one counts more. */
export const gasPerFailure = 100_000

export function getReputationStatus(
  { included, failed, failedAt }: Pick<Reputation, 'included' | 'failed' | 'failedAt'>,
  rules: EntityRules,
  now: number,
): ReputationStatus {
  const score = failed - included / rules.includedPerFailure
  if (score > rules.bannedAbove && failedAt + rules.bannedMs > now) return 'banned'
  return score > rules.throttledAbove && failedAt + throttledMs > now ? 'throttled' : 'ok'
}

export type Accountable = Pick<
  SentOperation,
  'chain' | 'sender' | 'operation' | 'owner' | 'network' | 'factory'
>

/**
 * The entities an operation is counted for. The owner has not signed the operations of keys, so they never
 * count for its own.
 */
export function getEntityKeys(operation: Accountable): EntityKey[] {
  const { owner, network, factory } = operation
  const permission = findPermission(operation)
  return [
    ...(permission === undefined
      ? [{ entity: 'account' as const, key: owner }]
      : [
          { entity: 'permission' as const, key: permission },
          { entity: 'keys' as const, key: owner },
        ]),
    { entity: 'network', key: network },
    ...(factory === undefined ? [] : [{ entity: 'factory' as const, key: factory }]),
  ]
}

/** The id of the permission that a key uses. */
function findPermission({ chain, sender, operation }: Accountable): string | undefined {
  const used = decodePermittedCalls(parseData(operation.callData) ?? '0x')
  return used && hashPermission(used.permission, sender, Number(referenceOf(chain)))
}
