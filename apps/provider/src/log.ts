/**
 * One line of the log. Facts are numbers and fixed words only: no topic, client, address,
 * token or message can be put in by accident.
 */
export interface LogLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly event: string
  readonly reason?: string
  readonly count?: number
  readonly ms?: number
}

export type Log = (line: LogLine) => void

/** The class of a failure without its text, which could quote what a client sent. */
export function failureName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? `${error.name} ${code}` : error.name
}
