import * as v from 'valibot'
import { defineEndpoint } from '../http/endpoint.js'
import { deviceId, flowId, frameSignature, shareText, siteOrigin } from './fields.js'
import { addresses, recoveryShare, walletSignature } from './shares.js'

/**
 * Setting up an existing wallet on a new device or site. It is an act of its own: a session alone is
 * never enough, and each share is released by a call of its own, signed by the frame's key. A log-in
 * by number asks in the same way to make the first wallet of an account.
 */

/** How far a recovery has come. */
const recoveryState = v.variant('state', [
  /** Proven: the shares can be taken, or the first wallet stored. */
  v.object({ state: v.literal('approved') }),
  /** A link was mailed; `number` is typed on the page it opens. */
  v.object({ state: v.literal('mailed'), number: v.pipe(v.string(), v.regex(/^\d{2}$/)) }),
  /** Nobody can be asked, so it waits for a log-in after `readyAt`; known devices can cancel. */
  v.object({ state: v.literal('waiting'), readyAt: v.number() }),
  v.object({ state: v.literal('refused') }),
])

export type RecoveryState = v.InferOutput<typeof recoveryState>

/** A recovery on another device that waits, as the devices which have the wallet are told. */
export const pendingRecovery = v.object({ flowId, origin: siteOrigin, readyAt: v.number() })

export type PendingRecovery = v.InferOutput<typeof pendingRecovery>

/**
 * Starts a recovery for the calling frame, or continues the one it started. A fresh proof of the person
 * is consumed: the code just typed, or the press in the login window. `needs-recent-login` asks an
 * account with an email log-in for a code first.
 */
export const startRecovery = defineEndpoint({
  name: 'startRecovery',
  method: 'POST',
  path: '/api/recovery/start',
  body: v.object({ deviceId }),
  response: v.object({
    flowId,
    expiresAt: v.number(),
    recovery: recoveryState,
    /** Another frame that waits to make the account's first wallet. */
    pendingRecovery: v.optional(pendingRecovery),
  }),
  caching: 'personal',
})

/** Waits up to 25 s for a mailed link to be answered. */
export const awaitRecovery = defineEndpoint({
  name: 'awaitRecovery',
  method: 'POST',
  path: '/api/recovery/wait',
  body: v.object({ flowId }),
  response: v.object({ recovery: recoveryState }),
  caching: 'personal',
})

const take = { flowId, signature: frameSignature }

export const takeServerShare = defineEndpoint({
  name: 'takeServerShare',
  method: 'POST',
  path: '/api/recovery/server-share',
  body: v.object(take),
  response: v.object({ serverShare: shareText, addresses }),
  caching: 'personal',
})

export const takeRecoveryShare = defineEndpoint({
  name: 'takeRecoveryShare',
  method: 'POST',
  path: '/api/recovery/recovery-share',
  body: v.object(take),
  response: v.object({ recovery: recoveryShare }),
  caching: 'personal',
})

/** What the frame's key signs to take a share. */
export function takeText(flow: string, share: 'server' | 'recovery'): string {
  return ['latchkey take share v1', flow, share].join('\n')
}

/**
 * By a device that has the wallet. Without a wallet, a log-in of the last five minutes stops other
 * frames from making it and ends their sessions.
 */
export const cancelRecovery = defineEndpoint({
  name: 'cancelRecovery',
  method: 'POST',
  path: '/api/recovery/cancel',
  body: v.object({ flowId, deviceId }),
  caching: 'personal',
})

/**
 * Puts an earlier or new set in place of the present one, also one that the server can read although
 * there is a passkey: the wallet's own key has signed it.
 */
export const restoreShares = defineEndpoint({
  name: 'restoreShares',
  method: 'POST',
  path: '/api/wallet/restore',
  body: v.object({
    deviceId,
    serverShare: shareText,
    recovery: recoveryShare,
    signature: walletSignature,
  }),
  caching: 'personal',
})

/** Earlier share sets, each encrypted to the wallet's own key; kept for 30 days. */
export const listReplacedShares = defineEndpoint({
  name: 'listReplacedShares',
  method: 'POST',
  path: '/api/wallet/replaced',
  body: v.object({}),
  response: v.object({
    sets: v.array(
      v.object({
        replacedAt: v.number(),
        expiresAt: v.number(),
        sealed: v.pipe(v.string(), v.maxLength(4_096), v.regex(/^[A-Za-z0-9_-]+$/)),
      }),
    ),
  }),
  caching: 'personal',
})
