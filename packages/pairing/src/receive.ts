import { isRecord } from '@latchkey/wire/json'
import type { DeliveredMessage } from '@latchkey/wire/relay/methods'
import {
  isSignMethod,
  type Publication,
  publications,
  type SignMethod,
  unsupportedMethodPublication,
} from '@latchkey/wire/relay/tags'
import type { Core } from './core.js'
import { openEnvelope, readEnvelope } from './crypto/envelope.js'
import { agreeKey } from './crypto/keys.js'
import { type PeerErrorBody, peerErrors } from './errors.js'
import type { Outcome } from './pendingRequests.js'
import type { Role } from './session/session.js'
import { isRpcId } from './session/shapes.js'
import type { State } from './state.js'
import { getLink, getRoute, markSeen, type Route } from './topics.js'

/** A request from the peer, within the state change it may cause. */
export type Arrival<R extends Route = Route> = {
  readonly topic: string
  readonly id: number
  readonly params: unknown
  readonly route: R
  readonly draft: State
  reply(result: unknown): void
  reject(error: PeerErrorBody, publication?: Publication): void
  /** Runs once the change is stored. */
  after(effect: () => void): void
}

type RouteOf<Kind extends Route['kind']> = Extract<Route, { kind: Kind }>

export type CallHandler<Kind extends Route['kind'] = Route['kind']> = {
  readonly on: Kind
  /** Our role on the topic; requests for the other role are dropped. */
  readonly role?: Role
  /** Also emitted in this tab when another tab has handled it already. */
  readonly echo?: boolean
  handle(arrival: Arrival<RouteOf<Kind>>): void | Promise<void>
  /** Runs after the listeners, and before the message is acknowledged. */
  afterListeners?(call: Pick<IncomingCall, 'topic' | 'id'>): Promise<void>
}

/** A peer's response to one of our requests. */
export type PeerResponse = {
  readonly topic: string
  readonly id: number
  readonly outcome: Outcome
  readonly route: Route
  /** Known for type 1 envelopes only. */
  readonly senderPublicKey?: string
}

export type ResponseHandler = {
  matches(state: State, response: PeerResponse): boolean
  handle(response: PeerResponse): Promise<void>
  /** Runs after the caller has the response, and before it is acknowledged. */
  afterListeners?(response: PeerResponse): Promise<void>
}

export type AnyCallHandler = { [Kind in Route['kind']]: CallHandler<Kind> }[Route['kind']]

export type RoleHandlers = {
  readonly calls: Readonly<Partial<Record<SignMethod, AnyCallHandler>>>
  readonly responses: readonly ResponseHandler[]
}

type Opened = {
  readonly route: Route
  readonly payload: Readonly<Record<string, unknown>>
  readonly senderPublicKey?: string
}

export type Receiver = {
  /** True when it could be decrypted. */
  receive(message: Pick<DeliveredMessage, 'topic' | 'message'>, byLink?: boolean): Promise<boolean>
  /** Handles a decrypted request. */
  handleCall(call: IncomingCall): Promise<void>
}

export type IncomingCall = {
  readonly topic: string
  readonly id: number
  readonly method: string
  readonly params: unknown
  readonly byLink: boolean
}

