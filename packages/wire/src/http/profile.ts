import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { isoTime, plainAddress } from './fields.js'

const name = v.pipe(v.string(), v.maxLength(128))
const apiVersion = v.optional(v.picklist(['1', '2']))

export const nameRecord = v.object({
  name,
  /** Absent for external names, such as ENS names. */
  registered_at: v.optional(isoTime),
  updated_at: v.optional(isoTime),
  attributes: v.nullable(v.record(v.string(), v.string())),
  /** By coin type (ENSIP-11), as decimal text. */
  addresses: v.record(
    v.string(),
    v.object({ address: v.string(), created_at: v.nullable(isoTime) }),
  ),
})

export type NameRecord = v.InferOutput<typeof nameRecord>

/** For an unknown name: an empty list with `apiVersion` 2, otherwise 404. */
export const lookUpName = defineEndpoint({
  name: 'lookUpName',
  method: 'GET',
  path: '/v1/profile/account/:name',
  params: v.object({ name }),
  query: v.object({ apiVersion }),
  response: v.union([nameRecord, v.tuple([])]),
  caching: 'personal',
})

export const reverseName = defineEndpoint({
  name: 'reverseName',
  method: 'GET',
  path: '/v1/profile/reverse/:address',
  params: v.object({ address: plainAddress }),
  query: v.object({ apiVersion, sender: v.optional(plainAddress) }),
  response: v.array(nameRecord),
  caching: 'personal',
})

export const suggestNames = defineEndpoint({
  name: 'suggestNames',
  method: 'GET',
  path: '/v1/profile/suggestions/:name',
  params: v.object({ name }),
  query: v.object({ zone: v.optional(v.string()) }),
  response: v.object({
    suggestions: v.array(v.object({ name, registered: v.boolean() })),
  }),
  caching: 'personal',
})

export const registerName = defineEndpoint({
  name: 'registerName',
  method: 'POST',
  path: '/v1/profile/account',
  body: v.object({
    coin_type: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff)),
    address: plainAddress,
    /** The exact text that was signed. */
    message: v.pipe(v.string(), v.maxLength(4_096)),
    /** Signatures of contract accounts can be long. */
    signature: v.pipe(
      v.string(),
      v.maxLength(65_536),
      v.regex(/^0x[0-9a-fA-F]+$/, 'Not hex data.'),
    ),
  }),
  response: nameRecord,
  caching: 'personal',
  changes: true,
})
