import type { IncomingMessage } from 'node:http'
import { RelayFault } from '@latchkey/wire/relay/fault'
import type { Clock } from '../clock.js'
import type { AllowedOrigins } from '../projects/origins.js'
import { createBuckets } from '../serving/buckets.js'
import type { ClientNetworks } from '../serving/clientNetwork.js'
import type { RelayLimits } from './limits.js'
import { tooMany, tooManyConnections } from './refusals.js'
import { verifyToken } from './token.js'

/** Decides which clients may connect, and counts connections per network. Throws a RelayFault. */
export interface Admission {
  /** Lets a socket in. */
  admit(request: IncomingMessage): Guest
  /** Whether pages of a site may ask at all. */
  allows(origin: string): boolean
  /** Who makes a call without a socket. */
  identify(request: IncomingMessage): Caller
  forgetQuiet(): void
}

export interface Caller {
  readonly clientId: string
  /** Undefined for this machine itself, which has no network limits. */
  readonly network: string | undefined
  /** As the client says. */
  readonly projectId: string | undefined
}

export interface Guest extends Caller {
  /** To be called once, when the socket has closed. */
  leave(): void
}

const LONGEST_PROJECT_ID = 128

/** A full network empties as its sockets close; nobody can say when. */
const FULL_NETWORK_WAIT_MS = 30_000

export function createAdmission(parts: {
  audiences: ReadonlySet<string>
  origins: AllowedOrigins | undefined
  networks: ClientNetworks
  limits: RelayLimits
  clock: Clock
  random: () => number
  socketsOf: (clientId: string) => number
}): Admission {
  const { audiences, origins, networks, limits, clock, random, socketsOf } = parts
  const open = new Map<string, number>()
  /** Tokens of open sockets. Whoever shows one of them a second time has stolen it. */
  const held = new Set<string>()
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

  const allows = (origin: string) => !origins || origins.allows(origin)

  /** The client, the token it showed for it, and the project it names. */
  function check({ headers, url }: IncomingMessage) {
    const { origin, authorization } = headers
    if (origin !== undefined && !allows(origin)) {
      throw new RelayFault('auth', 'OriginNotAllowed', 'Unauthorized: origin not allowed')
    }
    const { searchParams } = new URL(url ?? '/', 'ws://relay')
    const token = searchParams.get('auth') ?? authorization?.replace(/^Bearer /i, '') ?? ''
    const clientId = verifyToken(token, audiences, clock.now())
    if (held.has(token)) {
      throw new RelayFault('auth', 'InvalidJwt', 'Unauthorized: the relay token is in use already')
    }
    const named = searchParams.get('projectId') ?? ''
    const isName = named !== '' && named.length <= LONGEST_PROJECT_ID
    return { clientId, token, projectId: isName ? named : undefined }
  }

  function checkNetwork(network: string): void {
    const bucket = connects.of(network)
    const now = clock.now()
    if (bucket.take(1, now) === undefined) {
      throw tooManyConnections(bucket.retryAfter(1, now), random)
    }
    if ((open.get(network) ?? 0) >= limits.socketsPerNetwork) {
      throw tooManyConnections(FULL_NETWORK_WAIT_MS, random)
    }
  }

  return {
    admit(request) {
      const network = networks.of(request)
      if (network !== undefined) checkNetwork(network)
      const { token, ...checked } = check(request)
      const { clientId } = checked
      if (socketsOf(clientId) >= limits.socketsPerClient) {
        throw new RelayFault(
          'rate',
          'TooManyRequests',
          `A client keeps at most ${limits.socketsPerClient} connections; close another one first`,
        )
      }
      if (network !== undefined) open.set(network, (open.get(network) ?? 0) + 1)
      held.add(token)
      return {
        ...checked,
        network,
        leave() {
          held.delete(token)
          if (network === undefined) return
          const left = (open.get(network) ?? 1) - 1
          if (left > 0) open.set(network, left)
          else open.delete(network)
        },
      }
    },
    allows,
    identify(request) {
      const network = networks.of(request)
      const now = clock.now()
      const bucket = network === undefined ? undefined : calls.of(network)
      if (bucket && bucket.take(1, now) === undefined) {
        throw tooMany('calls', bucket.retryAfter(1, now))
      }
      const { clientId, projectId } = check(request)
      return { clientId, projectId, network }
    },
    forgetQuiet() {
      connects.forgetFull(clock.now())
      calls.forgetFull(clock.now())
    },
  }
}
