import * as v from 'valibot'
import {
  type AccountId,
  type NetworkId,
  namespaceOf,
  parseAccountId,
  parseNetworkId,
  referenceOf,
} from '../caip.js'
import { defineEndpoint } from './endpoint.js'
import { accountId, imageAddress, label, networkId, webAddress } from './fields.js'

/** The project feature of payments to a site, and of deposits to the visitor's own wallet. */
export const payFeature = 'payments'
export const depositFeature = 'fund_from_exchange'

/** A payment asset as CAIP-19, such as `eip155:1/slip44:60` or `eip155:1/erc20:0xab…`. */
export type PayAssetId = `${NetworkId}/${string}`

const tokenStandards = { eip155: 'erc20', solana: 'token' } as const
const tokenPatterns = {
  eip155: /^0x[0-9a-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
} as const

/** The network and token of a CAIP-19 id; `address` is undefined for the native coin. */
export function parsePayAsset(
  value: unknown,
): { readonly networkId: NetworkId; readonly address: string | undefined } | undefined {
  if (typeof value !== 'string' || value.length > 128) return undefined
  const [network, asset = '', ...rest] = value.split('/')
  const networkId = parseNetworkId(network)?.networkId
  const namespace = networkId && namespaceOf(networkId)
  if (!networkId || rest.length > 0 || (namespace !== 'eip155' && namespace !== 'solana')) {
    return undefined
  }
  if (asset === `slip44:${coinTypeOf(networkId)}`) return { networkId, address: undefined }
  const [standard, address = '', ...more] = asset.split(':')
  const isToken = standard === tokenStandards[namespace] && more.length === 0
  return isToken && tokenPatterns[namespace].test(address) ? { networkId, address } : undefined
}

/** The CAIP-19 id of a token, or of the native coin without `address`. Only eip155 and solana. */
export function toPayAsset(networkId: NetworkId, address?: string): PayAssetId {
  if (address === undefined) return `${networkId}/slip44:${coinTypeOf(networkId)}`
  const standard = namespaceOf(networkId) === 'solana' ? tokenStandards.solana : 'erc20'
  return `${networkId}/${standard}:${address}`
}

/** SLIP-44: 501 on Solana; EVM chains count as Ethereum's 60, except BNB's two. */
function coinTypeOf(networkId: NetworkId): number {
  if (namespaceOf(networkId) === 'solana') return 501
  return ['56', '204'].includes(referenceOf(networkId)) ? 714 : 60
}

const assetId = v.custom<PayAssetId>(
  (value) => parsePayAsset(value) !== undefined,
  'Not an asset id like eip155:1/slip44:60.',
)

/** An exact decimal of the asset, such as `12.5`; never in smallest units, never zero. */
const amount = v.pipe(
  v.string(),
  v.regex(/^\d{1,60}(?:\.\d{1,36})?$/, 'Not a decimal amount like 12.5.'),
  v.check((text) => /[1-9]/.test(text), 'The amount is zero.'),
)

const exchangeId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'Not an id of an exchange.'))
const exchangeIds = v.optional(v.pipe(v.array(exchangeId), v.maxLength(50)))
const sessionId = v.pipe(v.string(), v.regex(/^[a-zA-Z0-9]{1,50}$/, 'Not an id of a session.'))
/** Repeats the project of the query. */
const projectId = v.optional(v.pipe(v.string(), v.maxLength(128)))
const transactionHash = v.pipe(v.string(), v.regex(/^[a-zA-Z0-9]{32,128}$/, 'Not a transaction.'))

