import { isRecord } from '@latchkey/wire/json'
import type { Clock } from '../../clock.js'
import { withDeadline } from '../../deadline.js'
import type { HttpClient } from '../../nodes/HttpClient.js'

const timeoutMs = 5_000
const maxBytes = 1_048_576

/** Reads JSON from a price service, in requests of at most `maxIds` ids; all must succeed. */
export async function fetchPrices(
  { http, clock }: { readonly http: HttpClient; readonly clock: Clock },
  ids: readonly string[],
  maxIds: number,
  urlOf: (ids: readonly string[]) => string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const chunks = Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, index) =>
    ids.slice(index * maxIds, (index + 1) * maxIds),
  )
  return Promise.all(
    chunks.map(async (chunk) => {
      const { status, bytes } = await withDeadline(clock, timeoutMs, (signal) =>
        http.send(urlOf(chunk), { method: 'GET', signal, maxBytes }),
      )
      if (status !== 200) throw new Error(`The price service responded with status ${status}.`)
      const answer: unknown = JSON.parse(new TextDecoder().decode(bytes))
      if (!isRecord(answer)) throw new Error('The response has no prices.')
      return answer
    }),
  )
}
