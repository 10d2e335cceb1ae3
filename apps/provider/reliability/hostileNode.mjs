/** A node whose answers to `eth_call` are as long as the question says, in a thread of its own. */
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
