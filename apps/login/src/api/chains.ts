import { getAccountBalance, type TokenBalance } from '@latchkey/wire/http/balance'
import { getFungiblePrice } from '@latchkey/wire/http/price'
import * as v from 'valibot'
import { LoginError } from '../loginError.js'
import { fetchJson } from './fetchJson.js'
import { unreachable, withTimeout } from './timeout.js'

/** One JSON-RPC call to a chain (CAIP-2) by the provider. Rejects with a `ChainError`. */
export type ChainCall = (
  chainId: string,
  method: string,
  params: unknown,
  signal: AbortSignal,
) => Promise<unknown>

/** One JSON-RPC call to a paymaster service (ERC-7677). Rejects with a `ChainError`. */
export type PaymasterCall = (
  url: string,
  method: string,
  params: unknown,
  signal: AbortSignal,
) => Promise<unknown>

export type Chains = {
  readonly rpc: ChainCall
  readonly bundler: ChainCall
  readonly paymaster: PaymasterCall
  /** Token balances of an address, from the provider. */
  balances(address: string, chainId: string, signal: AbortSignal): Promise<readonly TokenBalance[]>
  /** Prices in dollars of tokens given as CAIP-10 ids; unknown ones are left out. */
  prices(tokens: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number>>
}

/** The chain or its bundler responded with an error. */
export class ChainError extends LoginError {
  /** The error's data, usually the revert reason. */
  readonly data: unknown

  constructor(error: { code: number; message: string; data?: unknown }) {
    super({
      code: 'chain-fault',
      rpcCode: error.code,
      message: error.message.slice(0, 1_024) || 'The network rejected the request',
    })
    this.data = error.data
  }
}

const limit = 12_000
const sizeLimit = 10 * 1024 * 1024
const paymasterSizeLimit = 64 * 1024

const rpcResponse = v.union([
  v.object({
    error: v.object({
      code: v.pipe(v.number(), v.safeInteger()),
      message: v.string(),
      data: v.optional(v.unknown()),
    }),
  }),
  v.object({ result: v.unknown() }),
])

type Given = RequestInit & { readonly signal: AbortSignal }

const toBody = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const toRpcBody = (method: string, params: unknown) =>
  toBody({ jsonrpc: '2.0', id: 1, method, params })

function readRpcResponse(given: unknown): unknown {
  const parsed = v.safeParse(rpcResponse, given)
  if (!parsed.success) throw unreachable()
  if ('error' in parsed.output) throw new ChainError(parsed.output.error)
  return parsed.output.result
}

export function createChains({
  fetch,
  apiUrl,
  projectId,
}: {
  readonly fetch: typeof globalThis.fetch
  readonly apiUrl: string
  readonly projectId: string
}): Chains {
  const send = async (path: string, fields: Record<string, string>, given: Given) => {
    const address = new URL(apiUrl.replace(/\/*$/, path))
    address.search = new URLSearchParams({ ...fields, projectId }).toString()
    const request = { ...given, credentials: 'omit' as const }
    return (await fetchJson(fetch, address, request, sizeLimit)).body
  }
  const callTo =
    (path: string): ChainCall =>
    (chainId, method, params, signal) =>
      withTimeout(limit, signal, async (bounded) => {
        const request = { ...toRpcBody(method, params), signal: bounded }
        return readRpcResponse(await send(path, { chainId }, request))
      })
  return {
    rpc: callTo('/v1'),
    bundler: callTo('/v1/bundler'),
    paymaster: (url, method, params, signal) =>
      withTimeout(limit, signal, async (bounded) => {
        const request = {
          ...toRpcBody(method, params),
          credentials: 'omit' as const,
          signal: bounded,
        }
        return readRpcResponse((await fetchJson(fetch, url, request, paymasterSizeLimit)).body)
      }),
    balances: (address, chainId, signal) =>
      withTimeout(limit, signal, async (bounded) => {
        const path = getAccountBalance.path.replace(':address', encodeURIComponent(address))
        const given = await send(path, { chainId, currency: 'usd' }, { signal: bounded })
        const parsed = v.safeParse(getAccountBalance.response, given)
        if (!parsed.success) throw unreachable()
        return parsed.output.balances
      }),
    prices: (tokens, signal) =>
      withTimeout(limit, signal, async (bounded) => {
        const { path, response } = getFungiblePrice
        const request = { ...toBody({ currency: 'usd', addresses: tokens }), signal: bounded }
        const parsed = v.safeParse(response, await send(path, {}, request))
        if (!parsed.success) throw unreachable()
        const known = parsed.output.fungibles.filter(({ price }) => price > 0)
        return new Map(known.map(({ address, price }) => [address.toLowerCase(), price]))
      }),
  }
}
