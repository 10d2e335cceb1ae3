import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { RelayFault } from '@latchkey/wire/relay/fault'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Clock, systemClock } from '../clock.js'
import { failureName, type Log } from '../log.js'
import { createProjects } from '../projects/createProjects.js'
import { parseAllowedOrigins } from '../projects/origins.js'
import { createClientNetworks, isExposed } from '../serving/clientNetwork.js'
import { createHttpServer } from '../serving/createHttpServer.js'
import { listen, urlHost } from '../serving/listen.js'
import { createQuota } from '../serving/quota.js'
import type { Database } from '../store/openDatabase.js'
import { createProjectStore } from '../store/projects.js'
import { createAdmission } from './admission.js'
import { createCharges } from './charges.js'
import type { Fanout } from './fanout/Fanout.js'
import { createInProcessFanout } from './fanout/inProcess.js'
import { createPostgresFanout } from './fanout/postgresNotify.js'
import { addHttpCalls } from './httpCalls.js'
import { createHub } from './hub.js'
import { createMailbox } from './mailbox.js'
import { createMethods } from './methods.js'
import { createPublishQueue } from './publishQueue.js'
import { createReceiptQueue } from './receiptQueue.js'
import { createRejections } from './rejections.js'
import { defaultRelayLimits, getMaxFrameBytes, type RelayLimits } from './relayLimits.js'
import { createMetrics } from './relayMetrics.js'
import { createSockets } from './sockets.js'
import { createStatusPages } from './statusPages.js'
import { createStorage } from './storage.js'
import { toAudiences } from './token.js'
import { createUnreadMail } from './unreadMail.js'

export type { Clock } from '../clock.js'
export type { Log, LogLine } from '../log.js'
export type { Fanout } from './fanout/Fanout.js'
export { createInProcessFanout } from './fanout/inProcess.js'
export { createPostgresFanout } from './fanout/postgresNotify.js'
export { defaultRelayLimits, type RelayLimits } from './relayLimits.js'

export type RelayOptions = {
  /** 0 picks a free port. */
  readonly port: number
  readonly database: Database
  /** Default: this machine only. */
  readonly host?: string
  /** The relay's addresses as clients know it: the audiences of their tokens. */
  readonly publicUrls?: readonly string[]
  /** Sites that may connect. Default: every site, for local use only. */
  readonly allowedOrigins?: readonly string[]
  /** Addresses or networks whose forwarding headers are trusted. */
  readonly trustedProxies?: readonly string[]
  /** Default: in process for an embedded database, LISTEN/NOTIFY for any other. */
  readonly fanout?: Fanout
  readonly limits?: Partial<RelayLimits>
  /** Token that lets other machines read /metrics. */
  readonly metricsToken?: string
  readonly log?: Log
  readonly now?: () => number
  /** Replaced in tests. */
  readonly timers?: Pick<Clock, 'every' | 'after'>
  readonly random?: () => number
}

export type Relay = {
  readonly url: string
  readonly port: number
  stop(): Promise<void>
}

const heartbeatMs = 25_000
const sweepIntervalMs = 20_000
/** Free disk space that the relay leaves to the login site and the API. */
const diskReserveBytes = 256 * 1_048_576

