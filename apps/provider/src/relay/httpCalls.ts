import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { RELAY_ERROR_CODES, RelayFault } from '@latchkey/wire/relay/fault'
import {
  encodeRelayError,
  encodeRelayResult,
  parseRelayFrame,
  type RelayId,
} from '@latchkey/wire/relay/frame'
import { parseRelayCall } from '@latchkey/wire/relay/methods'
import type { Context, Hono } from 'hono'
import { Refusal } from '../api/Refusal.js'
import { readBody } from '../api/readBody.js'
import { type Clock, pause } from '../clock.js'
import { failureName, type Log } from '../log.js'
import type { Buckets } from '../serving/buckets.js'
import { completeHeaders, jsonHeaders } from '../serving/headers.js'
import type { Doorkeeper } from './doorkeeper.js'
import { frameBytes, type RelayLimits } from './limits.js'
import { readerOf } from './mailbox.js'
import { type Methods, publishCost } from './methods.js'
import type { Metrics } from './metrics.js'
import { createOutbox } from './outbox.js'
import { toFault, tooMany } from './refusals.js'

/** Longer than this nobody is held back: the answer would come too late for the request. */
const LONGEST_HOLD_MS = 10_000

/**
 * `POST /rpc`: the calls of a socket, one by one, for whoever keeps none, such as a server that
 * publishes. Mail is fetched: a subscription made here has no socket to be delivered to.
 */
export function addHttpCalls(
  app: Hono,
  parts: {
    doorkeeper: () => Doorkeeper
    methods: Methods
    publishes: Buckets
    limits: RelayLimits
    clock: Clock
    metrics: Metrics
    log: Log
  },
): void {
  const { doorkeeper, methods, publishes, limits, clock, metrics, log } = parts

  async function answer(context: Context): Promise<Response> {
    const { incoming, outgoing } = context.env as Served
    const origin = context.req.header('origin')
    let id: RelayId = 0
    let grant: string | undefined
    const reply = (status: number, text: string, more: Record<string, string> = {}) => {
      const own = { ...jsonHeaders('personal'), ...more }
      return new Response(text, {
        status,
        headers: completeHeaders(own, { requestId: randomUUID(), grant }),
      })
    }
    try {
      const clientId = doorkeeper().identify(incoming)
      grant = origin
      const frame = parseRelayFrame(await readBody(context.req.raw, frameBytes(limits)))
      id = frame.id
      if (frame.kind !== 'request') {
        throw new RelayFault('payload', 'InvalidMethod', 'The body is not a call.')
      }
      const call = parseRelayCall(frame.method, frame.params)
      const cost = publishCost(call)
      const started = clock.now()
      if (cost > 0) {
        const bucket = publishes.of(clientId)
        const wait = bucket.take(cost, started)
        if (wait === undefined) throw tooMany('publications', bucket.retryAfter(cost, started))
        if (wait > 0) await pause(clock, Math.min(wait, LONGEST_HOLD_MS))
      }
      const connection = { clientId, reader: readerOf(clientId), outbox: nowhere(clientId) }
      const { result, onSent } = await methods(connection, call)
      if (cost > 0) metrics.observePublish((clock.now() - started) / 1_000)
      if (onSent) outgoing.once('finish', onSent)
      return reply(200, encodeRelayResult(id, result))
    } catch (error) {
      metrics.count('faults')
      const fault = faultOf(error)
      if (fault.code === RELAY_ERROR_CODES.internal) {
        log({ level: 'error', event: 'call-failed', reason: failureName(error) })
      }
      const seconds = /retry in (\d+) s/.exec(fault.message)?.[1]
      return reply(
        statusOf(fault),
        encodeRelayError(id, fault.body()),
        seconds === undefined ? {} : { 'retry-after': seconds },
      )
    }
  }

  app.post('/rpc', answer)
  /** A browser asks whether a page may make the call at all; the call itself decides who it is. */
  app.options('/rpc', (context) => {
    const grant = context.req.header('origin')
    const isAllowed = grant !== undefined && doorkeeper().allows(grant)
    return new Response(null, {
      status: isAllowed ? 204 : 403,
      headers: completeHeaders(
        {},
        { requestId: randomUUID(), grant: isAllowed ? grant : undefined },
      ),
    })
  })
}

/** What the server is answering. */
interface Served {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** Nothing is ever delivered to a call. */
function nowhere(clientId: string) {
  return createOutbox({
    clientId,
    nextId: () => 0,
    unacknowledged: 0,
    onOverflow() {},
    send() {},
  })
}

function faultOf(error: unknown): RelayFault {
  if (!(error instanceof Refusal)) return toFault(error)
  const isLong = error.status === 413
  return new RelayFault('payload', isLong ? 'PayloadSizeExceeded' : 'Serialization', error.message)
}

/** What a JSON-RPC call has to say for itself is in its body; the status is for proxies and logs. */
function statusOf({ code, tag }: RelayFault): number {
  if (tag === 'PayloadSizeExceeded') return 413
  switch (code) {
    case RELAY_ERROR_CODES.auth:
      return tag === 'OriginNotAllowed' ? 403 : 401
    case RELAY_ERROR_CODES.rate:
      return 429
    case RELAY_ERROR_CODES.internal:
      return 503
    default:
      return 400
  }
}
