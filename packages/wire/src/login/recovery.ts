import * as v from 'valibot'
import { defineEndpoint } from '../http/endpoint.js'
import { deviceId, flowId, frameSignature, shareText, siteOrigin } from './fields.js'
import { accountVersion, addresses, recoveryShare, walletSignature } from './shares.js'

/**
 * Sets up an existing wallet on a new device or site. A session alone is not enough: each share needs
 * a separate call, signed by the frame's key. Also asks to create the first wallet after some log-ins.
 */

/** State of a recovery. */
const recoveryState = v.variant('state', [
  /** The shares can be fetched, or the first wallet stored. */
  v.object({ state: v.literal('approved') }),
  /** A link was mailed; the user types `number` on the page it opens. */
  v.object({ state: v.literal('mailed'), number: v.pipe(v.string(), v.regex(/^\d{2}$/)) }),
  /** Without a way to ask the user, it needs a log-in after `readyAt`; known devices can cancel. */
  v.object({ state: v.literal('waiting'), readyAt: v.number() }),
  v.object({ state: v.literal('refused') }),
])

export type RecoveryState = v.InferOutput<typeof recoveryState>

/** A waiting recovery of another device, shown on devices that have the wallet. */
export const pendingRecovery = v.object({ flowId, origin: siteOrigin, readyAt: v.number() })

export type PendingRecovery = v.InferOutput<typeof pendingRecovery>

/**
 * Starts or continues a recovery for the calling frame. Uses up a recent proof: a typed code or a click
 * in the login window. With `needs-recent-login` an email account must confirm a code first.
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
    /** Another frame that waits to create the account's first wallet. */
    pendingRecovery: v.optional(pendingRecovery),
  }),
  caching: 'personal',
})

/** Waits up to 25 s for a response to the mailed link. */
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
  response: v.object({ serverShare: shareText, addresses, accountVersion }),
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

/** The text that the frame's key signs to fetch a share. */
export function takeText(flow: string, share: 'server' | 'recovery'): string {
  return ['latchkey take share v1', flow, share].join('\n')
}

/**
 * Cancels from a device that has the wallet. If there is no wallet yet, a log-in of the last five
 * minutes keeps other frames from creating it and ends their sessions.
 */
export const cancelRecovery = defineEndpoint({
  name: 'cancelRecovery',
  method: 'POST',
  path: '/api/recovery/cancel',
  body: v.object({ flowId, deviceId }),
  caching: 'personal',
})

/**
 * Replaces the current share set with an earlier or new one, signed by the wallet's key. With that
 * signature the server may also get a readable set although a passkey exists.
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

/** Earlier share sets, each encrypted to the wallet's key; kept for 30 days. */
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
