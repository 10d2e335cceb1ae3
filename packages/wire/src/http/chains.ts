import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { networkId } from './fields.js'

export const getSupportedChains = defineEndpoint({
  name: 'getSupportedChains',
  method: 'GET',
  path: '/v1/supported-chains',
  response: v.object({
    http: v.array(networkId),
    ws: v.array(networkId),
    /** The chains with an exchange. */
    swaps: v.optional(v.array(networkId)),
    /** The web address of a block explorer, by chain. */
    explorers: v.optional(v.record(v.string(), v.string())),
  }),
  caching: 'public',
})
