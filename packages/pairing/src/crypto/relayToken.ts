import {
  clientTokenLifetimeSeconds,
  encodeClientClaims,
  encodeClientToken,
} from '@latchkey/wire/relay/claims'
import { encodeDidKey } from '@latchkey/wire/relay/didKey'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Curves, RandomBytes } from '../ports.js'
import { encodeUtf8 } from './encoding.js'

/** Identifies this installation to relays; permanent, and the same for every relay. */
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
  /** Unix seconds. */
  readonly issuedAt: number
  readonly curves: Curves
  readonly random: RandomBytes
}

/**
 * Issue time of a token: half its lifetime ago, so that relays accept it from a device whose clock is
 * hours ahead or behind.
 */
export const toTokenDate = (now: number): number => now - clientTokenLifetimeSeconds / 2

/** Created per connection: a relay may reject a token that another open socket uses. */
export async function createRelayToken(input: RelayTokenInput): Promise<string> {
  const signedText = encodeClientClaims({
    iss: input.identity.clientId,
    sub: bytesToHex(input.random(32)),
    aud: input.audience,
    iat: input.issuedAt,
    exp: input.issuedAt + clientTokenLifetimeSeconds,
  })
  const seed = hexToBytes(input.identity.seed)
  const signature = await input.curves.ed25519Sign(seed, encodeUtf8(signedText))
  return encodeClientToken(signedText, signature)
}
