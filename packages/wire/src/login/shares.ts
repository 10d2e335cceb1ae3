import * as v from 'valibot'
import { shareText } from './fields.js'

/** Shares of a wallet's seed, as sent between frame and server. */

/** The wallet's addresses, sent once so that the server can reject a second wallet. */
export const addresses = v.object({
  eip155: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/)),
  solana: v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
})

/**
 * The version of the wallet's smart account, see `accountContracts`. Chosen when the wallet is made and
 * kept for ever, because the address depends on it. Earlier releases leave it out and mean 1.
 */
export const accountVersion = v.optional(v.picklist([1, 2]), 1)

/** Encrypted by the frame with a passkey before sending: the server cannot read it. */
export const passkeyShare = v.object({
  kind: v.literal('passkey'),
  sealed: shareText,
  credentialId: v.pipe(v.string(), v.maxLength(1_024), v.regex(/^[A-Za-z0-9_-]+$/)),
})

export const recoveryShare = v.variant('kind', [
  /** Encrypted only by the server, with its recovery key. */
  v.object({ kind: v.literal('server'), share: shareText }),
  passkeyShare,
])

export type RecoveryShare = v.InferOutput<typeof recoveryShare>

/** A secp256k1 signature by the wallet's key over the SHA-256 of a text: r, s and y parity. */
export const walletSignature = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{128}0[01]$/))

export type ShareSet = {
  readonly accountId: string
  readonly deviceId: string
  readonly serverShare: string
  readonly recovery: RecoveryShare
}

/**
 * The text that the wallet's key signs before the server replaces a share set. No chain signs a bare
 * SHA-256, so no site can get this signature through another request.
 */
export function shareSetText({ accountId, deviceId, serverShare, recovery }: ShareSet): string {
  const hidden =
    recovery.kind === 'server' ? [recovery.share] : [recovery.sealed, recovery.credentialId]
  return ['latchkey share set v1', accountId, deviceId, serverShare, recovery.kind, ...hidden].join(
    '\n',
  )
}

/** The text that the frame's key signs to create the first wallet; a session alone cannot create one. */
export function firstWalletText({
  accountId,
  deviceId,
  addresses: { eip155, solana },
}: Pick<ShareSet, 'accountId' | 'deviceId'> & {
  readonly addresses: v.InferOutput<typeof addresses>
}): string {
  return ['latchkey first wallet v1', accountId, deviceId, eip155, solana].join('\n')
}
