import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startScriptedNode } from '../../reliability/scriptedNode.mjs'
import type { Database } from '../store/openDatabase.js'
import { developmentProjectId } from '../store/projects.js'
import { longTimeoutClock } from '../testing/longTimeoutNodes.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import { type RunningApi, startApi } from './startApi.js'

const responseBytes = 8 * 1_048_576
const connectionCount = 30
const rpcPath = `/v1?projectId=${developmentProjectId}&chainId=eip155:1`

let node: Awaited<ReturnType<typeof startScriptedNode>>
let database: Database
let api: RunningApi

beforeAll(async () => {
  const long = `0x${'ab'.repeat(responseBytes / 2)}`
  const answers = { eth_chainId: '0x1', eth_blockNumber: '0x10', eth_call: long }
  ;[node, database] = await Promise.all([startScriptedNode({ answers }), openTemporaryDatabase()])
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = { id: 'eip155:1', name: 'Ethereum', nativeCurrency, upstreams: [node.url] } as const
  api = await startApi({
    port: 0,
    database,
    clock: longTimeoutClock,
    trustedProxies: ['127.0.0.1'],
    // This tests the memory limit, not the byte rate.
    rates: { rpcBytes: { perSecond: 1e9, burst: 1e9 } },
    chains: [{ ...chain, tokens: [], isTestnet: false }],
  })
})
afterAll(async () => {
  await api?.stop()
  await Promise.all([node?.stop(), database?.stop()])
})

const call = (method: string, params: readonly unknown[] = []) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

/** Requests a long response and reads only its start. */
async function requestWithoutReading() {
  const body = call('eth_call', [{ data: '0x' }, 'latest'])
  const { host, hostname, port } = new URL(api.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST ${rpcPath} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 203.0.113.7\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  )
  const status = await new Promise<string>((resolve, reject) => {
    socket.on('error', reject)
    socket.once('data', (chunk: Buffer) => {
      socket.pause()
      resolve(chunk.toString('latin1').split(' ')[1] ?? '')
    })
  })
  return { socket, status }
}

describe('a network that does not read its responses', () => {
  it('is rejected without a node call while others are served', async () => {
    const responses = await Promise.all(
      Array.from({ length: connectionCount }, requestWithoutReading),
    )
    const statuses = new Set(responses.map(({ status }) => status))
    expect([...statuses].sort()).toEqual(['200', '429'])
    const calls = node.seen.filter(({ method }) => method === 'eth_call').length
    // Only the calls that were at the node when the first response came.
    expect(calls).toBeLessThanOrEqual(connectionCount / 2)
    const honest = await fetch(`${api.url}${rpcPath}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '198.51.100.1' },
      body: call('eth_blockNumber'),
    })
    expect(await honest.json()).toMatchObject({ result: '0x10' })
    for (const { socket } of responses) socket.destroy()
  })
})