export function createReceiver(core: Core, roles: readonly RoleHandlers[]): Receiver {
  async function open(
    topic: string,
    message: string,
    byLink: boolean,
  ): Promise<Opened | undefined> {
    // Another tab may have created the topic.
    const route = getRoute(core.state(), topic) ?? getRoute(await core.load(), topic)
    if (route === undefined) return undefined
    // An unencrypted request could be read by others, so its response must come by link too.
    const isRequestedByLink = route.kind === 'sign-in' && getLink(core.state(), route.record)
    if (isRequestedByLink && !byLink) return undefined
    try {
      const envelope = readEnvelope(message)
      if ((envelope.type === 1) !== (route.kind === 'sign-in')) return undefined
      let key: string
      if (envelope.type === 1) {
        const { secretKey } = route.record as { secretKey: string }
        key = (await agreeKey(core.curves, secretKey, envelope.senderPublicKey)).key
      } else {
        key = (route as { key: string }).key
      }
      const payload: unknown = JSON.parse(openEnvelope(envelope, key))
      if (!isRecord(payload) || payload.jsonrpc !== '2.0' || !isRpcId(payload.id)) return undefined
      return {
        route,
        payload,
        ...(envelope.type === 1 ? { senderPublicKey: envelope.senderPublicKey } : {}),
      }
    } catch {
      // Forged or damaged messages are ignored.
      return undefined
    }
  }

  async function handleCall({ topic, id, method, params, byLink }: IncomingCall) {
    // Our own request, sent back by the relay.
    if (core.pendingRequests.has(id)) return
    const seenHere = core.state().seen[topic]?.ids.includes(id) ?? false
    let afterListeners: CallHandler['afterListeners']
    await core.change(async (draft, after) => {
      const route = getRoute(draft, topic)
      if (route === undefined || route.kind === 'sign-in') return
      const fresh = markSeen(draft, topic, id)
      const known = isSignMethod(method) ? roles.flatMap(({ calls }) => calls[method] ?? []) : []
      const handler = known.find((it) => accepts(it, route)) as CallHandler | undefined
      afterListeners = handler?.afterListeners
      if (!fresh && (seenHere || !handler?.echo)) return
      // A pending request must not be replaced while the user reads it.
      if (id in draft.inbox) return
      if (fresh && byLink) core.links?.markLinked(draft, topic)
      const send = (answer: Outcome, publication: Publication) => {
        if (!fresh) return
        const payload = { id, jsonrpc: '2.0', ...answer }
        core.enqueue(draft, { topic, key: route.key, payload, publication })
      }
      const usual = isSignMethod(method)
        ? publications[method].response
        : unsupportedMethodPublication
      const arrival: Arrival = {
        topic,
        id,
        params,
        route,
        draft: fresh ? draft : structuredClone(draft),
        after,
        reply: (result) => send({ result }, usual),
        reject: (error, publication = usual) => send({ error }, publication),
      }
      if (handler) return handler.handle(arrival)
      if (!isSignMethod(method)) arrival.reject(peerErrors.unsupportedMethod)
    })
    await afterListeners?.({ topic, id })
  }

  async function handleResponse(response: PeerResponse) {
    const handlers = roles.flatMap(({ responses }) => responses)
    const handler = handlers.find((it) => it.matches(core.state(), response))
    await handler?.handle(response)
    core.pendingRequests.settle(response.id, response.topic, response.outcome)
    await handler?.afterListeners?.(response)
  }

  return {
    handleCall,
    async receive({ topic, message }, byLink = false) {
      const opened = await open(topic, message, byLink)
      if (opened === undefined) return false
      const { payload, route, senderPublicKey } = opened
      const id = payload.id as number
      if (typeof payload.method === 'string') {
        await handleCall({ topic, id, method: payload.method, params: payload.params, byLink })
        return true
      }
      const outcome = readOutcome(payload)
      if (outcome === undefined) return false
      await handleResponse({
        topic,
        id,
        outcome,
        route,
        ...(senderPublicKey === undefined ? {} : { senderPublicKey }),
      })
      return true
    },
  }
}

function accepts(handler: AnyCallHandler, route: Route): boolean {
  if (handler.on !== route.kind) return false
  return handler.role === undefined || handler.role === roleOn(route)
}

function roleOn(route: Route): Role {
  if (route.kind === 'session') return route.record.session.role
  return route.kind === 'pairing' ? route.record.role : 'dapp'
}

function readOutcome(payload: Readonly<Record<string, unknown>>): Outcome | undefined {
  if (payload.error !== undefined) return { error: payload.error }
  return Object.hasOwn(payload, 'result') ? { result: payload.result } : undefined
}
