import { type LocalEvm, startLocalEvm } from '@latchkey/dev-stack/startLocalEvm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  nodeFaults,
  type ScriptedNode,
  startScriptedNode,
} from '../../../reliability/scriptedNode.mjs'
import { createExchanges } from '../../sources/convert/createExchanges.js'
import { createUniswapV2Exchange } from '../../sources/convert/uniswapV2.js'
import { createTestApi, type TestApi } from '../../testing/apiFixture.js'
import {
  createLongTimeoutNodes,
  hastyClock,
  longTimeoutClock,
} from '../../testing/longTimeoutNodes.js'
import { chainRoutes, rpcProxyRoutes } from './index.js'

let local: LocalEvm
let api: TestApi

beforeAll(async () => {
  local = await startLocalEvm({ chainId: 1 })
  api = apiOver([local.url])
})

afterAll(() => local?.stop())

const started: ScriptedNode[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((node) => node.stop()))
})

const solanaChain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

function apiOver(upstreams: readonly string[], clock = longTimeoutClock): TestApi {
  const solana = { ...local.settings, id: solanaChain, upstreams, tokens: [] } as const
  const explorer = 'https://explorer.example'
  const chains = [{ ...local.settings, upstreams, explorer }, solana]
  const nodes = createLongTimeoutNodes(chains, { clock })
  const exchanges = createExchanges({
    nodes,
    clock,
    exchanges: [createUniswapV2Exchange({ nodes, clock })],
  })
  return createTestApi({
    routes: chainRoutes({ nodes, exchanges }),
    rawRoutes: rpcProxyRoutes({ nodes }),
  })
}

const rpc = (body: unknown, chainId: string | undefined = 'eip155:1', path = '/v1/', to = api) =>
  to.post(path, typeof body === 'string' ? body : JSON.stringify(body), { query: { chainId } })

