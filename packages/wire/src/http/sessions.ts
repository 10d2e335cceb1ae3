import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { accountId, hexData } from './fields.js'

const pci = v.pipe(v.string(), v.uuid('Not a permission id.'))
const grant = v.object({ type: v.string(), data: v.unknown() })
const seconds = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A permission that a user granted a site for an account. */
export const smartSession = v.object({
  project: v.object({
    id: v.string(),
    name: v.string(),
    url: v.optional(v.nullable(v.string())),
    iconUrl: v.optional(v.nullable(v.string())),
  }),
  pci,
  expiry: seconds,
  createdAt: seconds,
  permissions: v.array(grant),
  policies: v.array(grant),
  context: v.nullable(v.string()),
  revokedAt: v.optional(v.nullable(seconds)),
})

export type SmartSession = v.InferOutput<typeof smartSession>

export const getSessions = defineEndpoint({
  name: 'getSessions',
  method: 'GET',
  path: '/v1/sessions/:account',
  params: v.object({ account: accountId }),
  response: v.object({ pcis: v.pipe(v.array(smartSession), v.maxLength(255)) }),
  caching: 'personal',
})

/** Stores what a wallet granted. The provider checks that the owner of the account signed it. */
export const createSession = defineEndpoint({
  name: 'createSession',
  method: 'POST',
  path: '/v1/sessions/:account',
  params: v.object({ account: accountId }),
  query: v.object({
    /** Older widgets ask for a second key with `v=2`, before the wallet grants anything. */
    v: v.optional(
      v.never('This provider holds no keys of permissions: grant them to a key of your own.'),
    ),
  }),
  body: v.object({
    context: v.pipe(hexData, v.maxLength(65_536)),
    permissions: v.pipe(v.array(grant), v.maxLength(64)),
    policies: v.pipe(v.array(grant), v.maxLength(64)),
    expiry: seconds,
  }),
  response: v.object({ pci }),
  caching: 'personal',
  changes: true,
})

export const revokeSession = defineEndpoint({
  name: 'revokeSession',
  method: 'POST',
  path: '/v1/sessions/:account/revoke',
  params: v.object({ account: accountId }),
  body: v.object({
    pci,
    signature: v.pipe(
      v.string(),
      v.maxLength(65_536),
      v.regex(/^0x[0-9a-fA-F]+$/, 'Not hex data.'),
    ),
  }),
  caching: 'personal',
  changes: true,
})

const revocationStep = 300_000
/** In steps. A signature is valid for five to ten minutes. */
const revocationSteps = 2

/** When a revocation that is signed now expires, in milliseconds. */
function revocationExpiry(now: number): number {
  return (Math.floor(now / revocationStep) + revocationSteps) * revocationStep
}

/**
 * Every time at which a revocation may expire that is valid now. They are few, so that the signature
 * need not come with its time. One more allows for a clock that is ahead.
 */
export function revocationExpiries(now: number): readonly number[] {
  const latest = revocationExpiry(now) + revocationStep
  return [latest - revocationStep, latest - 2 * revocationStep, latest]
}

/**
 * The text an account signs (EIP-191) to revoke a permission at the provider. The provider made the id and
 * revokes it once, so a signature cannot be used again.
 */
export function revocationMessage({
  pci,
  account,
  projectId,
  expiresAt = revocationExpiry(Date.now()),
}: {
  readonly pci: string
  /** A CAIP-10 id of an EVM account. */
  readonly account: string
  readonly projectId: string
  /** Milliseconds since 1970; by default, for a signature that is made now. */
  readonly expiresAt?: number
}): string {
  return [
    'Revoke a permission.',
    '',
    `Permission: ${pci.toLowerCase()}`,
    // With or without a checksum, it is the same account.
    `Account: ${account.toLowerCase()}`,
    `Project: ${projectId}`,
    `Expires: ${new Date(expiresAt).toISOString()}`,
  ].join('\n')
}
