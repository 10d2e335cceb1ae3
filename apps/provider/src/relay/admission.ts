import type { IncomingMessage } from 'node:http'
import { RelayFault } from '@latchkey/wire/relay/fault'
import type { Clock } from '../clock.js'
import type { AllowedOrigins } from '../projects/origins.js'
import { createBuckets } from '../serving/buckets.js'
import type { ClientNetworks } from '../serving/clientNetwork.js'
import { tooManyConnectionsFault, tooManyFault } from './rejections.js'
import type { RelayLimits } from './relayLimits.js'
import { verifyToken } from './token.js'

/** Decides which clients may connect, and counts connections per network. Throws a RelayFault. */
export type Admission = {
  /** Lets a socket in. */
  admit(request: IncomingMessage): AdmittedCaller
  /** Whether pages of a site may ask at all. */
  allowsOrigin(origin: string): boolean
  /** Who makes a call without a socket. */
  identify(request: IncomingMessage): Caller
  forgetQuiet(): void
}

export type Caller = {
  readonly clientId: string
  /** Undefined for this machine itself, which has no network limits. */
  readonly network: string | undefined
  /** As the client says. */
  readonly projectId: string | undefined
}

export type AdmittedCaller = Caller & {
  /** To be called once, when the socket has closed. */
  release(): void
}

const maxProjectIdLength = 128

/** A full network empties as its sockets close; nobody can say when. */
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
  /** Tokens of open sockets. Whoever shows one of them a second time has stolen it. */
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

  /** The client, the token it showed for it, and the project it names. */
  function authenticate({ headers, url }: IncomingMessage) {
    const { origin, authorization } = headers
    if (origin !== undefined && !allowsOrigin(origin)) {
      throw new RelayFault('auth', 'OriginNotAllowed', 'Unauthorized: origin not allowed')
    }
    const { searchParams } = new URL(url ?? '/', 'ws://relay')
    const token = searchParams.get('auth') ?? authorization?.replace(/^Bearer /i, '') ?? ''
    const clientId = verifyToken(token, audiences, clock.now())
    if (tokensInUse.has(token)) {
      throw new RelayFault('auth', 'InvalidJwt', 'Unauthorized: the relay token is in use already')
    }
    const projectName = searchParams.get('projectId') ?? ''
    const isName = projectName !== '' && projectName.length <= maxProjectIdLength
    return { clientId, token, projectId: isName ? projectName : undefined }
  }

  function assertNetworkAllowed(network: string): void {
    const bucket = connects.of(network)
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
      const network = networks.of(request)
      if (network !== undefined) assertNetworkAllowed(network)
      const { token, ...checked } = authenticate(request)
      const { clientId } = checked
      if (countSockets(clientId) >= limits.socketsPerClient) {
        throw new RelayFault(
          'rate',
          'TooManyRequests',
          `A client keeps at most ${limits.socketsPerClient} connections; close another one first`,
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
      const network = networks.of(request)
      const now = clock.now()
      const bucket = network === undefined ? undefined : calls.of(network)
      if (bucket && bucket.take(1, now) === undefined) {
        throw tooManyFault('calls', bucket.retryAfter(1, now))
      }
      const { clientId, projectId } = authenticate(request)
      return { clientId, projectId, network }
    },
    forgetQuiet() {
      connects.forgetFull(clock.now())
      calls.forgetFull(clock.now())
    },
  }
}
