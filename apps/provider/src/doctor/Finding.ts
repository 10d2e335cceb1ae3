import type { Clock } from '../clock.js'
import type { Config } from '../config/Config.js'
import type { HttpClient } from '../nodes/HttpClient.js'

/** What a check found out. Its texts name hosts at most, never whole URLs, which can contain keys. */
export type Finding = {
  /**
   * `broken`: something that the settings name does not work. `limited`: it works with limits, or by
   * others. `off`: not set up.
   */
  readonly status: 'works' | 'limited' | 'broken' | 'off'
  /** Such as `eip155:1`, `mail` or `google`. */
  readonly subject: string
  readonly text: string
}

/** One check; it is ended after a time limit. */
export type Check = {
  readonly subject: string
  run(signal: AbortSignal): Promise<readonly Finding[]>
}

export type DoctorParts = {
  readonly config: Config
  readonly http: HttpClient
  readonly clock: Clock
}

export function hostOf(url: string): string {
  return new URL(url).host
}

/** The finding of a setting that is missing, with what does not work without it. */
export function createOffCheck(subject: string, text: string): Check {
  return { subject, run: async () => [{ status: 'off', subject, text }] }
}
