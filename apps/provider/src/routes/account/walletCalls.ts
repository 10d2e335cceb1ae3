import { type NetworkId, namespaceOf, referenceOf } from '@latchkey/wire/caip'
import { parseAddress, toQuantity } from '@latchkey/wire/rpc/eip155'
import * as v from 'valibot'
import type { Clock } from '../../clock.js'
import { ApiError } from '../../errors/ApiError.js'
import { parseBoundedJson } from '../../http/boundedJson.js'
import type { RawRoute } from '../../http/route.js'
import { type Nodes, withNodeDeadline } from '../../nodes/Nodes.js'
import { parseRpcRequest } from '../../nodes/rpcRequest.js'
import { jsonHeaders } from '../../serving/headers.js'
import type { Balances, Holding } from '../../sources/balance/createBalances.js'
import { iconOf, nativeToken } from '../../sources/tokens/Token.js'

const maxNamed = 50

const chainNumber = v.pipe(
  v.string(),
  v.regex(/^0x(?!0\d)[0-9a-f]{1,13}$/i, 'Not a chain as hex.'),
  v.transform((hex): NetworkId => `eip155:${Number(hex)}`),
)
const account = v.pipe(
  v.string(),
  v.check((text) => parseAddress(text) !== undefined, 'Not an EVM address.'),
  v.transform((text) => text.toLowerCase()),
)
const asset = v.union([v.literal('native'), account], 'Neither an address nor native.')
/** ERC-7811 names an address or an object with one. */
const namedAsset = v.union([
  asset,
  v.pipe(
    v.object({ address: asset }),
    v.transform(({ address }) => address),
  ),
])

/** ERC-7811. */
const assetsRequest = v.object({
  account,
  chainFilter: v.optional(v.array(chainNumber)),
  assetFilter: v.optional(
    v.record(chainNumber, v.pipe(v.array(namedAsset), v.maxLength(maxNamed, 'Too many assets.'))),
  ),
  assetTypeFilter: v.optional(v.array(v.pipe(v.string(), v.toUpperCase()))),
})

type AssetsRequest = v.InferOutput<typeof assetsRequest>

type WalletParts = { readonly clock: Clock; readonly nodes: Nodes; readonly balances: Balances }

/** The codes of calls that failed, besides JSON-RPC's own. */
const errorCodes = {
  wallet_prepareCalls: -2,
  wallet_sendPreparedCalls: -3,
  wallet_getCallsStatus: -4,
  wallet_getAssets: -5,
} as const

/** The wallet calls of older widgets, as JSON-RPC. Only reads: the provider holds no keys of permissions. */
export function walletRoute({ clock, nodes, balances }: WalletParts): RawRoute {
  async function readAssets(request: AssetsRequest, publicUrl: string) {
    const { account, chainFilter, assetFilter, assetTypeFilter } = request
    const isWanted = (chain: NetworkId, { type, address }: ReturnType<typeof toAsset>) =>
      (!assetTypeFilter || assetTypeFilter.includes(type)) &&
      (!assetFilter || assetFilter[chain]?.includes(address) === true)
    const chains = nodes.chains
      .map(({ id }) => id)
      .filter((id) => namespaceOf(id) === 'eip155')
      .filter((id) => !chainFilter || chainFilter.includes(id))
      .filter((id) => !assetFilter || assetFilter[id] !== undefined)
    const read = await Promise.allSettled(
      chains.map(async (chain) => {
        const holdings = await withNodeDeadline(
          clock,
          balances.read(chain, account, assetFilter?.[chain]),
        )
        const assets = holdings.map((holding) => toAsset(holding, publicUrl))
        const wanted = assets.filter((one) => isWanted(chain, one))
        return [toQuantity(BigInt(referenceOf(chain))), wanted] as const
      }),
    )
    // One chain that fails must not fail the others.
    const succeeded = read.filter((result) => result.status === 'fulfilled')
    const failed = read.find((result) => result.status === 'rejected')
    if (failed && succeeded.length === 0) throw failed.reason
    return Object.fromEntries(succeeded.map(({ value }) => value))
  }

  return {
    name: 'wallet',
    method: 'POST',
    path: '/v1/wallet',
    rate: 'quote',
    bodyLimit: 65_536,
    async handle({ body }, { publicUrl }) {
      const request = parseRpcRequest(parseBoundedJson(body), body)
      const respond = (status: number, member: 'result' | 'error', value: unknown) => ({
        status,
        body: `{"jsonrpc":"2.0","id":${request?.id ?? 'null'},"${member}":${JSON.stringify(value)}}`,
        headers: jsonHeaders('personal'),
      })
      const reject = (code: number, message: string, status = 400) =>
        respond(status, 'error', { code, message })
      if (!request) return reject(-32600, 'Not a JSON-RPC 2.0 request with an id.')
      const { method, params } = request
      if (!Object.hasOwn(errorCodes, method)) {
        return reject(-32601, `The method ${method} is not served here.`)
      }
      const code = errorCodes[method as keyof typeof errorCodes]
      if (method !== 'wallet_getAssets') {
        return reject(code, 'This provider holds no keys of permissions: use your own key.')
      }
      const parsed = v.safeParse(assetsRequest, Array.isArray(params) ? params[0] : params)
      if (!parsed.success) {
        const [issue] = parsed.issues
        return reject(-32602, `${v.getDotPath(issue) ?? 'params'}: ${issue.message}`)
      }
      try {
        return respond(200, 'result', await readAssets(parsed.output, publicUrl))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return reject(code, error.message, 500)
      }
    },
  }
}

/** Text without a value is empty: a widget rejects all assets if one lacks a field. */
function toAsset({ chain, token, units, price }: Holding, publicUrl: string) {
  const { address, name, symbol, decimals } = token
  return {
    address,
    balance: toQuantity(units),
    type: address === nativeToken ? ('NATIVE' as const) : ('ERC20' as const),
    metadata: {
      ...{ name, symbol, decimals },
      price: price?.dollars ?? 0,
      iconUrl: iconOf(publicUrl, chain, token),
    },
  }
}
