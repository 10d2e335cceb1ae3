import type { Limits } from '../session/limits.js'
import type { Alarm } from './alarm.js'

/** Requests by unknown devices to one project in the last hour. */
export type ProjectLoad = {
  add(kind: LoadKind, projectId: string): Promise<void>
  /** 0 below the ceiling, 1 above it, plus 1 each time the load doubles, up to `maxLevel`. */
  readLevel(projectId: string): Promise<number>
}

export type LoadKind = 'email-starts' | 'email-wrong-codes'

/** Per project and hour. */
export const defaultCeiling = 1_000

export const maxLevel = 4
const hourMs = 3_600_000
const loadKinds: readonly LoadKind[] = ['email-starts', 'email-wrong-codes']

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
  const rule = { max: ceiling * 2 ** (maxLevel - 1), withinMs: hourMs }
  const toLimitKey = (kind: LoadKind, projectId: string) => ({
    kind: `${kind}-project`,
    key: projectId,
  })

  return {
    async add(kind, projectId) {
      await limits.take([{ ...toLimitKey(kind, projectId), rules: [rule] }])
    },
    async readLevel(projectId) {
      const counts = await Promise.all(
        loadKinds.map((kind) => limits.count(toLimitKey(kind, projectId), rule)),
      )
      for (const [index, kind] of loadKinds.entries()) {
        if ((counts[index] ?? 0) < ceiling) continue
        alarm.raise({ level: 'error', event: 'project-under-load', reason: kind })
      }
      const load = Math.max(...counts) / ceiling
      return load < 1 ? 0 : 1 + Math.floor(Math.log2(load))
    },
  }
}
