import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Hex,
  parseTransaction,
  recoverMessageAddress,
  recoverTransactionAddress,
  recoverTypedDataAddress,
  type TransactionSerialized,
} from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { createWallet, type WalletContext } from './createWallet.js'
import { readSettings } from './settings.js'

// Deriving keys is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const [first, second] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
] as const

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

function open(entry: Record<string, unknown> = {}, more: Partial<WalletContext> = {}) {
  const [settings] = readSettings(
    [{ chains: { '0x1': 'http://one', '0x2105': 'http://base' }, ...entry }],
    {
      uuid: () => 'uuid',
      localUrl: undefined,
    },
  )
  if (!settings) throw new Error('no settings')
  const wallet = createWallet(settings, {
    key: settings.rdns,
    origin: 'https://shop.example',
    storage: memoryStorage(),
    prompt: async () => 'approve',
    report: () => undefined,
    createFamilies: () => [],
    ...more,
  })
  const events: [string, unknown][] = []
  for (const name of ['accountsChanged', 'chainChanged', 'connect', 'disconnect'])
    wallet.provider.on(name, (data) => events.push([name, data]))
  const request = (method: string, ...params: unknown[]) =>
    wallet.provider.request({ method, params })
  return { wallet, events, request }
}

const servers: { close(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A minimal node that accepts a signed transaction. */
async function startNode() {
  const raw: Hex[] = []
  const handlers: Record<string, (params: Hex[]) => unknown> = {
    eth_chainId: () => '0x1',
    eth_getTransactionCount: () => '0x5',
    eth_estimateGas: () => '0x5208',
    eth_maxPriorityFeePerGas: () => '0x1',
    eth_getBlockByNumber: () => ({ baseFeePerGas: '0x1', number: '0x1', transactions: [] }),
    eth_blockNumber: () => '0x2a',
    eth_sendRawTransaction: ([bytes]) => {
      if (bytes) raw.push(bytes)
      return `0x${'ab'.repeat(32)}`
    },
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString())
    const handler = handlers[method]
    const body = handler
      ? { result: handler(params) }
      : { error: { code: -32000, message: 'no such thing', data: '0x01' } }
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  servers.push(server)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, raw }
}

test('hides accounts until connected and remembers them', async () => {
  const storage = memoryStorage()
  const { request, events } = open({ accounts: [0, 1] }, { storage })
  expect(await request('eth_accounts')).toEqual([])
  expect(await request('eth_requestAccounts')).toEqual([first, second])
  expect(events).toContainEqual(['accountsChanged', [first, second]])
  expect(await open({ accounts: [0, 1] }, { storage }).request('eth_accounts')).toEqual([
    first,
    second,
  ])
})

test('rejects with 4001, also for a single method', async () => {
  const { request, wallet } = open({ authorized: true })
  wallet.setScript('refuse', 'personal_sign')
  await expect(request('personal_sign', '0x00', first)).rejects.toMatchObject({ code: 4001 })
  wallet.setScript({ kind: 'refuse', code: 4100 })
  await expect(request('personal_sign', '0x00', first)).rejects.toMatchObject({ code: 4100 })
})

test('delays a request until settled and rejects a second connection prompt', async () => {
  const { request, wallet } = open({ script: 'delay' })
  const waiting = request('eth_requestAccounts')
  await vi.waitFor(() => expect(wallet.pending()).toHaveLength(1))
  await expect(request('eth_requestAccounts')).rejects.toMatchObject({ code: -32002 })
  wallet.settle('approve')
  expect(await waiting).toEqual([first])
  expect(wallet.pending()).toEqual([])
})

test('passes exceptions and garbage to the page', async () => {
  const { request, wallet } = open({ script: 'crash' })
  expect(() => request('eth_accounts')).toThrow(TypeError)
  wallet.setScript('garbage')
  expect(await request('eth_chainId')).toBe('one')
  wallet.setScript({ kind: 'garbage', answer: null }, 'eth_chainId')
  expect(await request('eth_chainId')).toBeNull()
})

test('repeats events with the script `twice`', () => {
  const { wallet, events } = open({ script: 'twice' })
  wallet.setChain('0x2105')
  expect(events).toEqual([
    ['chainChanged', '0x2105'],
    ['chainChanged', '0x2105'],
  ])
})

test('notifies the page of lock, unlock, account changes and disconnect', () => {
  const { wallet, events } = open({ authorized: true })
  wallet.lock()
  wallet.unlock()
  wallet.setAccounts([1])
  wallet.disconnect()
  expect(events).toEqual([
    ['accountsChanged', []],
    ['accountsChanged', [first]],
    ['accountsChanged', [second]],
    ['accountsChanged', []],
    ['disconnect', expect.objectContaining({ code: 4900 })],
  ])
  expect(wallet.provider.isConnected()).toBe(false)
})

test('switches and adds chains; a known chain keeps its node', async () => {
  const { request, events } = open()
  expect(await request('wallet_switchEthereumChain', { chainId: '0x2105' })).toBeNull()
  expect(events).toEqual([
    ['connect', { chainId: '0x1' }],
    ['chainChanged', '0x2105'],
  ])
  await expect(request('wallet_switchEthereumChain', { chainId: '0xa' })).rejects.toMatchObject({
    code: 4902,
  })
  const added = { chainId: '0xa', chainName: 'Optimism', rpcUrls: ['https://op.example'] }
  expect(await request('wallet_addEthereumChain', added)).toBeNull()
  expect(await request('net_version')).toBe('10')
})

test('signs with the requested account, or another when set to lie', async () => {
  const { request, wallet } = open({ authorized: true })
  const sign = async () => {
    const signature = (await request('personal_sign', '0x6869', first)) as Hex
    return recoverMessageAddress({ message: 'hi', signature })
  }
  expect(await sign()).toBe(first)
  wallet.setSigner(1)
  expect(await sign()).toBe(second)
  wallet.setSigner()
  await expect(request('personal_sign', '0x6869', second)).rejects.toMatchObject({ code: 4100 })
})

test('signs typed data as given, only for the current chain', async () => {
  const { request } = open({ authorized: true })
  const typedData = {
    domain: { name: 'Shop', chainId: 1 },
    primaryType: 'Order',
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Order: [{ name: 'count', type: 'uint256' }],
    },
    message: { count: '3' },
  } as const
  const signature = (await request('eth_signTypedData_v4', first, JSON.stringify(typedData))) as Hex
  const recovered = { ...typedData, domain: { name: 'Shop', chainId: 1n }, message: { count: 3n } }
  expect(await recoverTypedDataAddress({ ...recovered, signature })).toBe(first)
  const elsewhere = { ...typedData, domain: { ...typedData.domain, chainId: 5 } }
  await expect(request('eth_signTypedData_v4', first, elsewhere)).rejects.toMatchObject({
    code: -32602,
  })
})

