/** One line of the log. Only numbers and fixed words, so no client data can end up in it. */
export type LogLine = {
  readonly level: 'info' | 'warn' | 'error'
  readonly event: string
  readonly reason?: string
  readonly count?: number
  readonly ms?: number
}

export type Log = (line: LogLine) => void

/** The error's class and code. Its message could quote client data, so it is left out. */
export function failureName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? `${error.name} ${code}` : error.name
}
