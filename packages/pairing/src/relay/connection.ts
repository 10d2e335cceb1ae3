import { relayCloseCodes, relayErrorCodes } from '@latchkey/wire/relay/fault'
import { PairingError } from '../errors.js'
import type { RelayState } from '../events.js'
import type { PairingClock, PairingEnvironment, RandomBytes, SocketConstructor } from '../ports.js'
import { createBackoff } from './backoff.js'
import { openSocket, type Socket, type SocketClosure } from './socket.js'

/** The shortest back-off when the user acts. */
const eagerRetryMs = 2_000

export type RelayConnectionOptions = {
  readonly url: string
  readonly projectId: string
  readonly WebSocket: SocketConstructor
  readonly clock: PairingClock
  readonly environment: PairingEnvironment
  readonly random: RandomBytes
  token(url: string): Promise<string>
  onStateChange(state: RelayState): void
}

export type RelayConnectionEvents = {
  /** Whether a connection is needed. */
  needed(): boolean
  opened(): void
  text(text: string): void
  closed(): void
  /** The relay rejected the connection. */
  refused(error: PairingError): void
  /** The page is visible again; the connection may be dead. */
  returned(): void
}

/** The connection to a relay, restored whenever it breaks. */
export type RelayConnection = {
  state(): RelayState
  /** Sends if connected; otherwise connects, and the caller resends on open. */
  send(text: string): void
  /** Sends an acknowledgement only on the socket of its message. */
  current(): Socket | undefined
  drop(): void
  /** The relay rejected us and is about to close. */
  reject(reason: string): void
  /** The relay works. */
  worked(): void
  close(): void
}

export function createRelayConnection(
  options: RelayConnectionOptions,
  events: RelayConnectionEvents,
): RelayConnection {
  const { clock, environment, url } = options
  const backoff = createBackoff(options.random)
  let state: RelayState = 'idle'
  let socket: Socket | undefined
  let rejection: PairingError | undefined
  let cancelRetry = () => {}
  let lastTryAt = Number.NEGATIVE_INFINITY

  const setState = (next: RelayState) => {
    if (state === next) return
    state = next
    options.onStateChange(next)
  }

  function connect(): void {
    if (state === 'connecting' || state === 'open' || state === 'closed') return
    cancelRetry()
    if (!environment.online()) {
      setState('offline')
      return
    }
    setState('connecting')
    lastTryAt = clock.now()
    start().catch((cause: unknown) => closed({ code: 1006, reason: String(cause) }))
  }

  async function start(): Promise<void> {
    const token = await options.token(url)
    if (state !== 'connecting') return
    const address = withQuery(url, token, options.projectId)
    socket = openSocket(options.WebSocket, address, clock, { open, text: events.text, closed })
  }

  function open(): void {
    setState('open')
    events.opened()
  }

  function closed({ code, reason }: SocketClosure): void {
    socket = undefined
    if (state === 'closed') return
    events.closed()
    const { unauthorized, tooManyRequests } = relayCloseCodes
    if (code === unauthorized || code === tooManyRequests) reject(reason)
    if (rejection) events.refused(rejection)
    rejection = undefined
    if (!events.needed()) {
      setState('idle')
      return
    }
    if (!environment.online()) {
      setState('offline')
      return
    }
    setState('waiting')
    cancelRetry = clock.setTimeout(connect, backoff.next())
  }

  function reject(reason: string): void {
    rejection ??= new PairingError('pairing/relay-refused', reason || 'no reason given', {
      peerCode: relayErrorCodes.auth,
    })
  }

  const stopWatching = environment.watch(() => {
    if (state === 'open') {
      if (!environment.online()) socket?.drop()
      else if (environment.visible()) events.returned()
    } else if (environment.online() && (state === 'offline' || state === 'waiting')) {
      backoff.reset()
      connect()
    }
  })

  return {
    state: () => state,
    send(text) {
      if (state === 'open') socket?.send(text)
      else if (clock.now() - lastTryAt >= eagerRetryMs) connect()
    },
    current: () => socket,
    drop: () => socket?.drop(),
    reject,
    worked: () => backoff.reset(),
    close() {
      setState('closed')
      stopWatching()
      cancelRetry()
      socket?.drop()
    },
  }
}

/** Keeps a query the configured URL already has. */
function withQuery(url: string, token: string, projectId: string): string {
  const query = new URLSearchParams({ auth: token, projectId, useOnCloseEvent: 'true' })
  return `${url}${url.includes('?') ? '&' : '?'}${query}`
}
