import { publications } from '@latchkey/wire/relay/tags'
import type { Core } from '../core.js'
import { agreeKey, createKeyPair, toTopic } from '../crypto/keys.js'
import { PairingError } from '../errors.js'
import { getLink } from '../topics.js'
import { removePairing } from './approve.js'
import {
  getMethods,
  narrowAuthPayload,
  readAuthenticationRequest,
  type SupportedScope,
} from './authRequest.js'
import { removeFromInbox } from './inbox.js'
import { type RequestedNamespaces, toChainId } from './namespaces.js'
import { type Session, sessionLifetimeSeconds } from './session.js'
import { toSessionGrant } from './signInGrant.js'
import { type AuthPayload, type Cacao, formatSignInMessage } from './signInMessage.js'

/** Parameters to approve a sign-in that the wallet has already signed. */
export type ApproveAuthenticationInput = {
  readonly id: number
  readonly cacaos: readonly Cacao[]
  readonly signal?: AbortSignal
}

/** Wallet role: sends signed sign-ins. Returns a session if they grant any method. */
export async function approveAuthentication(
  core: Core,
  input: ApproveAuthenticationInput,
): Promise<Session | undefined> {
  const pair = await createKeyPair(core.curves, core.random)
  const self = { publicKey: pair.publicKey, metadata: core.metadata }
  const [session, messageId] = await core.change(async (draft) => {
    const request = removeFromInbox(draft, input.id, 'authenticate', readAuthenticationRequest)
    const { requester, payload, pairingTopic } = request
    const { key, topic } = await agreeKey(core.curves, pair.secretKey, requester.publicKey)
    removePairing(draft, pairingTopic)
    const requested = toRequestedNamespaces(payload)
    const namespaces = toSessionGrant(input.cacaos, requested)
    const session: Session | undefined = namespaces.eip155 && {
      topic,
      pairingTopic,
      role: 'wallet',
      expiry: core.now() + sessionLifetimeSeconds,
      acknowledged: true,
      controller: pair.publicKey,
      self,
      peer: requester,
      namespaces,
      requested,
      authentication: input.cacaos,
    }
    const link = getLink(draft, request) && true
    if (session) draft.sessions[topic] = { session, key, link }
    const posted = core.enqueue(draft, {
      topic: toTopic(requester.publicKey),
      key,
      senderPublicKey: pair.publicKey,
      publication: publications.wc_sessionAuthenticate.response,
      payload: {
        id: input.id,
        jsonrpc: '2.0',
        result: { cacaos: input.cacaos, responder: self },
      },
    })
    return [session, posted] as const
  })
  await core.outbox.sent(messageId, input.signal)
  return session
}

export type SignInInput = SupportedScope & {
  readonly id: number
  /** CAIP-10 account that signs; its chain must be one of the requested ones. */
  readonly account: string
  /** Shows and signs the message (EIP-191); rejects when the user rejects. */
  readonly sign: (message: string) => Promise<string>
  readonly signatureType?: Cacao['s']['t']
  readonly signal?: AbortSignal
}

/** Wallet role: builds the message, signs it and sends it. */
export async function signIn(core: Core, input: SignInInput): Promise<Session | undefined> {
  const { id, account, sign, signatureType = 'eip191', signal } = input
  const record = core.state().inbox[id]
  const request =
    record?.kind === 'authenticate' ? readAuthenticationRequest(id, record) : undefined
  if (request === undefined) {
    throw new PairingError('pairing/unknown-request', 'No sign-in with that id is pending.')
  }
  const chain = toChainId(account)
  if (!request.payload.chains.includes(chain) || !input.chains.includes(chain)) {
    throw new PairingError('pairing/invalid-input', 'The account is not on a requested chain.')
  }
  const payload = narrowAuthPayload(request.payload, account, input)
  const signature = await sign(formatSignInMessage(payload))
  const cacao: Cacao = { h: { t: 'caip122' }, p: payload, s: { t: signatureType, s: signature } }
  return approveAuthentication(core, { id, cacaos: [cacao], ...(signal ? { signal } : {}) })
}

function toRequestedNamespaces(payload: AuthPayload): RequestedNamespaces {
  return {
    eip155: {
      chains: payload.chains,
      methods: getMethods(payload),
      events: ['chainChanged', 'accountsChanged'],
    },
  }
}
