import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { developmentProjectId } from '../store/projects.js'
import { createManualClock } from '../testing/manualClock.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import { startApi } from './startApi.js'

it('ends a node call when its caller disconnects', async () => {
  const calls: ('waiting' | 'closed')[] = []
  const node = createServer(async (request, response) => {
    const { id, method } = JSON.parse(await text(request))
    if (method === 'eth_chainId') {
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: '0x1' }))
      return
    }
    const call = calls.push('waiting') - 1
    response.on('close', () => {
      calls[call] = 'closed'
    })
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const database = await openTemporaryDatabase()
  const api = await startApi({
    port: 0,
    database,
    // It stands still, so nothing times out.
    clock: createManualClock(),
    chains: [
      {
        id: 'eip155:1',
        name: 'Ethereum',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        upstreams: [`http://127.0.0.1:${(node.address() as AddressInfo).port}`],
        tokens: [],
        isTestnet: false,
      },
    ],
  })
  onTestFinished(async () => {
    node.closeAllConnections()
    node.close()
    await api.stop()
    await database.stop()
  })
  const { host, hostname, port } = new URL(api.url)
  const send = (block: string) => {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getBalance',
      params: [`0x${'1'.repeat(40)}`, block],
    })
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /v1?projectId=${developmentProjectId}&chainId=eip155:1 HTTP/1.1\r\nHost: ${host}\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body}`,
    )
    return socket
  }
  const leaving = send('0x1')
  await expect.poll(() => calls).toEqual(['waiting'])
  const staying = send('0x2')
  await expect.poll(() => calls).toEqual(['waiting', 'waiting'])
  leaving.destroy()
  await expect.poll(() => calls).toEqual(['closed', 'waiting'])
  staying.destroy()
  await expect.poll(() => calls).toEqual(['closed', 'closed'])
})
