import {
  CLIENT_TOKEN_LIFETIME_SECONDS,
  encodeClientClaims,
  encodeClientToken,
} from '@latchkey/wire/relay/claims'
import { encodeDidKey } from '@latchkey/wire/relay/didKey'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Curves, RandomBytes } from '../ports.js'
import { encodeUtf8 } from './encoding.js'

/** Who this installation is to a relay; kept for its life, the same on every relay. */
export type RelayIdentity = {
  readonly seed: string
  readonly clientId: string
}

export async function createRelayIdentity(
  curves: Curves,
  random: RandomBytes,
): Promise<RelayIdentity> {
  const seed = random(32)
  return {
    seed: bytesToHex(seed),
    clientId: encodeDidKey(await curves.ed25519PublicKey(seed)),
  }
}

export type RelayTokenInput = {
  readonly identity: RelayIdentity
  readonly audience: string
  /** Seconds since the epoch. */
  readonly issuedAt: number
  readonly curves: Curves
  readonly random: RandomBytes
}

/**
 * When a device whose clock says `now` dates its tokens: half their life ago, so that relays take them
 * from devices whose clocks are hours ahead or behind.
 */
export const toTokenDate = (now: number): number => now - CLIENT_TOKEN_LIFETIME_SECONDS / 2

/** A fresh token per connection: a relay may refuse one that another open socket already uses. */
export async function createRelayToken(input: RelayTokenInput): Promise<string> {
  const signedText = encodeClientClaims({
    iss: input.identity.clientId,
    sub: bytesToHex(input.random(32)),
    aud: input.audience,
    iat: input.issuedAt,
    exp: input.issuedAt + CLIENT_TOKEN_LIFETIME_SECONDS,
  })
  const seed = hexToBytes(input.identity.seed)
  const signature = await input.curves.ed25519Sign(seed, encodeUtf8(signedText))
  return encodeClientToken(signedText, signature)
}