/** The JSON-RPC methods of payments by exchange: params and results. */
export const payMethods = {
  reown_getExchanges: {
    params: v.pipe(
      v.object({
        page: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000)),
        asset: v.optional(assetId),
        amount: v.optional(amount),
        includeOnly: exchangeIds,
        exclude: exchangeIds,
        projectId,
      }),
      v.check(
        ({ includeOnly, exclude }) => !includeOnly || !exclude,
        'Either includeOnly or exclude, not both.',
      ),
    ),
    result: v.object({
      exchanges: v.pipe(
        v.array(v.object({ id: exchangeId, name: label, imageUrl: v.nullable(imageAddress) })),
        v.maxLength(100),
      ),
      total: v.pipe(v.number(), v.integer(), v.minValue(0)),
    }),
  },
  reown_getExchangePayUrl: {
    params: v.pipe(
      v.object({ exchangeId, asset: assetId, amount, recipient: accountId, projectId }),
      v.check(
        ({ asset, recipient }) => isOnSameNetwork(asset, recipient),
        'The recipient and the asset are on different networks.',
      ),
    ),
    result: v.object({ url: webAddress, sessionId }),
  },
  reown_getExchangeBuyStatus: {
    params: v.object({ exchangeId, sessionId, projectId }),
    result: v.object({
      status: v.picklist(['UNKNOWN', 'IN_PROGRESS', 'SUCCESS', 'FAILED']),
      txHash: v.optional(v.nullable(transactionHash)),
    }),
  },
} as const

export type PayMethod = keyof typeof payMethods
export type PayParams<method extends PayMethod> = v.InferInput<
  (typeof payMethods)[method]['params']
>
export type PayResult<method extends PayMethod> = v.InferOutput<
  (typeof payMethods)[method]['result']
>

function isOnSameNetwork(asset: PayAssetId, recipient: AccountId): boolean {
  return parsePayAsset(asset)?.networkId === parseAccountId(recipient)?.networkId
}

/** Error codes of the payment methods, besides JSON-RPC's own. */
export const payErrorCodes = {
  invalidParams: -32_602,
  methodNotFound: -32_601,
  /** The project does not have this feature. */
  featureDisabled: -1,
  exchangeNotFound: -2,
  /** The exchange or its chain does not respond; the same call may succeed later. */
  unavailable: -3,
  assetNotSupported: -7,
} as const

const requestId = v.union([
  v.pipe(v.string(), v.maxLength(128)),
  v.pipe(v.number(), v.safeInteger()),
])
const jsonrpc = v.literal('2.0')

export const payError = v.object({
  code: v.pipe(v.number(), v.integer()),
  message: v.pipe(v.string(), v.maxLength(1_024)),
})
export type PayError = v.InferOutput<typeof payError>

export const requestPay = defineEndpoint({
  name: 'requestPay',
  method: 'POST',
  path: '/v1/json-rpc',
  query: v.object({
    /** For deposits to the visitor's own wallet; absent for payments. */
    source: v.optional(v.literal('fund-wallet')),
  }),
  body: v.object({
    jsonrpc,
    id: requestId,
    method: v.pipe(v.string(), v.maxLength(64)),
    params: v.optional(v.record(v.string(), v.unknown())),
  }),
  response: v.union([
    v.object({ jsonrpc, id: requestId, error: payError }),
    v.object({ jsonrpc, id: requestId, result: v.record(v.string(), v.unknown()) }),
  ]),
  caching: 'personal',
})

/** The assets that an exchange pays out, by namespace. */
export const getExchangeAssets = defineEndpoint({
  name: 'getExchangeAssets',
  method: 'GET',
  path: '/appkit/v1/transfers/assets/exchanges/:exchangeId',
  params: v.object({ exchangeId }),
  response: v.object({
    exchangeId,
    assets: v.record(
      v.string(),
      v.array(
        v.object({
          network: networkId,
          /** A token, or `native`. */
          asset: v.string(),
          metadata: v.object({ name: label, symbol: label, decimals: v.number() }),
        }),
      ),
    ),
  }),
  caching: 'public',
})

/** The body of a call. */
export function createPayRequest<method extends PayMethod>(
  method: method,
  params: PayParams<method>,
): v.InferInput<typeof requestPay.body> {
  return { jsonrpc: '2.0', id: 1, method, params }
}

/** The result or error of a call; undefined if the response does not fit the method. */
export function parsePayResponse<method extends PayMethod>(
  method: method,
  response: v.InferOutput<typeof requestPay.response>,
): { readonly result: PayResult<method> } | { readonly error: PayError } | undefined {
  if (response.id !== 1) return undefined
  if ('error' in response) return { error: response.error }
  const parsed = v.safeParse(payMethods[method].result, response.result)
  return parsed.success ? { result: parsed.output as PayResult<method> } : undefined
}
