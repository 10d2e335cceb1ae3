import { afterEach, expect, it } from 'vitest'
import { type ScriptedNode, startScriptedNode } from '../../../reliability/scriptedNode.mjs'
import { systemClock } from '../../clock.js'
import { createNodes } from '../../nodes/createNodes.js'
import { createOutbound } from '../../outbound/createOutbound.js'
import { createGasPrices } from './createGasPrices.js'

const started: ScriptedNode[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((node) => node.stop()))
})

async function over(answers: Record<string, unknown>) {
  const node = await startScriptedNode({ answers: { eth_chainId: '0x1', ...answers } })
  started.push(node)
  const chain = {
    name: 'Chain',
    isTestnet: false,
    nativeCurrency: { name: 'Coin', symbol: 'C', decimals: 18 },
    upstreams: [node.url],
    tokens: [],
  }
  return createGasPrices(
    createNodes({
      chains: [
        { ...chain, id: 'eip155:1' },
        { ...chain, id: 'solana:abc' },
      ],
      http: createOutbound({ allowPrivate: [node.url] }),
      clock: systemClock,
      random: Math.random,
    }),
  )
}

it('allows for a rising base fee and uses recent tips', async () => {
  const prices = await over({
    eth_gasPrice: '0x1',
    eth_feeHistory: {
      oldestBlock: '0x1',
      baseFeePerGas: ['0x1', '0x2', '0x3e8'],
      // An empty block says nothing about tips.
      reward: [
        ['0xa', '0x14', '0x1e'],
        ['0x0', '0x0', '0x0'],
      ],
    },
  })
  expect(await prices.read('eip155:1')).toEqual({ standard: 1_260n, fast: 1_520n, instant: 2_030n })
})

it('is never below the node gas price', async () => {
  const eth_feeHistory = { oldestBlock: '0x1', baseFeePerGas: ['0x7'], reward: null }
  const prices = await over({ eth_gasPrice: '0x3b9aca07', eth_feeHistory })
  const { standard, fast, instant } = await prices.read('eip155:1')
  expect([standard, fast, instant]).toEqual([1_000_000_007n, 1_000_000_007n, 1_000_000_007n])
})

it('uses the node gas price on chains without a base fee', async () => {
  const prices = await over({ eth_gasPrice: '0x7d' })
  expect(await prices.read('eip155:1')).toEqual({ standard: 125n, fast: 150n, instant: 200n })
})

it('rejects chains without gas and fails when no node responds', async () => {
  await expect((await over({})).read('solana:abc')).rejects.toMatchObject({ status: 400 })
  await expect((await over({ eth_gasPrice: '12' })).read('eip155:1')).rejects.toMatchObject({
    status: 503,
  })
})
