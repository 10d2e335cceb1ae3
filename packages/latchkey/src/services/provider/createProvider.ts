import type { Endpoint } from '@latchkey/wire/http/endpoint'
import type { Config } from '../../core/config/config.js'
import type { ChainFamily } from '../../core/connection/family.js'
import { withDeadline } from '../../core/runtime/deadline.js'
import { ProviderError } from '../../core/runtime/errors/provider.js'
import * as limits from '../../core/runtime/limits.js'
import type { CallOptions, Ports, ProviderPort } from '../../core/runtime/ports.js'
import { randomUuid } from '../../core/runtime/randomId.js'
import { addressOf, bodyOf, type Origin } from './address.js'
import { beforeLeaving } from './beforeLeaving.js'
import { preloadImages } from './preloadImages.js'
import { readAnswer } from './readAnswer.js'
import { sdkVersion } from './sdkVersion.js'

export type CreateProviderParameters = {
  readonly config: Pick<Config, 'projectId' | 'providerUrl' | 'providerUrls'>
  readonly families: readonly Pick<ChainFamily, 'namespace'>[]
  readonly framework: string
  readonly clock: Ports['clock']
  /** Between 0 and 1, so that many pages do not come back at the same moment. */
  readonly random?: () => number
}

/** Calls endpoints as their data says: one bound over all tries, checked answers, typed errors. */
export function createProvider({
  config,
  families,
  framework,
  clock,
  random = Math.random,
}: CreateProviderParameters): ProviderPort {
  const origin: Origin = {
    urls: config.providerUrls,
    url: config.providerUrl ?? '',
    identity: {
      projectId: config.projectId ?? '',
      st: 'latchkey',
      sv: `${framework}-${families.map(({ namespace }) => namespace).join(',')}-${sdkVersion}`,
    },
  }

  async function ask(
    endpoint: Endpoint,
    input: object,
    { key, isLast, signal }: { key: string | undefined; isLast: boolean; signal: AbortSignal },
  ): Promise<unknown> {
    const body = bodyOf(endpoint, input)
    const headers: Record<string, string> = {}
    // Plain text needs no question ahead, for which a page on its way out has no time.
    if (body !== undefined && !isLast) headers['content-type'] = 'application/json'
    if (key !== undefined) headers['idempotency-key'] = key
    try {
      const response = await fetch(addressOf(origin, endpoint, input), {
        method: endpoint.method,
        signal,
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        headers,
        ...(body !== undefined && { body }),
        ...(isLast && { keepalive: true }),
      })
      return await readAnswer(endpoint, response, clock.now())
    } catch (cause) {
      signal.throwIfAborted()
      throw cause instanceof ProviderError ? cause : new ProviderError('unreachable', { cause })
    }
  }

  /** How long to wait before another try; undefined when another would help nobody. */
  function pauseAfter(endpoint: Endpoint, error: unknown, tries: number): number | undefined {
    if (!(error instanceof ProviderError) || tries > limits.providerRetries) return undefined
    const isPassing = endpoint.changes ? isUndecided(error) : PASSING.includes(error.code)
    if (!isPassing) return undefined
    const pause = limits.providerRetryPause * 2 ** (tries - 1) * (0.5 + random())
    return Math.max(pause, error.retryAfter ?? 0)
  }

  async function call(
    endpoint: Endpoint,
    input: object,
    { signal, isLast = false }: CallOptions = {},
  ): Promise<unknown> {
    // The same for every try: whatever was changed by one whose answer was lost is not changed again.
    const key = endpoint.changes && randomUuid()
    const end = clock.now() + limits.httpTimeout
    const late = () => new ProviderError('timeout')
    return withDeadline(clock, { limit: limits.httpTimeout, late, signal }, async (ending) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await ask(endpoint, input, { key, isLast, signal: ending })
        } catch (error) {
          const pause = pauseAfter(endpoint, error, tries)
          if (isLast || ending.aborted || pause === undefined || clock.now() + pause >= end)
            throw error
          await clock.sleep(pause, ending)
        }
      }
    })
  }

  return {
    call: call as ProviderPort['call'],
    addressOf: async (endpoint, input) => addressOf(origin, endpoint, input as object),
    preloadImages: (addresses) => preloadImages(addresses, clock),
    beforeLeaving,
  }
}

const PASSING: readonly string[] = [
  'provider/unreachable',
  'provider/server-error',
  'provider/rate-limited',
]

/** Nobody said whether it was done, or the first try of it is still under way. */
function isUndecided({ code, status, retryAfter }: ProviderError): boolean {
  return code === 'provider/unreachable' || (status === 409 && retryAfter !== undefined)
}
