import * as v from 'valibot'
import { defineEndpoint } from '../http/endpoint.js'
import { confirmationProof } from './email.js'
import { deviceId, flowId, frameSignature, person, shareText } from './fields.js'
import { pendingRecovery } from './recovery.js'
import {
  accountVersion,
  addresses,
  passkeyShare,
  recoveryShare,
  walletSignature,
} from './shares.js'

/** Calls of a logged-in frame. All of them need the session's token. */

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
    /** All sessions except the calling one. */
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
 * Called after the user confirmed a request: the wallet stays unlocked for another 30 minutes. Only this
 * renews the time; afterwards calls fail with `needs-recent-login`.
 */
export const noteActivity = defineEndpoint({
  name: 'noteActivity',
  method: 'POST',
  path: '/api/session/active',
  body: v.object({}),
  caching: 'personal',
})

/**
 * Stores two of a device's three shares, for a new wallet or a rebuilt key. `share-exists`: another
 * device was first. `needs-approval`: this log-in must use `startRecovery` to create a wallet.
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
    /** Counts when the wallet is made. */
    accountVersion,
    /** Signature of `shareSetText` by the wallet's key. */
    signature: walletSignature,
    /** Creates the wallet: signature of `firstWalletText` by the key of the frame that logged in. */
    firstSignature: v.optional(frameSignature),
  }),
  caching: 'personal',
})

/**
 * The server's share, for a device that has its own and needs to sign. `share-unknown`: start a recovery.
 * `needs-recent-login`: no confirmation for 30 minutes; reading does not renew that time.
 */
export const readServerShare = defineEndpoint({
  name: 'readServerShare',
  method: 'POST',
  path: '/api/wallet/share',
  body: v.object({ deviceId }),
  response: v.object({
    serverShare: shareText,
    addresses,
    accountVersion,
    /** Whether a passkey protects the recovery share. */
    hasPasskey: v.optional(v.boolean()),
    /** When the newest other device was added, if later than this one. */
    newDeviceAt: v.optional(v.number()),
    /** A waiting recovery of another device, which can be cancelled. */
    pendingRecovery: v.optional(pendingRecovery),
  }),
  caching: 'personal',
})

/**
 * Called before a passkey is created, so that a log-in that is too old (`needs-recent-login`) leaves no
 * unused passkey. Valid for five minutes, longer than the browser's prompt.
 */
export const startPasskey = defineEndpoint({
  name: 'startPasskey',
  method: 'POST',
  path: '/api/wallet/passkey/start',
  body: v.object({}),
  response: v.object({ flowId }),
  caching: 'personal',
})

/** Protects the recovery share with a passkey and deletes every copy the server could read. */
export const sealRecovery = defineEndpoint({
  name: 'sealRecovery',
  method: 'POST',
  path: '/api/wallet/passkey',
  body: v.object({
    /** From `startPasskey`. */
    flowId,
    deviceId,
    serverShare: shareText,
    recovery: passkeyShare,
    signature: walletSignature,
  }),
  caching: 'personal',
})

/**
 * Called before a key is shown, with a code mailed for `export`. An account without an email address
 * needs a log-in of the last five minutes instead. Each allows one export.
 */
export const allowExport = defineEndpoint({
  name: 'allowExport',
  method: 'POST',
  path: '/api/wallet/export',
  body: v.object({ proof: v.optional(confirmationProof) }),
  caching: 'personal',
})
