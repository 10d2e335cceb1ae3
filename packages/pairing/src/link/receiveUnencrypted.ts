import { isRecord, safeParseJson } from '@latchkey/wire/json'
import type { Core } from '../core.js'
import { createSymmetricKey, toTopic } from '../crypto/keys.js'
import type { Receiver } from '../receive.js'
import { readAuthenticationRequest } from '../session/authRequest.js'
import { type Fields, isRpcId, isSeconds } from '../session/shapes.js'
import { getRoute } from '../topics.js'
import { getLinkApp, isOwnOrigin } from './linkApp.js'
import type { LinkMessage } from './linkUrl.js'
import { unwrapUnencrypted } from './unencryptedEnvelope.js'

const signInMethod = 'wc_sessionAuthenticate'
const pairingLifetimeSeconds = 300
/** Ids contain their time and both apps share a clock; must be below `pairingLifetimeSeconds`. */
const maxAgeSeconds = 240
const maxFutureSeconds = 30

/**
 * Wallet role: accepts a sign-in, the only message allowed unencrypted, if it is new, from a known app
 * and on an unused topic. False for any other message.
 */
export async function receiveUnencrypted(
  core: Core,
  receiver: Receiver,
  { topic, envelope }: LinkMessage,
): Promise<boolean> {
  const call = parseCall(unwrapUnencrypted(envelope))
  if (call === undefined || !core.events.hasListener('authenticate')) return false
  const { id } = call
  const age = core.now() - id / 1_000_000
  if (age > maxAgeSeconds || age < -maxFutureSeconds) return false
  const expiry = core.now() + pairingLifetimeSeconds
  const requestedExpiry = call.params.expiryTimestamp
  const params = {
    ...call.params,
    expiryTimestamp: isSeconds(requestedExpiry) ? Math.min(requestedExpiry, expiry) : expiry,
  }
  const request = readAuthenticationRequest(id, { kind: 'authenticate', topic, expiry, params })
  if (request === undefined) return false
  const { publicKey, metadata } = request.requester
  const app = getLinkApp(metadata)
  const replyTopic = toTopic(publicKey)
  if (app === undefined) return false
  const isTaken = await core.change((draft) => {
    if (core.links?.known(draft, app) === undefined || getRoute(draft, topic)) return false
    // An attacker can change the topic of an unencrypted message, but the sender's key is new each time.
    const isReplay = Object.values(draft.pairings).some(
      ({ link }) => link?.replyTopic === replyTopic,
    )
    if (isReplay || id in draft.inbox) return false
    draft.pairings[topic] = {
      role: 'wallet',
      // A random key, so that no message from a relay can be decrypted on this topic.
      key: createSymmetricKey(core.random).key,
      expiry,
      methods: [signInMethod],
      active: false,
      link: { app, replyTopic, verified: isOwnOrigin(metadata) },
    }
    return true
  })
  if (isTaken) await receiver.handleCall({ topic, id, method: signInMethod, params, byLink: true })
  return isTaken
}

function parseCall(text: string | undefined): { id: number; params: Fields } | undefined {
  const call = safeParseJson(text ?? '')
  if (!isRecord(call) || call.jsonrpc !== '2.0' || call.method !== signInMethod) return undefined
  return isRpcId(call.id) && isRecord(call.params)
    ? { id: call.id, params: call.params }
    : undefined
}