test('signs transactions locally and broadcasts them; reads go to the node', async () => {
  const node = await startNode()
  const { request, wallet } = open({ authorized: true, chains: { '0x1': node.url } })
  const transaction = { from: first, to: second, value: '0x10' }
  expect(await request('eth_sendTransaction', transaction)).toBe(`0x${'ab'.repeat(32)}`)
  wallet.setSentTo('0x000000000000000000000000000000000000dEaD')
  await request('eth_sendTransaction', transaction)
  const [honest, false_] = node.raw as [TransactionSerialized, TransactionSerialized]
  expect(parseTransaction(honest)).toMatchObject({
    chainId: 1,
    nonce: 5,
    value: 16n,
    to: second.toLowerCase(),
  })
  expect(await recoverTransactionAddress({ serializedTransaction: honest })).toBe(first)
  expect(parseTransaction(false_).to).toMatch(/dead$/)
  expect(await request('eth_blockNumber')).toBe('0x2a')
  await expect(request('eth_getBalance', first, 'latest')).rejects.toMatchObject({
    code: -32000,
    data: '0x01',
  })
})

test('rejects foreign senders, unknown methods and blind signing', async () => {
  const { request } = open({ authorized: true })
  await expect(request('eth_sendTransaction', { from: second, to: first })).rejects.toMatchObject({
    code: 4100,
  })
  await expect(request('eth_sign', first, '0x00')).rejects.toMatchObject({ code: 4200 })
  await expect(request('wallet_teleport')).rejects.toMatchObject({ code: 4200 })
})
