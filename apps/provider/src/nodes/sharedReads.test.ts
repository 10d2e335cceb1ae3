import { keccak256 } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { type ScriptedNode, startScriptedNode } from '../../reliability/scriptedNode.mjs'
import { ApiError } from '../errors/ApiError.js'
import { createLongTimeoutNodes, longTimeoutClock } from '../testing/longTimeoutNodes.js'

const chain = 'eip155:1'
const signedTransaction = '0x02f86c'
const account = `0x${'1'.padStart(40, '0')}`

const started: ScriptedNode[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((node) => node.stop()))
})

/** A node that responds to each call only when the test says so. Time stands still. */
async function startHeldNode() {
  const held: { method: string; respond: (result: unknown) => void }[] = []
  const arrivals: (() => void)[] = []
  const hold = (method: string) => () =>
    new Promise((resolve) => {
      held.push({ method, respond: resolve })
      for (const arrive of arrivals.splice(0)) arrive()
    })
  const node = await startScriptedNode({
    answers: {
      eth_chainId: '0x1',
      eth_getBalance: hold('eth_getBalance'),
      eth_getTransactionCount: hold('eth_getTransactionCount'),
      eth_sendRawTransaction: hold('eth_sendRawTransaction'),
      eth_blockNumber: hold('eth_blockNumber'),
    },
  })
  started.push(node)
  let now = Date.now()
  const nodes = createLongTimeoutNodes(
    [
      {
        id: chain,
        name: 'Ethereum',
        isTestnet: false,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        upstreams: [node.url],
        tokens: [],
      },
    ],
    { clock: { ...longTimeoutClock, now: () => now } },
  )
  return {
    passTime(ms: number) {
      now += ms
    },
    nodes,
    held,
    /** Waits until the node has received this many calls. */
    async receive(count: number) {
      while (held.length < count) await new Promise<void>((resolve) => arrivals.push(resolve))
    },
    balance: (signal?: AbortSignal) =>
      nodes.call(chain, 'eth_getBalance', [account, 'latest'], signal),
    /** As a page reads, through the proxy. */
    pageRead: async (method: string) => {
      const meter = { start: async () => () => undefined, add: () => undefined }
      return (await nodes.request(chain, method, [account, 'latest'], undefined, meter)).value
    },
  }
}

