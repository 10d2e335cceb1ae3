import { type Hex, pad, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { type ChainCall, ChainError } from '../api/chains.js'
import type { Lookups } from '../screens/screens.js'
import { simulateCalls } from './simulateCalls.js'

const own: Hex = '0x2222222222222222222222222222222222222222'
const other: Hex = '0x3333333333333333333333333333333333333333'
const coin: Hex = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const usdc: Hex = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const apes: Hex = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const batch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

const words = (...values: readonly (bigint | number | Hex)[]) =>
  values.map((value) => pad(typeof value === 'string' ? value : toHex(value)).slice(2)).join('')
const log = (address: Hex, topics: readonly Hex[], data: string) => ({
  address,
  topics: topics.map((topic) => pad(topic)),
  data: `0x${data}`,
})

const lookups: Lookups = {
  chain: () => ({ name: 'Ethereum', symbol: 'ETH', decimals: 18 }),
  token: async (_chain, address) =>
    address === usdc ? { symbol: 'USDC', decimals: 6 } : undefined,
  isContract: async () => true,
}

function simulate(response: unknown) {
  const rpc: ChainCall = async () => {
    if (response instanceof Error) throw response
    return response
  }
  const calls = [{ to: other, value: 0n, data: '0x' as const }]
  const { signal } = new AbortController()
  return simulateCalls({ rpc, lookups }, 'eip155:1', own, calls, signal)
}

const withLogs = (...logs: readonly unknown[]) => [{ calls: [{ status: '0x1', logs }] }]

describe('simulateCalls', () => {
  test('sums up coins, tokens and items', async () => {
    const response = withLogs(
      log(coin, [transfer, own, other], words(5n)),
      log(coin, [transfer, other, own], words(2n)),
      log(usdc, [transfer, other, own], words(7n)),
      log(usdc, [transfer, other, other], words(9n)),
      log(apes, [transfer, own, other, '0x07'], ''),
      log(apes, [single, other, own, other], words(1n, 4n)),
      log(apes, [batch, other, own, other], words(64, 160, 2, 8, 9, 2, 1n, 2n)),
    )
    expect(await simulate(response)).toEqual({
      status: 'succeeded',
      losesControl: false,
      changes: [
        { token: undefined, symbol: 'ETH', decimals: 18, units: -3n },
        { token: usdc, symbol: 'USDC', decimals: 6, units: 7n },
        { token: apes, symbol: undefined, decimals: undefined, isItems: true, units: -8n },
      ],
    })
  })

  test('lists a token without a name instead of hiding everything', async () => {
    const response = withLogs(
      log(other, [transfer, other, own], words(1n)),
      log(usdc, [transfer, own, other], words(7n)),
    )
    expect(await simulate(response)).toMatchObject({
      changes: [
        { token: other, symbol: undefined, units: 1n },
        { token: usdc, symbol: 'USDC', units: -7n },
      ],
    })
  })

  test('distinguishes a failing call from a node that does not simulate', async () => {
    expect(await simulate([{ calls: [{ status: '0x0', logs: [] }] }])).toEqual({ status: 'failed' })
    const unavailable = { status: 'unavailable' }
    for (const response of [null, [], [{ calls: [] }], [{ calls: [{ status: '0x1' }] }]]) {
      expect(await simulate(response)).toEqual(unavailable)
    }
    const unknown = { code: -32601, message: 'Method not found' }
    expect(await simulate(new ChainError(unknown))).toEqual(unavailable)
    expect(await simulate(new TypeError('Failed to fetch'))).toEqual(unavailable)
  })
})