/** Starts the relay: sockets for clients, status pages for the operator. */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { database, host = '127.0.0.1', publicUrls = [] } = options
  const { log = () => {}, random = Math.random } = options
  const limits = { ...defaultRelayLimits, ...options.limits }
  const clock: Clock = {
    ...systemClock,
    ...options.timers,
    ...(options.now ? { now: options.now } : {}),
  }
  const fanout =
    options.fanout ??
    (database.isEmbedded ? createInProcessFanout() : createPostgresFanout(database.sql))

  const metrics = createMetrics()
  const mailbox = createMailbox(database.sql)
  const receipts = createReceiptQueue({ mailbox, clock, log })
  const storage = await createStorage({ sql: database.sql, limits, clock })
  const charges = createCharges(limits, clock)
  const unsent = createQuota({
    perClient: limits.unsentBytesPerNetwork,
    total: limits.unsentBytes,
  })
  const unreadMail = createUnreadMail({ mailbox, receipts, unsent, limits, clock })
  const projects = createProjects({
    list: createProjectStore(database.sql).list,
    clock,
    log,
    servesDevelopment: true,
  })
  const hub = createHub({ mailbox, receipts, clock, limits, metrics, log })
  const member = await fanout.join({
    onAnnouncements: hub.onAnnouncements,
    onMissed: hub.replayUnread,
  })
  const queue = createPublishQueue({
    mailbox,
    storage,
    hasRoom: () => database.hasDiskSpace(diskReserveBytes),
    clock,
    limits,
    metrics,
    log,
    onStored(messages) {
      hub.deliver(messages)
      member.announce(messages).catch((error: unknown) => {
        log({ level: 'error', event: 'announce-failed', reason: failureName(error) })
      })
    },
  })
  const methods = createMethods({
    hub,
    mailbox,
    queue,
    receipts,
    unreadMail,
    charges,
    limits,
    clock,
    // While the database is down no project is known; publishing waits for it anyway.
    isProject: (id) =>
      projects.find(id).then(
        (known) => known !== undefined,
        () => false,
      ),
  })
  const sockets = createSockets({
    hub,
    methods,
    unreadMail,
    charges,
    unsent,
    limits,
    clock,
    metrics,
    log,
  })
  const rejections = createRejections(clock, random)

  const pages = createStatusPages({
    metrics,
    gauges: () => ({
      ...hub.getCounts(),
      unsent_bytes: unsent.used,
      stored_bytes: storage.total,
    }),
    ping: () => database.sql`select 1`,
    ...(options.metricsToken === undefined ? {} : { metricsToken: options.metricsToken }),
  })
  addHttpCalls(pages, {
    admission: () => admission,
    methods,
    charges,
    unsent,
    limits,
    clock,
    metrics,
    log,
  })
  const server = createHttpServer(pages.fetch)
  const upgrades = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: getMaxFrameBytes(limits),
  })

  const port = await listen(server, options.port, host)
  const names = ['127.0.0.1', 'localhost', '[::1]', urlHost(host)]
  const admission = createAdmission({
    audiences: toAudiences([...names.map((name) => `ws://${name}:${port}`), ...publicUrls]),
    origins: options.allowedOrigins && parseAllowedOrigins(options.allowedOrigins),
    networks: createClientNetworks(options.trustedProxies ?? [], {
      isExposed: isExposed(host, publicUrls),
      now: clock.now,
    }),
    limits,
    clock,
    random,
    countSockets: hub.countSockets,
  })

  function acceptSocket(socket: WebSocket, request: IncomingMessage): void {
    try {
      const caller = admission.admit(request)
      socket.once('close', caller.release)
      metrics.count('connections')
      sockets.accept(socket, caller)
    } catch (error) {
      if (!(error instanceof RelayFault)) throw error
      metrics.count('rejections')
      log({ level: 'info', event: 'socket-rejected', reason: error.tag })
      rejections.reject(socket, error)
    }
  }

  server.on('upgrade', (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
    if (rejections.hasRoom) {
      upgrades.handleUpgrade(request, duplex, head, (socket) => acceptSocket(socket, request))
    } else rejectUpgrade(duplex, random)
  })

  const timers = [
    clock.every(heartbeatMs, () => sockets.heartbeat()),
    clock.every(sweepIntervalMs, () => {
      charges.forgetQuiet()
      admission.forgetQuiet()
      sweep().catch((error: unknown) => {
        log({ level: 'warn', event: 'sweep-failed', reason: failureName(error) })
      })
    }),
  ]

  let isSweeping = false
  async function sweep(): Promise<void> {
    if (isSweeping) return
    isSweeping = true
    try {
      for (let removed = -1; removed !== 0; ) {
        removed = await mailbox.removeExpired(clock.now())
        metrics.count('expired', removed)
      }
      await storage.removeExpired()
    } finally {
      isSweeping = false
    }
  }

  return {
    url: `ws://${urlHost(host)}:${port}`,
    port,
    async stop() {
      for (const cancel of timers) cancel()
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      rejections.closeAll()
      await sockets.closeAll(`Restarting; retry in ${1 + Math.floor(random() * 5)} s`)
      await queue.drain()
      await receipts.drain()
      await member.leave()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Peers reconnect at once after it, so it is only used to protect memory. */
function rejectUpgrade(duplex: Duplex, random: () => number): void {
  const seconds = Math.ceil(30 * (1 + random()))
  duplex.on('error', () => duplex.destroy())
  duplex.end(
    `HTTP/1.1 503 Service Unavailable\r\nRetry-After: ${seconds}\r\nConnection: close\r\n\r\n`,
  )
}
