import { publications } from '@latchkey/wire/relay/tags'
import type { Core } from '../core.js'
import { decodeBase64, encodeBase64 } from '../crypto/encoding.js'
import { openEnvelope, readEnvelope } from '../crypto/envelope.js'
import { PairingError } from '../errors.js'
import type { Receiver } from '../receive.js'
import type { State } from '../state.js'
import { getLinkApp, isOwnOrigin } from './linkApp.js'
import { formatLink, parseLink } from './linkUrl.js'
import { receiveUnencrypted } from './receiveUnencrypted.js'
import { wrapUnencrypted } from './unencryptedEnvelope.js'

/** Options of `createLinkMode`. */
export type LinkModeOptions = {
  /** Opens another app; rejects when it cannot be opened. */
  readonly openLink: (url: string) => void | Promise<void>
}

/** Sends and receives messages through universal links instead of a relay. */
export type LinkMode = {
  /** Handles a link that opened this app. False when it contains no message for this client. */
  receiveLink(url: string): Promise<boolean>
  /** Whether the app with this universal link supports links and had a session over a relay before. */
  knows(universalLink: string): Promise<boolean>
  /**
   * Wallet role: whether the universal link of a sign-in's (by pairing topic) or session's dapp has
   * the origin the dapp claims. Undefined for topics that do not use links.
   */
  isVerified(topic: string): boolean | undefined
  /** Used by the client that gets this object. */
  readonly carrier: LinkCarrier
}

/** The internal side of link mode, used by one client. */
export type LinkCarrier = {
  attach(core: Core, receiver: Receiver): void
  /** The app to send a message to; undefined for the relay. */
  linkFor(state: State, topic: string, tag: number): string | undefined
  open(app: string, item: SealedItem): Promise<void>
  /** The app's link if requests may be sent to it by link. */
  known(state: State, app: string | undefined): string | undefined
  /** Switches a session to links after the peer sent a new message by link. */
  markLinked(draft: State, topic: string): void
  /** Remembers apps that support links. */
  learn(draft: State): void
}

type SealedItem = {
  readonly topic: string
  readonly message: string
  readonly tag: number
}

const maxApps = 100

const signInPublications = publications.wc_sessionAuthenticate
const requestPublications = publications.wc_sessionRequest
const signInResponseTags: ReadonlySet<number> = new Set([
  signInPublications.response.tag,
  signInPublications.reject.tag,
  signInPublications.autoReject.tag,
])

/**
 * Connects a wallet and a dapp on one device through universal links: sign-ins, requests and their
 * responses; the rest uses the relay. Everything except the sign-in request is encrypted.
 */
export function createLinkMode({ openLink }: LinkModeOptions): LinkMode {
  let attached: { core: Core; receiver: Receiver; ownApp: string } | undefined
  const current = () => {
    if (attached) return attached
    throw new PairingError('pairing/invalid-input', 'Link mode is not used by a client yet.')
  }

  const carrier: LinkCarrier = {
    attach(core, receiver) {
      const ownApp = getLinkApp(core.metadata)
      if (attached || ownApp === undefined) {
        throw new PairingError(
          'pairing/invalid-input',
          'Link mode needs its own client, with redirect.linkMode and an https redirect.universal in its metadata.',
        )
      }
      attached = { core, receiver, ownApp }
    },
    linkFor(state, topic, tag) {
      if (tag === signInPublications.request.tag) return state.pairings[topic]?.link?.app
      if (signInResponseTags.has(tag)) {
        return Object.values(state.pairings).find(({ link }) => link?.replyTopic === topic)?.link
          ?.app
      }
      if (tag !== requestPublications.request.tag && tag !== requestPublications.response.tag)
        return undefined
      const record = state.sessions[topic]
      return record?.link && getLinkApp(record.session.peer.metadata)
    },
    async open(app, { topic, message, tag }) {
      const envelope =
        tag === signInPublications.request.tag
          ? wrapUnencrypted(unseal(current().core.state(), topic, message))
          : decodeBase64(message)
      try {
        await openLink(formatLink(app, { topic, envelope: envelope as Uint8Array }))
      } catch (cause) {
        throw new PairingError('pairing/link-failed', 'The other app could not be opened.', {
          cause,
        })
      }
    },
    known: (state, app) => state.linkApps?.find((known) => known === app),
    markLinked(draft, topic) {
      const record = draft.sessions[topic]
      const app = record && getLinkApp(record.session.peer.metadata)
      if (record && app && draft.linkApps?.includes(app)) record.link = true
    },
    learn(draft) {
      for (const { session } of Object.values(draft.sessions)) {
        const app = getLinkApp(session.peer.metadata)
        if (app === undefined || !session.acknowledged) continue
        if (draft.linkApps?.includes(app)) continue
        draft.linkApps = [...(draft.linkApps ?? []), app].slice(-maxApps)
      }
    },
  }

  return {
    carrier,
    async receiveLink(url) {
      const { core, receiver, ownApp } = current()
      const message = parseLink(url, ownApp)
      if (message === undefined) return false
      const { topic, envelope } = message
      return (
        (await receiveUnencrypted(core, receiver, message)) ||
        receiver.receive({ topic, message: encodeBase64(envelope) }, true)
      )
    },
    async knows(universalLink) {
      return carrier.known(await current().core.load(), universalLink) !== undefined
    },
    isVerified(topic) {
      const { pairings, sessions } = current().core.state()
      const { session, link } = sessions[topic] ?? {}
      if (session && link) return isOwnOrigin(session.peer.metadata)
      return pairings[topic]?.link?.verified
    },
  }
}

/** Stored messages are always encrypted, also those sent by link. */
function unseal(state: State, topic: string, message: string): string {
  const key = state.pairings[topic]?.key
  if (key === undefined) {
    throw new PairingError('pairing/unknown-request', 'The proposal no longer exists.')
  }
  return openEnvelope(readEnvelope(message), key)
}