const question = (method: string, params: unknown = [], id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

describe('supported chains', () => {
  it('are the configured ones', async () => {
    const answer = await api.get('/v1/supported-chains')
    expect(answer).toMatchObject({
      status: 200,
      json: {
        http: ['eip155:1', solanaChain],
        ws: [],
        swaps: ['eip155:1'],
        explorers: { 'eip155:1': 'https://explorer.example' },
      },
    })
  })
})

describe('the proxy', () => {
  it.each(['/v1/', '/v1'])('returns the node result, at %s', async (path) => {
    const call = question('eth_getBalance', [local.accounts[5]?.address, 'latest'])
    const answer = await rpc(call, undefined, path)
    const direct = await fetch(local.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    })
    expect(answer).toMatchObject({ status: 200, json: await direct.json() })
    expect(answer.headers.get('content-type')).toContain('application/json')
  })

  it.each(['7', '"seven"', 'null', '0', '-1', '1e3', '12345678901234567890', '"a\\u0062"'])(
    'returns the id %s unchanged',
    async (id) => {
      const { text } = await rpc(
        `{"method":"eth_blockNumber","id": ${id} ,"jsonrpc":"2.0","params":[]}`,
      )
      expect(text).toContain(`"id":${id},"result":"0x`)
    },
  )

  it('handles a batch in order, each call separately', async () => {
    const { status, json } = await rpc([
      question('eth_blockNumber', [], 'a'),
      question('eth_chainId', [], 'b'),
      question('debug_traceTransaction', [], 'c'),
      { nonsense: true },
      question('eth_getBalance', ['not an address', 'latest'], 'd'),
    ])
    expect(status).toBe(200)
    expect(json).toMatchObject([
      { id: 'a', result: expect.stringMatching(/^0x/) },
      { id: 'b', result: '0x1' },
      { id: 'c', error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
      { id: 'd', error: { code: -32602 } },
    ])
  })

  it('handles a batch of a thousand calls', async () => {
    const { status, json } = await rpc(
      Array.from({ length: 1_000 }, (_, id) => question('eth_chainId', [], id)),
    )
    expect(status).toBe(200)
    expect(json).toHaveLength(1_000)
    expect(json.at(-1)).toEqual({ jsonrpc: '2.0', id: 999, result: '0x1' })
  })

  it('returns the chain id without a node', async () => {
    const deaf = apiOver(['http://127.0.0.1:9'])
    const answer = await rpc(
      [question('eth_chainId'), question('net_version')],
      undefined,
      '/v1',
      deaf,
    )
    expect(answer.json).toMatchObject([{ result: '0x1' }, { result: '1' }])
  })

  it.each([
    'admin_nodeInfo',
    'anvil_setBalance',
    'anvil_impersonateAccount',
    'debug_traceTransaction',
    'eth_accounts',
    'eth_sendTransaction',
    'eth_sign',
    'eth_subscribe',
    'evm_mine',
    'hardhat_reset',
    'miner_start',
    'ots_searchTransactionsBefore',
    'personal_unlockAccount',
    'txpool_content',
    '__proto__',
    'constructor',
  ])('rejects %s', async (method) => {
    const { json } = await rpc(question(method))
    expect(json).toMatchObject({ id: 1, error: { code: -32601 } })
  })

  it('returns the revert reason', async () => {
    const usdc = local.settings.exchange?.dollar
    const data = `0xa9059cbb${'0'.repeat(63)}1${'f'.repeat(64)}`
    const { status, json } = await rpc(question('eth_call', [{ to: usdc, data }, 'latest']))
    expect(status).toBe(200)
    expect(json.error.code).toBe(3)
    expect(json.error.data).toMatch(/^0x/)
  })

  it('supports filters', async () => {
    const made = await rpc(question('eth_newBlockFilter'))
    await local.rpc('anvil_mine', '0x1')
    const changes = await rpc(question('eth_getFilterChanges', [made.json.result]))
    expect(changes.json.result).toHaveLength(1)
  })

  it.each<[string, unknown, string | undefined, number, string]>([
    ['an unknown chain', question('eth_blockNumber'), 'eip155:999', 400, 'chainId'],
    ['no chain', question('eth_blockNumber'), '', 400, 'chainId'],
    [
      'an address instead of a chain',
      question('eth_blockNumber'),
      'http://127.0.0.1',
      400,
      'chainId',
    ],
    ['no JSON', '{', undefined, 422, 'body'],
    ['nothing', '', undefined, 422, 'body'],
    ['too many calls', Array(1_001).fill(question('eth_chainId')), undefined, 422, 'body'],
    ['too deep a call', `${'['.repeat(40)}${']'.repeat(40)}`, undefined, 422, 'body'],
    ['too long a call', ' '.repeat(1_048_577), undefined, 413, 'body'],
  ])('rejects %s', async (_, body, chain, status, field) => {
    expect(await rpc(body, chain)).toMatchObject({ status, reasons: [{ field }] })
  })

  it.each([
    ['null', null],
    ['a number', 7],
    ['an empty batch', []],
    ['an old version', { id: 1, method: 'eth_blockNumber' }],
    ['no id', { jsonrpc: '2.0', method: 'eth_blockNumber' }],
    ['an id that is an object', question('eth_blockNumber', [], {})],
    ['parameters that are text', question('eth_blockNumber', 'latest')],
    ['an invalid method name', question('eth_blockNumber\n')],
  ])('rejects %s as invalid', async (_, body) => {
    const { status, json } = await rpc(body)
    expect(status).toBe(200)
    expect(json).toMatchObject({ id: null, error: { code: -32600 } })
  })

  it.each(['/v1/', '/v1'])('responds 426 to GET %s', async (path) => {
    expect((await api.get(path, { query: { chainId: 'eip155:1' } })).status).toBe(426)
  })

  it.each(nodeFaults.filter((fault) => !fault.startsWith('stalled')))(
    'tries the next node: %s',
    async (fault) => {
      const bad = await startScriptedNode({ fault, answers: { eth_chainId: '0x1' } })
      started.push(bad)
      const over = apiOver([bad.url, local.url])
      const { json } = await rpc(question('eth_gasPrice'), undefined, '/v1/', over)
      expect(json).toEqual((await rpc(question('eth_gasPrice'))).json)
    },
  )

  it('responds 503 when no node responds', async () => {
    const deaf = apiOver(['http://127.0.0.1:9'], hastyClock)
    const bodies = [
      question('eth_blockNumber'),
      [question('eth_blockNumber')],
      [question('eth_chainId'), question('eth_blockNumber', [], 2)],
    ]
    const [one, batch, mixed] = await Promise.all(
      bodies.map((body) => rpc(body, undefined, '/v1/', deaf)),
    )
    for (const answer of [one, batch]) {
      expect(answer).toMatchObject({ status: 503, reasons: [{ field: 'chainId' }] })
    }
    expect(mixed?.status).toBe(200)
    expect(mixed?.json).toMatchObject([{ result: '0x1' }, { id: 2, error: { code: -32603 } }])
  })
})
