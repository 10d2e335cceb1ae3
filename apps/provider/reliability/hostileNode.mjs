/** A node that answers `eth_call` with as many bytes as the call names, in a separate thread. */
import { parentPort } from 'node:worker_threads'
import { startScriptedNode } from './scriptedNode.mjs'

const { url } = await startScriptedNode({
  answers: {
    eth_chainId: '0x1',
    eth_blockNumber: '0x10',
    eth_call: ([{ data }]) => `0x${'ab'.repeat(Number(data) / 2)}`,
  },
})
parentPort.postMessage(url)
