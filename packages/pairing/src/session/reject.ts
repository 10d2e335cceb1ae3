import { publications } from '@latchkey/wire/relay/tags'
import type { Core } from '../core.js'
import { agreeKey, createKeyPair, toTopic } from '../crypto/keys.js'
import { PairingError, type PeerErrorBody, peerErrors } from '../errors.js'
import { removePairing } from './approve.js'
import { readAuthenticationRequest } from './authRequest.js'
import { removeFromInbox } from './inbox.js'
import { readProposal } from './incomingProposal.js'

export type RejectInput = {
  /** Id of a proposal or a sign-in. */
  readonly id: number
  readonly reason?: PeerErrorBody
  readonly signal?: AbortSignal
}

/** Wallet role: rejects a proposal or sign-in. Resolves when the relay has accepted the message. */
export async function reject(core: Core, input: RejectInput): Promise<void> {
  const { id, reason = peerErrors.userRejected, signal } = input
  const payload = { id, jsonrpc: '2.0', error: reason }
  const pair = await createKeyPair(core.curves, core.random)
  const messageId = await core.change(async (draft) => {
    if (draft.inbox[id]?.kind === 'authenticate') {
      const request = removeFromInbox(draft, id, 'authenticate', readAuthenticationRequest)
      const { publicKey } = request.requester
      const { key } = await agreeKey(core.curves, pair.secretKey, publicKey)
      removePairing(draft, request.pairingTopic)
      return core.enqueue(draft, {
        topic: toTopic(publicKey),
        key,
        senderPublicKey: pair.publicKey,
        publication: publications.wc_sessionAuthenticate.reject,
        payload,
      })
    }
    const { pairingTopic } = removeFromInbox(draft, id, 'proposal', readProposal)
    const key = draft.pairings[pairingTopic]?.key
    if (key === undefined) {
      throw new PairingError('pairing/unknown-request', 'The pairing has expired.')
    }
    removePairing(draft, pairingTopic)
    const publication = publications.wc_sessionPropose.reject
    return core.enqueue(draft, { topic: pairingTopic, key, payload, publication })
  })
  await core.outbox.sent(messageId, signal)
}
