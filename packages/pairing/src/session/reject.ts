import { PUBLICATIONS } from '@latchkey/wire/relay/tags'
import type { Core } from '../core.js'
import { agreeKey, createKeyPair, topicOf } from '../crypto/keys.js'
import { PairingError, PEER_ERRORS, type PeerErrorBody } from '../errors.js'
import { retirePairing } from './approve.js'
import { readAuthenticationRequest } from './authRequest.js'
import { takeFromInbox } from './inbox.js'
import { readProposal } from './incomingProposal.js'

export interface RejectInput {
  /** Of a proposal or a sign-in. */
  readonly id: number
  readonly reason?: PeerErrorBody
  readonly signal?: AbortSignal
}

/** Wallet role: says no. Resolves when the relay has it. */
export async function reject(core: Core, input: RejectInput): Promise<void> {
  const { id, reason = PEER_ERRORS.userRejected, signal } = input
  const payload = { id, jsonrpc: '2.0', error: reason }
  const pair = await createKeyPair(core.curves, core.random)
  const messageId = await core.change(async (draft) => {
    if (draft.inbox[id]?.kind === 'authenticate') {
      const request = takeFromInbox(draft, id, 'authenticate', readAuthenticationRequest)
      const { publicKey } = request.requester
      const { key } = await agreeKey(core.curves, pair.secretKey, publicKey)
      retirePairing(draft, request.pairingTopic)
      return core.post(draft, {
        topic: topicOf(publicKey),
        key,
        senderPublicKey: pair.publicKey,
        publication: PUBLICATIONS.wc_sessionAuthenticate.reject,
        payload,
      })
    }
    const { pairingTopic } = takeFromInbox(draft, id, 'proposal', readProposal)
    const key = draft.pairings[pairingTopic]?.key
    if (key === undefined) {
      throw new PairingError('pairing/unknown-request', 'The pairing has expired.')
    }
    retirePairing(draft, pairingTopic)
    const publication = PUBLICATIONS.wc_sessionPropose.reject
    return core.post(draft, { topic: pairingTopic, key, payload, publication })
  })
  await core.outbox.sent(messageId, signal)
}
