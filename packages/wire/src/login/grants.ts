import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { defineEndpoint } from '../http/endpoint.js'
import type { Hex } from '../rpc/hex.js'
import { siteOrigin } from './fields.js'

/**
 * Permissions of sites that a wallet's owner signed, stored so that every device can list and revoke
 * them. The frame checks each: the server cannot invent one or name another site.
 */

/** Characters of a context, so that a call stays small. */
export const maxContextLength = 12_288

/** The self-contained context of a permission, see `parseContext`. */
const context = v.pipe(v.string(), v.maxLength(maxContextLength), v.regex(/^0x(?:[0-9a-f]{2})+$/))
const nonce = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))

/** The name of each function as its site gave it, in the order of the permission's targets. */
const names = v.pipe(
  v.array(v.pipe(v.string(), v.maxLength(80), v.regex(/^[^\n]*$/))),
  v.maxLength(24),
)

const grant = { context, nonce, names }

export const storedGrant = v.object({
  ...grant,
  origin: siteOrigin,
  /** Milliseconds since the epoch. */
  createdAt: v.number(),
})

export type StoredGrant = v.InferOutput<typeof storedGrant>

/** Called before the site gets the permission. `signature-wrong`: the wallet's key did not sign it. */
export const storeGrant = defineEndpoint({
  name: 'storeGrant',
  method: 'POST',
  path: '/api/grants/store',
  body: v.object(grant),
  caching: 'personal',
})

/** All permissions of the wallet that have not expired, of every site, newest first. */
export const listGrants = defineEndpoint({
  name: 'listGrants',
  method: 'POST',
  path: '/api/grants/list',
  body: v.object({}),
  response: v.object({ grants: v.pipe(v.array(storedGrant), v.maxLength(100)) }),
  caching: 'personal',
})

/**
 * The salt of a permission. It binds the permission to the site it was granted to and to the names of its
 * functions, so that no server can show it as another site's.
 */
export function saltOf(
  origin: string,
  { nonce, names }: Pick<StoredGrant, 'nonce' | 'names'>,
): Hex {
  const text = ['latchkey grant v1', origin, nonce, ...names].join('\n')
  return `0x${bytesToHex(keccak_256(utf8ToBytes(text)))}`
}
