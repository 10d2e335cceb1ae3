import * as v from 'valibot'
import { defineEndpoint } from '../http/endpoint.js'
import { confirmationProof } from './email.js'
import { deviceId, person, shareText } from './fields.js'

/** What a signed-in frame asks for. All of them need the session's token. */

export const readSession = defineEndpoint({
  name: 'readSession',
  method: 'POST',
  path: '/api/session',
  body: v.object({}),
  response: v.object({ person, expiresAt: v.number() }),
  caching: 'personal',
})

export const endSession = defineEndpoint({
  name: 'endSession',
  method: 'POST',
  path: '/api/session/end',
  body: v.object({
    everywhere: v.optional(v.boolean()),
    /** All but the one that asks. */
    others: v.optional(v.boolean()),
  }),
  caching: 'personal',
})

export const listSessions = defineEndpoint({
  name: 'listSessions',
  method: 'POST',
  path: '/api/session/list',
  body: v.object({}),
  response: v.object({
    sessions: v.array(
      v.object({
        id: v.pipe(v.string(), v.uuid()),
        origin: v.string(),
        createdAt: v.number(),
        lastUsedAt: v.number(),
        isThis: v.boolean(),
      }),
    ),
  }),
  caching: 'personal',
})

/**
 * Said after the person has confirmed a request and it was done: the wallet stays open for another half
 * hour. Nothing else renews that time; a session past it is refused with `needs-recent-login`.
 */
export const noteActivity = defineEndpoint({
  name: 'noteActivity',
  method: 'POST',
  path: '/api/session/active',
  body: v.object({}),
  caching: 'personal',
})

/** The addresses a wallet has, told once so that the server can refuse a second wallet. */
const addresses = v.object({
  eip155: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/)),
  solana: v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
})

const recoveryShare = v.variant('kind', [
  /** The server alone hides it, under its second key. */
  v.object({ kind: v.literal('server'), share: shareText }),
  /** Hidden by the frame under a passkey before it is sent: the server cannot read it. */
  v.object({
    kind: v.literal('passkey'),
    sealed: shareText,
    credentialId: v.pipe(v.string(), v.maxLength(1_024), v.regex(/^[A-Za-z0-9_-]+$/)),
  }),
])

export type RecoveryShare = v.InferOutput<typeof recoveryShare>

/**
 * Keeps two of a device's three shares. The first device makes the wallet; a later one, having rebuilt
 * the key, stores shares of its own. The answer for a wallet that another device made meanwhile is the
 * refusal `share-exists`.
 */
export const storeShares = defineEndpoint({
  name: 'storeShares',
  method: 'POST',
  path: '/api/wallet/store',
  body: v.object({
    deviceId,
    serverShare: shareText,
    recovery: recoveryShare,
    addresses,
    /** True for the device that makes the wallet. */
    isFirst: v.boolean(),
  }),
  caching: 'personal',
})

/**
 * The server's share for a device that still has its own, asked for when something is to be signed.
 * `share-unknown` sends it to recovery; a session in which nothing was confirmed for half an hour is
 * refused with `needs-recent-login`. Reading it does not renew that time.
 */
export const readServerShare = defineEndpoint({
  name: 'readServerShare',
  method: 'POST',
  path: '/api/wallet/share',
  body: v.object({ deviceId }),
  response: v.object({
    serverShare: shareText,
    addresses,
    /** Whether the recovery share is under a passkey by now. */
    hasPasskey: v.optional(v.boolean()),
    /** When the newest of the wallet's other devices was added, if that was after this one. */
    newDeviceAt: v.optional(v.number()),
  }),
  caching: 'personal',
})

/** Both remote shares, for a device that has none: after a fresh login, and everybody is told. */
export const recoverShares = defineEndpoint({
  name: 'recoverShares',
  method: 'POST',
  path: '/api/wallet/recover',
  body: v.object({}),
  response: v.object({ serverShare: shareText, recovery: recoveryShare, addresses }),
  caching: 'personal',
})

/** Puts the recovery share under a passkey: every copy the server could read is gone afterwards. */
export const sealRecovery = defineEndpoint({
  name: 'sealRecovery',
  method: 'POST',
  path: '/api/wallet/passkey',
  body: v.object({
    deviceId,
    serverShare: shareText,
    sealed: shareText,
    credentialId: v.pipe(v.string(), v.maxLength(1_024), v.regex(/^[A-Za-z0-9_-]+$/)),
  }),
  caching: 'personal',
})

/**
 * Said before a key is shown, with a code mailed for `export`, which is good for one export. An account
 * without an address has no code: it needs a log-in of the last five minutes, also good for one.
 */
export const allowExport = defineEndpoint({
  name: 'allowExport',
  method: 'POST',
  path: '/api/wallet/export',
  body: v.object({ proof: v.optional(confirmationProof) }),
  caching: 'personal',
})
