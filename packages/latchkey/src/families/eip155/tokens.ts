import { type Hex, parseData, toQuantity } from '@latchkey/wire/rpc/eip155'
import type { Transfer, TransferReading } from '../../core/connection/transfer.js'
import type { Endpoints } from '../shared/nodes.js'
import { isRevert, nativeBalance, requestNode } from './nodes.js'

/** The call that transfers coins or tokens. */
export type TransferCall = {
  readonly from: string
  readonly to: string
  readonly value: bigint
  readonly data: Hex
}

export function toTransferCall({ account, token, recipient, units }: Transfer): TransferCall {
  const from = account.address
  return token.address === undefined
    ? { from, to: recipient, value: units, data: '0x' }
    : { from, to: token.address, value: 0n, data: encodeCall('a9059cbb', recipient, units) }
}

/** `balanceOf(address)`. */
function balanceOfData(address: string): Hex {
  return encodeCall('70a08231', address)
}

/** Encodes a call whose arguments are one word each. */
export function encodeCall(selector: string, ...words: readonly (string | bigint)[]): Hex {
  const digits = words.map((word) => BigInt(word).toString(16).padStart(64, '0'))
  return `0x${selector}${digits.join('')}`
}

/**
 * Tokens whose `transfer` returns nothing (public surface §8.1): Tether on Ethereum, Polygon,
 * Avalanche, one labelled Cosmos, Celo, BNB and Arbitrum. In lower case.
 */
const tokensWithoutResult: ReadonlySet<string> = new Set([
  '0xdac17f958d2ee523a2206206994597c13d831ec7',
  '0xc2132d05d31c914a87c6611c10748aeb04b58e8f',
  '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7',
  '0x919c1c267bc06a7039e03fcc2ef738525769109c',
  '0x48065fbbe25f71c9282ddf5e1cd6d6a887483d5e',
  '0x55d398326f99059ff775485246999027b3197955',
  '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9',
])

/** Whether a simulated `transfer` succeeds by ERC-20; `unknown` where it returns nothing. */
export function checkTransferResult(token: string, result: Hex): 'succeeds' | 'fails' | 'unknown' {
  if (result === '0x') return tokensWithoutResult.has(token.toLowerCase()) ? 'succeeds' : 'unknown'
  return result.length >= 66 && BigInt(result.slice(0, 66)) === 1n ? 'succeeds' : 'fails'
}

type ParametersOf<method extends keyof TransferReading> = Parameters<
  NonNullable<TransferReading[method]>
>[0] & { readonly endpoints: Endpoints }

export function readBalance({
  address,
  token,
  ...context
}: ParametersOf<'balance'>): Promise<bigint> {
  if (token.address === undefined) return nativeBalance({ address, ...context })
  const call = { to: token.address, data: balanceOfData(address) }
  return requestNode({ ...context, method: 'eth_call', params: [call, 'latest'], parse: parseWord })
}

/** `allowance(address,address)`. */
export function readAllowance({
  owner,
  spender,
  token,
  ...context
}: ParametersOf<'allowance'>): Promise<bigint> {
  const call = { to: token, data: encodeCall('dd62ed3e', owner, spender) }
  return requestNode({ ...context, method: 'eth_call', params: [call, 'latest'], parse: parseWord })
}

/** False if the call reverts. */
export async function simulateCall({
  from,
  call: { to, value, data },
  ...context
}: ParametersOf<'simulate'>): Promise<boolean> {
  const call = { from, to, value: toQuantity(value), data }
  try {
    const params = [call, 'latest']
    await requestNode({ ...context, method: 'eth_call', params, parse: parseData })
    return true
  } catch (error) {
    if (isRevert(error)) return false
    throw error
  }
}

/** The first word of a call's result; undefined when it is shorter. */
export function parseWord(result: unknown): bigint | undefined {
  const data = parseData(result)
  return data && data.length >= 66 ? BigInt(data.slice(0, 66) as Hex) : undefined
}
