import { maxMessageBytes } from '@latchkey/wire/relay/methods'
import { type Publication, publications, type SignMethod } from '@latchkey/wire/relay/tags'
import { type SealOptions, seal } from './crypto/envelope.js'
import { systemRandom, toMessageId, toSubscriptionId } from './crypto/keys.js'
import { createRelayIdentity, createRelayToken, toTokenDate } from './crypto/relayToken.js'
import { createSystemCurves } from './crypto/systemCurves.js'
import { closedError, PairingError } from './errors.js'
import { createEmitter, type Emitter, type RelayState } from './events.js'
import { createIdSource } from './ids.js'
import type { LinkCarrier } from './link/createLinkMode.js'
import { createOutbox, type Outbox, type Publish } from './outbox.js'
import { createPendingRequests, type PendingRequests } from './pendingRequests.js'
import type { Curves, PairingClock, PairingOptions, PeerMetadata, RandomBytes } from './ports.js'
import { createReceiver, type RoleHandlers } from './receive.js'
import { createRecords, type Records } from './records.js'
import { createRelays, type Relays } from './relay/relays.js'
import { emitChanges } from './session/emitChanges.js'
import type { State } from './state.js'
import { nextExpiry, sweep } from './sweep.js'
import { getRoute, getSubscribedTopics, markSeen } from './topics.js'
import { cancelled, type WaitBounds } from './waiting.js'

/** A change of the stored state; `after` runs once it is stored. */
export type Mutation<T> = (draft: State, after: (effect: () => void) => void) => T | Promise<T>

export type Outgoing = {
  readonly topic: string
  readonly key: string
  /** A JSON-RPC request or response. */
  readonly payload: { readonly id: number; readonly [field: string]: unknown }
  readonly publication: Publication
  /** For type 1 envelopes. */
  readonly senderPublicKey?: string
}

export type OutgoingRequest = {
  readonly topic: string
  readonly key: string
  readonly id: number
  readonly method: SignMethod
  readonly params: unknown
  readonly ttl?: number
  /** Stored before the request is published. */
  readonly record?: Mutation<void>
  readonly bounds: WaitBounds
}

/** The services that both roles and all protocol steps share. */
export type Core = {
  readonly clock: PairingClock
  readonly random: RandomBytes
  readonly curves: Curves
  readonly metadata: PeerMetadata
  readonly verifySignIn: PairingOptions['verifySignIn']
  readonly events: Emitter
  readonly pendingRequests: PendingRequests
  readonly outbox: Outbox
  readonly relays: Relays
  /** The relay of the message being handled. */
  arrivedOn(): string | undefined
  /** The best state of the relays that a session or an offer uses; without a topic, of all. */
  relayState(topic?: string): RelayState
  /** Only in link mode. */
  readonly links: LinkCarrier | undefined
  /** Registers a role's handlers. */
  use(role: RoleHandlers): void
  nextId(): number
  /** Unix seconds. */
  now(): number
  state(): State
  load(): Promise<State>
  change<T>(mutation: Mutation<T>): Promise<T>
  /** Adds an encrypted message to the outbox as part of a change; returns its id. */
  enqueue(draft: State, outgoing: Outgoing): string
  /** Publishes at once, without the outbox, and waits for the peer's response. */
  sendRequest(request: OutgoingRequest): Promise<unknown>
  /** Runs the listeners given to `onRestored`. */
  restored(): void
  onRestored(listener: () => void): void
  onClose(listener: (error: PairingError) => void): void
  close(): void
}

/** `setTimeout` takes 31 bits; longer waits are split. */
const maxTimerMs = 86_400_000

