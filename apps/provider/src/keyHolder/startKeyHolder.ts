import type { Server } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { createAdaptorServer } from '@hono/node-server'
import * as v from 'valibot'
import { type Clock, systemClock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import { readBody } from '../http/readBody.js'
import { openFileKeyring } from '../keys/fileKeyring.js'
import {
  type HolderCall,
  type HolderFailure,
  type HolderRequest,
  type HolderResponse,
  holderCalls,
  maxBodyBytes,
  toJson,
} from '../keys/holderProtocol.js'
import { KeyringError } from '../keys/Keyring.js'
import { failureName, type Log } from '../log.js'
import type { TlsIdentity } from '../outbound/createOutbound.js'
import { close, listen, urlHost } from '../serving/listen.js'
import { openServer } from '../serving/openServer.js'
import { createRequestMetrics } from '../serving/requestMetrics.js'
import { lockDirectory } from '../store/directoryLock.js'
import { type AuditLog, digestContext, openAuditLog } from './auditLog.js'
import { createOpenLimit } from './openLimit.js'

export type KeyHolderOptions = {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  readonly dataDir: string
  readonly tls: TlsIdentity
  /** Per hour, for all clients together. */
  readonly opensPerHour: number
  /** Serves `/metrics` to this machine, unencrypted. */
  readonly metricsPort?: number | undefined
  /** Default: a file in the data directory. */
  readonly audit?: AuditLog
  readonly log?: Log
  readonly clock?: Clock
}

export type RunningKeyHolder = {
  readonly url: string
  readonly port: number
  readonly metricsUrl: string | undefined
  stop(): Promise<void>
}

export const keyHolderFiles = { keys: 'recovery-keys.json', audit: 'audit.log' }

const maxConnections = 256
const requestTimeoutMs = 5_000
const statuses: Readonly<Record<HolderFailure['error'], number>> = {
  'bad-request': 400,
  'key-unknown': 404,
  'not-authentic': 422,
  limited: 429,
  unavailable: 503,
}

type Handlers = {
  readonly [call in HolderCall]: (
    request: HolderRequest<call>,
    client: string,
  ) => Promise<HolderResponse<call>>
}

/**
 * Starts the process with the recovery keys. Only clients with a certificate of its CA may connect.
 */
export async function startKeyHolder(options: KeyHolderOptions): Promise<RunningKeyHolder> {
  const { host, dataDir, tls, opensPerHour, log = () => {}, clock = systemClock } = options
  const keys = openFileKeyring(join(dataDir, keyHolderFiles.keys))
  // Two processes would allow twice as many opens.
  const lock = await lockDirectory(dataDir)
  const audit = options.audit ?? openAuditLog(join(dataDir, keyHolderFiles.audit))
  const limit = createOpenLimit(opensPerHour, audit.readLast(opensPerHour))
  const requests = createRequestMetrics('key_holder')
  const counts = { limited: 0, rejectedConnections: 0 }
  let isAlarmed = false

  function takeOpen(context: string): void {
    const now = clock.now()
    const { isAllowed, retryAfterMs } = limit.take({ time: now, context: digestContext(context) })
    const isReached = limit.count(now) >= opensPerHour
    if (isReached && !isAlarmed) {
      log({ level: 'error', event: 'open-limit-reached', count: limit.count(now) })
    }
    isAlarmed = isReached
    if (isAllowed) return
    counts.limited += 1
    throw new KeyringError('limited', { retryAfterMs })
  }

  const handlers: Handlers = {
    current: async () => ({ keyId: await keys.currentId() }),
    has: async ({ keyId }) => ({ isKnown: await keys.has(keyId) }),
    seal: ({ plain, context }) => keys.seal(plain, context),
    reseal: ({ context, ...sealed }) => keys.reseal(sealed, context),
    async open({ context, ...sealed }, client) {
      takeOpen(context)
      const opened = await keys.open(sealed, context).catch((error: unknown) => error as Error)
      const isOpen = Buffer.isBuffer(opened)
      const { keyId } = sealed
      const result = isOpen ? 'opened' : 'refused'
      try {
        // Nothing is released that is not in the audit log.
        audit.record({ time: clock.now(), context, keyId, client, result })
      } catch (cause) {
        log({ level: 'error', event: 'audit-failed', reason: failureName(cause) })
        throw new KeyringError('unavailable', { cause })
      }
      if (!isOpen) throw opened
      return { plain: opened }
    },
  }

  async function handleCall<call extends HolderCall>(
    call: call,
    request: Request,
    client: string,
  ): Promise<HolderResponse<call>> {
    const body: unknown = JSON.parse(await readBody(request, maxBodyBytes))
    const parsed = v.parse(holderCalls[call].request, body)
    return handlers[call](parsed as HolderRequest<call>, client)
  }

  async function handleRequest(request: Request, { incoming }: TlsRequest): Promise<Response> {
    const { pathname } = new URL(request.url)
    const call = (Object.keys(holderCalls) as HolderCall[]).find(
      (name) => holderCalls[name].path === pathname,
    )
    const started = clock.now()
    const [status, text] = await respond(call, request, incoming.socket)
    requests.record(call ?? 'none', status, (clock.now() - started) / 1_000)
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
    return new Response(text, { status, headers })
  }

  async function respond(
    call: HolderCall | undefined,
    request: Request,
    socket: TLSSocket,
  ): Promise<readonly [number, string]> {
    try {
      if (call === undefined || request.method !== 'POST' || !socket.authorized) {
        return failure({ error: 'bad-request' })
      }
      const client = socket.getPeerCertificate().fingerprint256.replaceAll(':', '').toLowerCase()
      return [200, toJson(await handleCall(call, request, client))]
    } catch (error) {
      if (error instanceof KeyringError && Object.hasOwn(statuses, error.code)) {
        const { code, retryAfterMs } = error
        const known = code as HolderFailure['error']
        return failure({ error: known, ...(retryAfterMs !== undefined && { retryAfterMs }) })
      }
      if (
        error instanceof ApiError ||
        error instanceof SyntaxError ||
        error instanceof v.ValiError
      ) {
        return failure({ error: 'bad-request' })
      }
      log({ level: 'error', event: 'request-failed', reason: failureName(error) })
      return failure({ error: 'unavailable' })
    }
  }

  function renderMetrics(): string {
    const name = 'latchkey_key_holder'
    return [
      requests.render().trimEnd(),
      `# HELP ${name}_opens_last_hour Attempts to open a share in the last hour.`,
      `# TYPE ${name}_opens_last_hour gauge`,
      `${name}_opens_last_hour ${limit.count(clock.now())}`,
      `# TYPE ${name}_opens_per_hour_limit gauge`,
      `${name}_opens_per_hour_limit ${opensPerHour}`,
      `# HELP ${name}_opens_limited_total Opens rejected by the limit; check the audit log.`,
      `# TYPE ${name}_opens_limited_total counter`,
      `${name}_opens_limited_total ${counts.limited}`,
      `# HELP ${name}_refused_connections_total Connections without a valid certificate.`,
      `# TYPE ${name}_refused_connections_total counter`,
      `${name}_refused_connections_total ${counts.rejectedConnections}`,
      '',
    ].join('\n')
  }

  const server = createAdaptorServer({
    fetch: (request, env) => handleRequest(request, env as unknown as TlsRequest),
    createServer,
    serverOptions: {
      ...tls,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.3',
      handshakeTimeout: requestTimeoutMs,
      maxHeaderSize: 8_192,
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: 1_000,
    },
  }) as Server
  server.maxConnections = maxConnections
  server.on('tlsClientError', () => {
    counts.rejectedConnections += 1
  })

  const opened: (() => Promise<void>)[] = [async () => audit.close(), () => lock.release()]
  const stop = async () => {
    for (const one of opened.toReversed()) await one()
  }
  try {
    const metrics =
      options.metricsPort === undefined
        ? undefined
        : await openServer(options.metricsPort, '127.0.0.1')
    if (metrics) opened.push(metrics.close)
    metrics?.serve((request) =>
      new URL(request.url).pathname === '/metrics'
        ? new Response(renderMetrics(), { headers: { 'content-type': 'text/plain' } })
        : new Response(null, { status: 404 }),
    )
    const port = await listen(server, options.port, host)
    opened.push(() => close(server))
    return {
      url: `https://${urlHost(host)}:${port}`,
      port,
      metricsUrl: metrics && `${metrics.url}/metrics`,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type TlsRequest = { readonly incoming: { readonly socket: TLSSocket } }

function failure(content: HolderFailure): readonly [number, string] {
  return [statuses[content.error], JSON.stringify(content)]
}
