import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { isoTime, label, plainAddress } from './fields.js'

export const getIdentity = defineEndpoint({
  name: 'getIdentity',
  method: 'GET',
  path: '/v1/identity/:address',
  params: v.object({ address: plainAddress }),
  query: v.object({ sender: v.optional(plainAddress) }),
  response: v.object({
    name: v.nullable(label),
    /** A `data:image/` URL, or the provider's URL of the image. */
    avatar: v.nullable(v.pipe(v.string(), v.maxLength(150_000))),
    resolvedAt: v.optional(isoTime),
  }),
  caching: 'public',
})

/** Proxies an avatar from another host, so that the page does not contact that host. */
export const getAvatarImage = defineEndpoint({
  name: 'getAvatarImage',
  method: 'GET',
  path: '/public/getAvatarImage/:address',
  params: v.object({ address: plainAddress }),
  caching: 'image',
})