export function createCore(options: PairingOptions): Core {
  if (options.relayUrls.length === 0) {
    throw new PairingError('pairing/invalid-input', 'At least one relay URL is required.')
  }
  const { clock, storage, environment } = options
  const random = options.random ?? systemRandom
  const curves = options.curves ?? createSystemCurves()
  const events = createEmitter()
  const pendingRequests = createPendingRequests(clock)
  const nextId = createIdSource(clock, random)
  const links = options.linkMode?.carrier
  const now = () => Math.floor(clock.now() / 1000)
  const roles: RoleHandlers[] = []
  const restoreListeners: (() => void)[] = []
  const closeListeners: ((error: PairingError) => void)[] = []
  let arrivedOn: string | undefined
  let cancelSweep = () => {}
  let closed = false

  const records: Records = createRecords({
    storage,
    onExternalChange: (before, state) => emitChanges(before, state, events),
  })
  const relays = createRelays({
    urls: options.relayUrls,
    projectId: options.projectId,
    WebSocket: options.WebSocket,
    clock,
    environment,
    random,
    nextId,
    token: async (audience) =>
      createRelayToken({
        identity: await identity(),
        audience,
        issuedAt: toTokenDate(now()),
        curves,
        random,
      }),
    subscriptionId: (topic) => toSubscriptionId(topic, records.current().identity?.clientId ?? ''),
    async receive(message, url) {
      arrivedOn = url
      const isOpened = await receiver.receive(message).finally(() => {
        arrivedOn = undefined
      })
      // A settlement may arrive before the response with its topic; unacknowledged, it comes again.
      return isOpened || getRoute(records.current(), message.topic) !== undefined
    },
    onStateChange: () => events.emit('relay_state', { state: relays.state() }),
    onOpen: () => outbox.flush(),
  })
  const homeOf = (topic: string) => records.current().sessions[topic]?.relay
  /** The relays that accepted a message, of topics without a home. */
  const carriers = new Map<string, Set<string>>()
  const publish: Publish = async (item) => {
    const { topic, message, ttl, tag, prompt, link, relay: home } = item
    // A link-mode message must never reach a relay.
    if (link) return links?.open(link, item)
    const params = { topic, message, ttl, tag, prompt, attestation: '' }
    return relays.call('irn_publish', params, {
      home,
      onAccepted(url) {
        if (home === undefined) carriers.set(topic, (carriers.get(topic) ?? new Set()).add(url))
      },
    })
  }
  const outbox = createOutbox(records, publish, clock)

  async function identity() {
    const known = records.current().identity ?? (await records.load()).identity
    if (known) return known
    const fresh = await createRelayIdentity(curves, random)
    return records.change((draft) => {
      draft.identity ??= fresh
      return draft.identity
    })
  }

  /** Subscribes to the topics of the state and unsubscribes from all others. */
  function syncSubscriptions(): void {
    if (closed) return
    const state = records.current()
    relays.setTopics(
      new Map([...getSubscribedTopics(state)].map((topic) => [topic, homeOf(topic)])),
    )
    outbox.flush()
    scheduleSweep(state)
  }

  function scheduleSweep(state: State): void {
    cancelSweep()
    const expiry = nextExpiry(state)
    if (expiry === Number.POSITIVE_INFINITY) return
    const wait = Math.min(Math.max(0, expiry * 1000 - clock.now()), maxTimerMs)
    cancelSweep = clock.setTimeout(() => {
      // The next change tries again.
      core.change(() => undefined).catch(() => undefined)
    }, wait)
  }

  const core: Core = {
    clock,
    random,
    curves,
    metadata: options.metadata,
    verifySignIn: options.verifySignIn,
    events,
    pendingRequests,
    outbox,
    relays,
    relayState(topic) {
      const home = topic === undefined ? undefined : homeOf(topic)
      return relays.state(home === undefined ? [...(carriers.get(topic ?? '') ?? [])] : [home])
    },
    arrivedOn: () => arrivedOn,
    links,
    use: (role) => void roles.push(role),
    nextId,
    now,
    state: () => records.current(),
    async load() {
      await core.change(() => undefined)
      return records.current()
    },
    async change(mutation) {
      if (closed) throw closedError()
      const effects: (() => void)[] = []
      const result = await records.change(async (draft) => {
        sweep(draft, now(), (effect) => effects.push(() => effect(events.emit)))
        const outcome = await mutation(draft, (effect) => effects.push(effect))
        links?.learn(draft)
        return outcome
      })
      syncSubscriptions()
      for (const effect of effects) effect()
      return result
    },
    enqueue(draft, { topic, key, payload, publication, senderPublicKey }) {
      const message = sealToSend(payload, {
        key,
        random,
        ...(senderPublicKey === undefined ? {} : { senderPublicKey }),
      })
      // Rejects our own request if a relay sends it back, even after a reload.
      if ('method' in payload) markSeen(draft, topic, payload.id)
      const messageId = toMessageId(message)
      const { ttl, tag, prompt } = publication
      const link = links?.linkFor(draft, topic, tag)
      // A session that this change ends is only in the state before it.
      const relay = draft.sessions[topic]?.relay ?? homeOf(topic)
      const expiry = now() + ttl
      draft.outbox[messageId] = { topic, message, ttl, tag, prompt, expiry, link, relay }
      return messageId
    },
    async sendRequest({ topic, key, id, method, params, ttl, record, bounds }) {
      const message = sealToSend({ id, jsonrpc: '2.0', method, params }, { key, random })
      if (record) await core.change(record)
      if (bounds.signal?.aborted) throw cancelled(bounds.signal)
      const waiting = pendingRequests.wait(id, topic, bounds)
      const publication = publications[method].request
      const link = links?.linkFor(core.state(), topic, publication.tag)
      publish({
        topic,
        message,
        ...publication,
        ...(ttl === undefined ? {} : { ttl }),
        link,
        relay: homeOf(topic),
      }).catch((error: PairingError) => waiting.reject(error))
      return waiting.promise
    },
    restored: () => restoreListeners.forEach((listener) => void listener()),
    onRestored: (listener) => void restoreListeners.push(listener),
    onClose: (listener) => void closeListeners.push(listener),
    close() {
      closed = true
      cancelSweep()
      relays.close()
      const error = closedError()
      pendingRequests.fail(undefined, error)
      for (const listener of closeListeners) listener(error)
    },
  }
  const rejectPending = ({ topic }: { topic: string }) =>
    pendingRequests.fail(topic, new PairingError('pairing/session-ended', 'The session has ended.'))
  events.on('session_end', rejectPending)
  events.on('session_expire', rejectPending)
  const receiver = createReceiver(core, roles)
  links?.attach(core, receiver)
  return core
}

/** Throws for a message that is too long, before anything is stored. */
function sealToSend(payload: object, options: SealOptions): string {
  const message = seal(JSON.stringify(payload), options)
  if (message.length > maxMessageBytes) {
    throw new PairingError('pairing/message-too-large', 'The message is too long for a relay.')
  }
  return message
}