/** Lets the pending steps of other calls run. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('identical reads in progress', () => {
  it('share one node call', async () => {
    const { balance, held, receive } = await startHeldNode()
    const reads = [balance(), balance(), balance()]
    await receive(1)
    await settle()
    expect(held.length).toBe(1)
    held[0]?.respond('0x5')
    expect(await Promise.all(reads)).toEqual(['0x5', '0x5', '0x5'])
  })

  it('are read again once they have ended', async () => {
    const { balance, held, receive } = await startHeldNode()
    const first = balance()
    await receive(1)
    held[0]?.respond('0x5')
    expect(await first).toBe('0x5')
    const second = balance()
    await receive(2)
    held[1]?.respond('0x6')
    expect(await second).toBe('0x6')
  })

  it('go on when the first reader aborts', async () => {
    const { balance, held, receive } = await startHeldNode()
    const leaving = new AbortController()
    const first = balance(leaving.signal)
    const second = balance()
    await receive(1)
    leaving.abort(new Error('The caller left.'))
    await expect(first).rejects.toThrow('The caller left.')
    held[0]?.respond('0x5')
    expect(await second).toBe('0x5')
    expect(held.length).toBe(1)
  })

  it('are not joined after all readers have left', async () => {
    const { balance, held, receive } = await startHeldNode()
    const leaving = new AbortController()
    const first = balance(leaving.signal)
    await receive(1)
    leaving.abort(new Error('The caller left.'))
    await expect(first).rejects.toThrow('The caller left.')
    const second = balance()
    await receive(2)
    held[1]?.respond('0x6')
    expect(await second).toBe('0x6')
  })

  it('are not joined after a newer block was seen', async () => {
    const { nodes, balance, held, receive } = await startHeldNode()
    const head = async (block: string) => {
      const read = nodes.call(chain, 'eth_blockNumber', [])
      await receive(held.length + 1)
      held.at(-1)?.respond(block)
      await read
    }
    await head('0x1')
    const before = balance()
    await receive(2)
    await head('0x2')
    const after = balance()
    await receive(4)
    held[1]?.respond('0x5')
    held[3]?.respond('0x6')
    expect(await Promise.all([before, after])).toEqual(['0x5', '0x6'])
  })

  it('are not joined after a transaction was sent', async () => {
    const { nodes, balance, held, receive } = await startHeldNode()
    const before = balance()
    await receive(1)
    const sent = nodes.call(chain, 'eth_sendRawTransaction', [signedTransaction])
    await receive(2)
    held[1]?.respond(keccak256(signedTransaction))
    await sent
    const after = balance()
    await receive(3)
    held[0]?.respond('0x5')
    held[2]?.respond('0x6')
    expect(await Promise.all([before, after])).toEqual(['0x5', '0x6'])
  })

  it('end only for the reader whose limit they exceed', async () => {
    const { nodes, balance, held, receive } = await startHeldNode()
    const counted: number[] = []
    const meter = (limit: number) => ({
      start: async () => () => undefined,
      add(bytes: number) {
        counted.push(bytes)
        if (bytes > limit) throw new ApiError(413, 'body', 'Too long.')
      },
    })
    const read = (limit: number) =>
      nodes.request(chain, 'eth_getBalance', [account, 'latest'], undefined, meter(limit))
    const limited = read(1)
    const unlimited = read(1_000)
    const plain = balance()
    await receive(1)
    held[0]?.respond('0x5')
    await expect(limited).rejects.toMatchObject({ status: 413 })
    expect((await unlimited).json).toBe('"0x5"')
    expect(await plain).toBe('0x5')
    // Both are charged for the whole response.
    expect(counted.length).toBe(2)
    expect(counted[0]).toBe(counted[1])
  })
})

describe('a result of a page', () => {
  async function readOnce(method = 'eth_getBalance') {
    const node = await startHeldNode()
    const read = node.pageRead(method)
    await node.receive(1)
    node.held[0]?.respond('0x5')
    expect(await read).toBe('0x5')
    return {
      ...node,
      /** Reads again; the node has received `call` calls then. */
      async readAgain(call: number, read = () => node.pageRead(method)) {
        const again = read()
        await node.receive(call)
        node.held[call - 1]?.respond('0x6')
        return again
      },
    }
  }

  it('is shared for a moment after its call has ended', async () => {
    const { pageRead, held, passTime } = await readOnce()
    passTime(249)
    expect(await pageRead('eth_getBalance')).toBe('0x5')
    expect(held.length).toBe(1)
  })

  it('is not shared after that moment', async () => {
    const { readAgain, passTime } = await readOnce()
    passTime(250)
    expect(await readAgain(2)).toBe('0x6')
  })

  it('is not taken by the provider itself', async () => {
    const { readAgain, balance } = await readOnce()
    expect(await readAgain(2, balance)).toBe('0x6')
  })

  it('is not shared after a newer block was seen', async () => {
    const { nodes, receive, held, readAgain } = await readOnce()
    const head = nodes.call(chain, 'eth_blockNumber', [])
    await receive(2)
    held[1]?.respond('0x2')
    await head
    expect(await readAgain(3)).toBe('0x6')
  })

  it('is not shared after a transaction was sent', async () => {
    const { nodes, receive, held, readAgain } = await readOnce()
    const sent = nodes.call(chain, 'eth_sendRawTransaction', [signedTransaction])
    await receive(2)
    held[1]?.respond(keccak256(signedTransaction))
    await sent
    expect(await readAgain(3)).toBe('0x6')
  })

  it('is not shared where somebody waits for its change', async () => {
    const { readAgain } = await readOnce('eth_getTransactionCount')
    expect(await readAgain(2)).toBe('0x6')
  })
})

describe('transactions', () => {
  it('are never shared', async () => {
    const { nodes, held, receive } = await startHeldNode()
    const send = () => nodes.call(chain, 'eth_sendRawTransaction', [signedTransaction])
    const both = [send(), send()]
    await receive(2)
    for (const { respond } of held) respond(keccak256(signedTransaction))
    await Promise.all(both)
    expect(held.map(({ method }) => method)).toEqual([
      'eth_sendRawTransaction',
      'eth_sendRawTransaction',
    ])
  })
})
