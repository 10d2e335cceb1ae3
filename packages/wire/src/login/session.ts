import * as v from 'valibot'
import { defineEndpoint } from '../http/endpoint.js'
import { confirmationProof } from './email.js'
import { deviceId, flowId, frameSignature, person, shareText } from './fields.js'
import { pendingRecovery } from './recovery.js'
import { addresses, passkeyShare, recoveryShare, walletSignature } from './shares.js'

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

/**
 * Stores two of a device's three shares. The first device makes the wallet; a later one has rebuilt
 * the key. Refused with `share-exists` if another device made the wallet first, and with
 * `needs-approval` if the log-in alone may not make it: `startRecovery` asks for that.
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
    /** By the wallet's own key, over `shareSetText`. */
    signature: walletSignature,
    /** Makes the wallet: by the key of the frame that logged in, over `firstWalletText`. */
    firstSignature: v.optional(frameSignature),
  }),
  caching: 'personal',
})

/**
 * The server's share for a device that still has its own, asked for when something is to be signed.
 * `share-unknown` sends it to recovery (`recovery.ts`); a session in which nothing was confirmed for
 * half an hour is refused with `needs-recent-login`. Reading it does not renew that time.
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
    /** A recovery on another device that is still waiting and can be cancelled. */
    pendingRecovery: v.optional(pendingRecovery),
  }),
  caching: 'personal',
})

/**
 * Said before a passkey is created, so that none is left over: refused with `needs-recent-login` if
 * the log-in is too old. The flow counts for five minutes, which is longer than the browser's prompt.
 */
export const startPasskey = defineEndpoint({
  name: 'startPasskey',
  method: 'POST',
  path: '/api/wallet/passkey/start',
  body: v.object({}),
  response: v.object({ flowId }),
  caching: 'personal',
})

/** Puts the recovery share under a passkey: every copy the server could read is gone afterwards. */
export const sealRecovery = defineEndpoint({
  name: 'sealRecovery',
  method: 'POST',
  path: '/api/wallet/passkey',
  body: v.object({
    /** Of `startPasskey`. */
    flowId,
    deviceId,
    serverShare: shareText,
    recovery: passkeyShare,
    signature: walletSignature,
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
