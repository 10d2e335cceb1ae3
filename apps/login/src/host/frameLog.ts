/** Logs requests and their outcome to the console, for developers of the embedding site. */
export type FrameLog = (text: string) => void

/** Only if the page sets `enableLogger`. */
export function createFrameLog(query: URLSearchParams, console: Pick<Console, 'debug'>): FrameLog {
  if (query.get('enableLogger') !== 'true') return () => undefined
  return (text) => console.debug('[latchkey login]', text)
}
