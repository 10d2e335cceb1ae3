import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { accountId } from './fields.js'

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
