import * as v from 'valibot'
import { type Address, type Hex, isAddress } from 'viem'
import { ApiError } from '../../errors/ApiError.js'
import { parseBoundedJson } from '../../http/boundedJson.js'
import type { RawRoute } from '../../http/route.js'
import type { CcipGateway } from '../../sources/names/ccipGateway.js'

const maxBodyBytes = 16_384

const requestSchema = v.object({
  sender: v.custom<Address>((value) => isAddress(String(value), { strict: false })),
  data: v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2})+$/), v.maxLength(maxBodyBytes)),
})

/** EIP-3668 clients send the request in the URL or in the body. */
export function ccipRoutes(gateway: CcipGateway): RawRoute[] {
  async function respond(request: unknown): Promise<Response> {
    const parsed = v.safeParse(requestSchema, request)
    if (!parsed.success) throw new ApiError(400, 'data', 'This is not a CCIP-Read request.')
    const { sender, data } = parsed.output
    return Response.json({ data: await gateway.resolve(sender, data as Hex) })
  }
  return [
    {
      name: 'ccipRead',
      method: 'GET',
      path: '/ccip/:sender/:data',
      bodyLimit: 0,
      isOpen: true,
      handle: ({ params }) =>
        respond({ sender: params.sender, data: params.data?.replace(/\.json$/, '') }),
    },
    {
      name: 'ccipReadPosted',
      method: 'POST',
      path: '/ccip',
      bodyLimit: maxBodyBytes,
      isOpen: true,
      handle: ({ body }) => respond(parseBoundedJson(body)),
    },
  ]
}
