import type { Limits } from '../session/limits.js'
import type { Alarm } from './alarm.js'

/** What unknown devices asked of one project in the last hour. */
export interface ProjectLoad {
  add(what: LoadKind, projectId: string): Promise<void>
  /** 0 below the ceiling, then 1, and one more each time the load doubles, up to `MOST_LEVEL`. */
  level(projectId: string): Promise<number>
}

export type LoadKind = 'email-starts' | 'email-wrong-codes'

/** Per project and hour, where the operator sets nothing else. */
export const DEFAULT_CEILING = 1_000

export const MOST_LEVEL = 4
const HOUR_MS = 3_600_000
const KINDS: readonly LoadKind[] = ['email-starts', 'email-wrong-codes']

export function createProjectLoad({
  limits,
  alarm,
  ceiling,
}: {
  readonly limits: Limits
  readonly alarm: Alarm
  readonly ceiling: number
}): ProjectLoad {
  // Beyond the highest level nothing depends on the exact number, so it is not counted.
  const rule = { most: ceiling * 2 ** (MOST_LEVEL - 1), withinMs: HOUR_MS }
  const keyOf = (kind: LoadKind, projectId: string) => ({ kind: `${kind}-project`, key: projectId })

  return {
    async add(what, projectId) {
      await limits.take([{ ...keyOf(what, projectId), rules: [rule] }])
    },
    async level(projectId) {
      const counts = await Promise.all(
        KINDS.map((kind) => limits.count(keyOf(kind, projectId), rule)),
      )
      for (const [index, kind] of KINDS.entries()) {
        if ((counts[index] ?? 0) < ceiling) continue
        alarm.raise({ level: 'error', event: 'project-under-load', reason: kind })
      }
      const load = Math.max(...counts) / ceiling
      return load < 1 ? 0 : 1 + Math.floor(Math.log2(load))
    },
  }
}
