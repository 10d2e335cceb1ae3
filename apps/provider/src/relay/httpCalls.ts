import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { RelayFault, relayErrorCodes } from '@latchkey/wire/relay/fault'
import {
  encodeRelayError,
  encodeRelayResult,
  parseRelayFrame,
  type RelayId,
} from '@latchkey/wire/relay/frame'
import { parseRelayCall } from '@latchkey/wire/relay/methods'
import type { Context, Hono } from 'hono'
import { type Clock, sleep } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import { readBody } from '../http/readBody.js'
import { failureName, type Log } from '../log.js'
import { completeHeaders, jsonHeaders } from '../serving/headers.js'
import { createQuota, type Quota, type Reservation } from '../serving/quota.js'
import type { Admission } from './admission.js'
import { type Charges, getPublishedTexts, maxDelayMs } from './charges.js'
import { toReaderId } from './mailbox.js'
import { isFetch, type Methods } from './methods.js'
import { createOutbox } from './outbox.js'
import { toFault, tooManyFault } from './rejections.js'
import { getMaxFrameBytes, type RelayLimits } from './relayLimits.js'
import type { Metrics } from './relayMetrics.js'

/** Bytes of bodies in progress, per network and in total. */
const bodyLimits = { perClient: 8 * 1_048_576, total: 64 * 1_048_576 }
const busyRetryMs = 1_000

/**
 * `POST /rpc`: single calls for clients without a socket, such as a server that publishes. Messages
 * must be fetched: a subscription made here delivers nothing.
 */
export function addHttpCalls(
  app: Hono,
  parts: {
    admission: () => Admission
    methods: Methods
    charges: Charges
    /** Bytes in memory that clients have not read yet. */
    unsent: Quota
    limits: RelayLimits
    clock: Clock
    metrics: Metrics
    log: Log
  },
): void {
  const { admission, methods, charges, unsent, limits, clock, metrics, log } = parts
  const bodies = createQuota(bodyLimits)

  async function handleRpc(context: Context): Promise<Response> {
    const { incoming, outgoing } = context.env as NodeBindings
    const origin = context.req.header('origin')
    let id: RelayId = 0
    let allowedOrigin: string | undefined
    let body: Reservation | undefined
    const reply = (status: number, text: string, more: Record<string, string> = {}) => {
      const own = { ...jsonHeaders('personal'), ...more }
      return new Response(text, {
        status,
        headers: completeHeaders(own, { requestId: randomUUID(), grant: allowedOrigin }),
      })
    }
    try {
      const caller = admission().identify(incoming)
      allowedOrigin = origin
      const { clientId, network } = caller
      const length = Number(incoming.headers['content-length'] ?? getMaxFrameBytes(limits))
      body = bodies.tryReserve(network, Math.min(length, getMaxFrameBytes(limits)))
      if (!body) throw tooManyFault('calls', busyRetryMs)
      const frame = parseRelayFrame(await readBody(context.req.raw, getMaxFrameBytes(limits)))
      id = frame.id
      if (frame.kind !== 'request') {
        throw new RelayFault('payload', 'InvalidMethod', 'The body is not a call.')
      }
      const call = parseRelayCall(frame.method, frame.params)
      const started = clock.now()
      // A socket would wait for others to read; a request would time out before that.
      if (isFetch(call) && unsent.isFull(network)) throw tooManyFault('fetches', busyRetryMs)
      const wait = charges.publish(caller, call)
      if (wait > 0) await sleep(clock, Math.min(wait, maxDelayMs))
      const connection = {
        ...caller,
        reader: toReaderId(clientId),
        outbox: createNullOutbox(clientId),
      }
      const { result, onSent, release } = await methods(connection, call)
      if (getPublishedTexts(call).length > 0) {
        metrics.observePublish((clock.now() - started) / 1_000)
      }
      const text = encodeRelayResult(id, result)
      const share = unsent.add(network, text.length)
      release?.()
      if (onSent) outgoing.once('finish', onSent)
      outgoing.once('close', share.release)
      return reply(200, text)
    } catch (error) {
      metrics.count('faults')
      const fault = toRpcFault(error)
      if (fault.code === relayErrorCodes.internal) {
        log({ level: 'error', event: 'call-failed', reason: failureName(error) })
      }
      const seconds = /retry in (\d+) s/.exec(fault.message)?.[1]
      return reply(
        toStatus(fault),
        encodeRelayError(id, fault.body()),
        seconds === undefined ? {} : { 'retry-after': seconds },
      )
    } finally {
      body?.release()
    }
  }

  app.post('/rpc', handleRpc)
  /** CORS preflight. The call itself is authenticated later. */
  app.options('/rpc', (context) => {
    const grant = context.req.header('origin')
    const isAllowed = grant !== undefined && admission().allowsOrigin(grant)
    return new Response(null, {
      status: isAllowed ? 204 : 403,
      headers: completeHeaders(
        {},
        { requestId: randomUUID(), grant: isAllowed ? grant : undefined },
      ),
    })
  })
}

type NodeBindings = {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** Nothing is delivered to a single call. */
function createNullOutbox(clientId: string) {
  return createOutbox({
    clientId,
    nextId: () => 0,
    nextPage: async () => ({ messages: [], hasMore: false, release() {} }),
    maxUnacknowledged: 0,
    maxQueuedBytes: 0,
    onOverflow() {},
    send() {},
  })
}

function toRpcFault(error: unknown): RelayFault {
  if (!(error instanceof ApiError)) return toFault(error)
  const isLong = error.status === 413
  return new RelayFault('payload', isLong ? 'PayloadSizeExceeded' : 'Serialization', error.message)
}

/** The error is in the JSON-RPC body; the status is for proxies and logs. */
function toStatus({ code, tag }: RelayFault): number {
  if (tag === 'PayloadSizeExceeded') return 413
  switch (code) {
    case relayErrorCodes.auth:
      return tag === 'OriginNotAllowed' ? 403 : 401
    case relayErrorCodes.rate:
      return 429
    case relayErrorCodes.internal:
      return 503
    default:
      return 400
  }
}
