import type { IncomingMessage } from 'node:http'
import { RelayFault } from '@latchkey/wire/relay/fault'
import type { Clock } from '../clock.js'
import type { AllowedOrigins } from '../projects/origins.js'
import { createBuckets } from '../serving/buckets.js'
import type { ClientNetworks } from '../serving/clientNetwork.js'
import { tooManyConnectionsFault, tooManyFault } from './rejections.js'
import type { RelayLimits } from './relayLimits.js'
import { verifyToken } from './token.js'

/**
 * Decides which clients may connect, and counts connections per network. Methods throw a
 * RelayFault.
 */
export type Admission = {
  /** Admits a socket. */
  admit(request: IncomingMessage): AdmittedCaller
  /** Whether pages of an origin may call. */
  allowsOrigin(origin: string): boolean
  /** Authenticates a call without a socket. */
  identify(request: IncomingMessage): Caller
  forgetQuiet(): void
}

export type Caller = {
  readonly clientId: string
  /** Undefined for this machine, which has no network limits. */
  readonly network: string | undefined
  /** As the client claims. */
  readonly projectId: string | undefined
}

export type AdmittedCaller = Caller & {
  /** Call once, when the socket has closed. */
  release(): void
}

const maxProjectIdLength = 128

/** When sockets of a full network will close is unknown. */
const fullNetworkRetryMs = 30_000

export function createAdmission(parts: {
  audiences: ReadonlySet<string>
  origins: AllowedOrigins | undefined
  networks: ClientNetworks
  limits: RelayLimits
  clock: Clock
  random: () => number
  countSockets: (clientId: string) => number
}): Admission {
  const { audiences, origins, networks, limits, clock, random, countSockets } = parts
  const openSockets = new Map<string, number>()
  /** Tokens of open sockets. A second use means the token was stolen. */
  const tokensInUse = new Set<string>()
  const connects = createBuckets({
    perSecond: limits.connectsPerMinute / 60,
    burst: limits.connectBurst,
    overdraft: 0,
  })

  const calls = createBuckets({
    perSecond: limits.callsPerSecond,
    burst: limits.callBurst,
    overdraft: 0,
  })

  const allowsOrigin = (origin: string) => !origins || origins.allows(origin)

  function authenticate({ headers, url }: IncomingMessage) {
    const { origin, authorization } = headers
    if (origin !== undefined && !allowsOrigin(origin)) {
      throw new RelayFault('auth', 'OriginNotAllowed', 'Unauthorized: origin not allowed')
    }
    const { searchParams } = new URL(url ?? '/', 'ws://relay')
    const token = searchParams.get('auth') ?? authorization?.replace(/^Bearer /i, '') ?? ''
    const clientId = verifyToken(token, audiences, clock.now())
    if (tokensInUse.has(token)) {
      throw new RelayFault('auth', 'InvalidJwt', 'Unauthorized: the relay token is already in use')
    }
    const projectName = searchParams.get('projectId') ?? ''
    const isName = projectName !== '' && projectName.length <= maxProjectIdLength
    return { clientId, token, projectId: isName ? projectName : undefined }
  }

  function assertNetworkAllowed(network: string): void {
    const bucket = connects.get(network)
    const now = clock.now()
    if (bucket.take(1, now) === undefined) {
      throw tooManyConnectionsFault(bucket.retryAfter(1, now), random)
    }
    if ((openSockets.get(network) ?? 0) >= limits.socketsPerNetwork) {
      throw tooManyConnectionsFault(fullNetworkRetryMs, random)
    }
  }

  return {
    admit(request) {
      const network = networks.get(request)
      if (network !== undefined) assertNetworkAllowed(network)
      const { token, ...checked } = authenticate(request)
      const { clientId } = checked
      if (countSockets(clientId) >= limits.socketsPerClient) {
        throw new RelayFault(
          'rate',
          'TooManyRequests',
          `A client may have ${limits.socketsPerClient} connections; close another one first`,
        )
      }
      if (network !== undefined) openSockets.set(network, (openSockets.get(network) ?? 0) + 1)
      tokensInUse.add(token)
      return {
        ...checked,
        network,
        release() {
          tokensInUse.delete(token)
          if (network === undefined) return
          const left = (openSockets.get(network) ?? 1) - 1
          if (left > 0) openSockets.set(network, left)
          else openSockets.delete(network)
        },
      }
    },
    allowsOrigin,
    identify(request) {
      const network = networks.get(request)
      const now = clock.now()
      const bucket = network === undefined ? undefined : calls.get(network)
      if (bucket && bucket.take(1, now) === undefined) {
        throw tooManyFault('calls', bucket.retryAfter(1, now))
      }
      const { clientId, projectId } = authenticate(request)
      return { clientId, projectId, network }
    },
    forgetQuiet() {
      connects.removeFull(clock.now())
      calls.removeFull(clock.now())
    },
  }
}
