import * as v from 'valibot'
import type { HttpClient } from '../../../nodes/HttpClient.js'
import { ServiceError } from '../ServiceError.js'

type ServiceCall<schema extends v.GenericSchema> = {
  readonly method: 'GET' | 'POST'
  /** With query. */
  readonly path: string
  readonly body?: unknown
  readonly response: schema
}

/** The JSON API of a payment service. */
export type Service = {
  /** Throws a ServiceError for every response but the expected one. */
  call<const schema extends v.GenericSchema>(
    call: ServiceCall<schema>,
    signal: AbortSignal,
  ): Promise<v.InferOutput<schema>>
}

const maxBytes = 8 * 1_048_576
/** The request is wrong; all other errors mean that the service cannot be used. */
const rejectionStatuses: readonly number[] = [400, 404, 409, 422]

export function createService({
  label,
  baseUrl,
  http,
  headersFor,
}: {
  readonly label: string
  readonly baseUrl: string
  readonly http: HttpClient
  readonly headersFor: (call: {
    readonly method: string
    readonly url: URL
  }) => Readonly<Record<string, string>>
}): Service {
  return {
    async call({ method, path, body, response: schema }, signal) {
      const url = new URL(`${baseUrl}${path}`)
      const answer = await http
        .send(url.href, {
          method,
          headers: {
            accept: 'application/json',
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headersFor({ method, url }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal,
          maxBytes,
        })
        .catch((cause: unknown) => {
          throw new ServiceError('unavailable', `${label} does not respond.`, { cause })
        })
      const { status, headers, bytes } = answer
      if (status < 200 || status > 299) {
        const isRejection = rejectionStatuses.includes(status)
        throw new ServiceError(
          isRejection ? 'refused' : 'unavailable',
          `${label} responded with status ${status}.`,
          { retryAfter: isRejection ? undefined : retryAfterOf(headers['retry-after']) },
        )
      }
      const parsed = v.safeParse(schema, parseJson(label, bytes))
      if (parsed.success) return parsed.output
      throw new ServiceError('unavailable', `${label} sent an unexpected response.`)
    },
  }
}

function parseJson(label: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new ServiceError('unavailable', `${label} did not send JSON.`, { cause })
  }
}

/** In milliseconds; only the form in seconds. */
function retryAfterOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,5}$/.test(header) ? Number(header) * 1_000 : undefined
}
