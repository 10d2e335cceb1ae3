import * as v from 'valibot'
import { shareText } from './fields.js'

/** The shares of a wallet's seed as they travel between frame and server. */

/** The addresses a wallet has, told once so that the server can refuse a second wallet. */
export const addresses = v.object({
  eip155: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/)),
  solana: v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
})

/** Encrypted by the frame under a passkey before it is sent: the server cannot read it. */
export const passkeyShare = v.object({
  kind: v.literal('passkey'),
  sealed: shareText,
  credentialId: v.pipe(v.string(), v.maxLength(1_024), v.regex(/^[A-Za-z0-9_-]+$/)),
})

export const recoveryShare = v.variant('kind', [
  /** Encrypted by the server alone, under its recovery key. */
  v.object({ kind: v.literal('server'), share: shareText }),
  passkeyShare,
])

export type RecoveryShare = v.InferOutput<typeof recoveryShare>

/** A secp256k1 signature by the wallet's own key over the SHA-256 of a text: r, s and y parity. */
export const walletSignature = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{128}0[01]$/))

export type ShareSet = {
  readonly accountId: string
  readonly deviceId: string
  readonly serverShare: string
  readonly recovery: RecoveryShare
}

/**
 * What the wallet's key signs before the server replaces a set of shares. No chain signs a bare
 * SHA-256, so no site can obtain this signature by asking for another one.
 */
export function shareSetText({ accountId, deviceId, serverShare, recovery }: ShareSet): string {
  const hidden =
    recovery.kind === 'server' ? [recovery.share] : [recovery.sealed, recovery.credentialId]
  return ['latchkey share set v1', accountId, deviceId, serverShare, recovery.kind, ...hidden].join(
    '\n',
  )
}

/** What the frame's key signs to make the first wallet: a session alone does not make one. */
export function firstWalletText({
  accountId,
  deviceId,
  addresses: { eip155, solana },
}: Pick<ShareSet, 'accountId' | 'deviceId'> & {
  readonly addresses: v.InferOutput<typeof addresses>
}): string {
  return ['latchkey first wallet v1', accountId, deviceId, eip155, solana].join('\n')
}
