import {
  parseSignature,
  serializeCompactSignature,
  serializeErc6492Signature,
  toHex,
  verifyTypedData,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { evmNetwork } from '../../../fixtures/evmNetwork.js'
import { createFakeClock } from '../../../fixtures/fakeClock.js'
import { createFakeJournal } from '../../../fixtures/fakeJournal.js'
import { createFakeNode, type FakeNode } from '../../../fixtures/fakeNode.js'
import { createFakeWallet } from '../../../fixtures/fakeWallet.js'
import type { ChainSession } from '../../core/connection/family.js'
import * as limits from '../../core/runtime/limits.js'
import { createAdapter } from './adapter.js'
import { inPageTransport } from './inPageTransport.js'
import type { Provider } from './provider.js'

const mainnet = evmNetwork('1')
const base = evmNetwork('8453')
const stranger = '0x3333333333333333333333333333333333333333'

let node: FakeNode
beforeEach(() => {
  node = createFakeNode()
  vi.stubGlobal('fetch', node.fetch)
})
afterEach(() => vi.unstubAllGlobals())

async function connect() {
  const wallet = createFakeWallet()
  const clock = createFakeClock()
  const journal = createFakeJournal()
  const session = (await createAdapter(new Map()).attach({
    transport: inPageTransport(wallet.provider),
    mode: 'ask',
    network: mainnet,
    networks: () => [mainnet, base],
    ports: { clock },
    journal: async () => journal,
    signal: new AbortController().signal,
  })) as ChainSession
  const provider = session.provider as Provider
  const [address, second] = wallet.addresses as [`0x${string}`, `0x${string}`]
  const sendRequest = (method: string, ...params: unknown[]) => provider.request({ method, params })
  const requestedMethods = () => wallet.calls.map(({ method }) => method).slice(2)
  return {
    wallet,
    clock,
    journal,
    session,
    provider,
    address,
    second,
    sendRequest,
    requestedMethods,
  }
}

describe('the provider', () => {
  it('serves known values without the wallet', async () => {
    const { sendRequest, requestedMethods, wallet } = await connect()
    expect(await sendRequest('eth_accounts')).toEqual(wallet.addresses)
    expect(await sendRequest('eth_requestAccounts')).toEqual(wallet.addresses)
    expect(await sendRequest('eth_chainId')).toBe('0x1')
    expect(await sendRequest('net_version')).toBe('1')
    expect(requestedMethods()).toEqual([])
  })

  it('passes other requests on unchanged', async () => {
    const { sendRequest, wallet } = await connect()
    wallet.answer('eth_getBlockByNumber', (params) => ({ params }))
    expect(await sendRequest('eth_getBlockByNumber', 'latest', false)).toEqual({
      params: ['latest', false],
    })
    wallet.answer('eth_getTransactionReceipt', () => null)
    expect(await sendRequest('eth_getTransactionReceipt', '0x')).toBeNull()
  })

  it('uses the selected account', async () => {
    const { sendRequest, session, provider, second, address, wallet } = await connect()
    const changed = vi.fn()
    provider.on('accountsChanged', changed)
    session.use(session.accounts()[1] as never)
    expect(changed).toHaveBeenCalledWith([second, address])
    expect(await sendRequest('eth_accounts')).toEqual([second, address])
    await expect(sendRequest('personal_sign', '0x00', address)).rejects.toMatchObject({
      code: 4100,
    })
    await sendRequest('personal_sign', '0x00', second)
    expect(wallet.calls.at(-1)?.params).toEqual(['0x00', second])
  })

  it('emits changes until the listener is removed', async () => {
    const { provider, wallet, address, second } = await connect()
    const accounts = vi.fn()
    const chain = vi.fn()
    provider.on('accountsChanged', accounts).on('chainChanged', chain)
    wallet.emit('accountsChanged', [second, address])
    wallet.emit('accountsChanged', [second, address])
    wallet.emit('chainChanged', '0x2105')
    expect(accounts.mock.calls).toEqual([[[second, address]]])
    expect(chain.mock.calls).toEqual([['0x2105']])
    provider.removeListener('chainChanged', chain)
    wallet.emit('chainChanged', '0x1')
    expect(chain).toHaveBeenCalledTimes(1)
  })

  it('emits disconnect and then rejects requests', async () => {
    const { provider, session, sendRequest } = await connect()
    const over = vi.fn()
    provider.on('disconnect', over)
    await session.end({ notifyWallet: false })
    await session.end({ notifyWallet: false })
    expect(over).toHaveBeenCalledTimes(1)
    expect(over.mock.calls[0]?.[0]).toMatchObject({ code: 4900 })
    await expect(sendRequest('eth_blockNumber')).rejects.toMatchObject({ code: 4900 })
  })

  it.each([
    [{ code: 4001, message: 'no' }, 4001, 'connection/user-rejected'],
    [{ code: 5000 }, 4001, 'connection/user-rejected'],
    [{ code: -32002 }, -32002, 'wallet/busy'],
    [{ code: -32000, message: 'insufficient funds', data: 'x' }, -32000, 'wallet/request-failed'],
    ['boom', -32603, 'wallet/request-failed'],
  ])('maps %o to an EIP-1193 error with our error as its cause', async (thrown, code, ours) => {
    const { sendRequest, wallet } = await connect()
    wallet.answer('eth_call', () => Promise.reject(thrown))
    await expect(sendRequest('eth_call')).rejects.toMatchObject({
      name: 'ProviderRpcError',
      code,
      cause: { code: ours },
    })
  })

  it("keeps message and data of the wallet's own errors", async () => {
    const { sendRequest, wallet } = await connect()
    wallet.answer('eth_call', () => Promise.reject({ code: 3, message: 'reverted', data: '0x08' }))
    await expect(sendRequest('eth_call')).rejects.toMatchObject({
      message: 'reverted',
      data: '0x08',
    })
  })

  it.each([undefined, null, {}, { method: 7 }])('rejects the request %o', async (call) => {
    const { provider } = await connect()
    await expect(provider.request(call as never)).rejects.toMatchObject({
      name: 'ProviderRpcError',
    })
  })

  it("switches to the site's networks and passes others to the wallet", async () => {
    const { sendRequest, session, wallet } = await connect()
    expect(await sendRequest('wallet_switchEthereumChain', { chainId: '0x2105' })).toBeNull()
    expect(session.networkId()).toBe(base.id)
    wallet.knownChains.add('0x539')
    await sendRequest('wallet_switchEthereumChain', { chainId: '0x539' })
    expect(session.networkId()).toBe('eip155:1337')
    await expect(sendRequest('wallet_switchEthereumChain', {})).rejects.toMatchObject({
      code: -32602,
    })
  })
})

describe('signing', () => {
  const typedData = {
    types: { Vote: [{ name: 'yes', type: 'bool' }] },
    primaryType: 'Vote',
    domain: { name: 'Poll', chainId: 1 },
    message: { yes: true },
  } as const

  it('sends messages to wallets as bytes', async () => {
    const { sendRequest, wallet, address } = await connect()
    await sendRequest('personal_sign', 'hi', address.toLowerCase())
    expect(wallet.calls.at(-1)?.params).toEqual(['0x6869', address])
    await sendRequest('personal_sign', '0x6869', address)
    expect(wallet.calls.at(-1)?.params).toEqual(['0x6869', address])
  })

  it('signs typed data', async () => {
    const { sendRequest, address } = await connect()
    for (const data of [typedData, JSON.stringify(typedData)]) {
      const signature = (await sendRequest('eth_signTypedData_v4', address, data)) as `0x${string}`
      expect(await verifyTypedData({ ...typedData, address, signature })).toBe(true)
    }
  })

  it.each([
    ['personal_sign', ['0x00', stranger], 4100],
    ['personal_sign', ['0x00'], -32602],
    ['personal_sign', [7, undefined], -32602],
    ['eth_signTypedData_v4', [stranger, typedData], 4100],
    ['eth_signTypedData_v4', [undefined, typedData], -32602],
    ['eth_signTypedData_v3', [stranger, '{}'], 4100],
    ['eth_signTypedData', [[], stranger], 4100],
    ['eth_sign', [stranger, '0x00'], 4100],
    ['eth_sendTransaction', [{ from: stranger }], 4100],
    ['eth_sendTransaction', [{ chainId: '0x2' }], 4901],
    ['eth_sendTransaction', [{ to: '0x12' }], -32602],
    ['eth_sendTransaction', [{ value: 5 }], -32602],
    ['eth_sendTransaction', [{ data: '0x1' }], -32602],
    ['eth_sendTransaction', [{ data: '0x11', input: '0x12' }], -32602],
    ['eth_sendTransaction', [], -32602],
    ['eth_signTransaction', [{ from: stranger }], 4100],
    ['wallet_sendCalls', [{ from: stranger, calls: [] }], 4100],
    ['wallet_sendCalls', [{ chainId: '0x2105', calls: [] }], 4901],
  ])('rejects %s %o without a prompt', async (method, params, code) => {
    const { sendRequest, requestedMethods } = await connect()
    await expect(sendRequest(method, ...params)).rejects.toMatchObject({ code })
    expect(requestedMethods()).toEqual([])
  })

  it('rejects typed data that it cannot hash', async () => {
    const { sendRequest, requestedMethods, address } = await connect()
    const odd = { ...typedData, message: { yes: 'maybe' } }
    await expect(sendRequest('eth_signTypedData_v4', address, odd)).rejects.toMatchObject({
      code: -32602,
    })
    expect(requestedMethods()).toEqual([])
  })

  it.each([undefined, null, 7, 'x', '0x', `0x${'ab'.repeat(30)}`, ['0x'], {}])(
    'rejects %o as a signature',
    async (answer) => {
      const { sendRequest, wallet, address } = await connect()
      wallet.answer('personal_sign', () => answer)
      await expect(sendRequest('personal_sign', '0x00', address)).rejects.toMatchObject({
        cause: { code: 'wallet/malformed-answer' },
      })
    },
  )

  it('accepts a compact signature', async () => {
    const { sendRequest, wallet, address } = await connect()
    const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
    const parities = new Set<number | undefined>()
    for (const raw of ['0x00', '0x01', '0x02', '0x03', '0x04'] as const) {
      const { r, s, yParity } = parseSignature(await account.signMessage({ message: { raw } }))
      const compact = serializeCompactSignature({
        r,
        yParityAndS: toHex(BigInt(s) | (BigInt(yParity) << 255n), { size: 32 }),
      })
      wallet.answer('personal_sign', () => compact)
      expect(await sendRequest('personal_sign', raw, address)).toBe(compact)
      parities.add(yParity)
    }
    expect(parities).toEqual(new Set([0, 1]))
  })

  describe('for a contract account', () => {
    const short = `0x${'ab'.repeat(65)}`
    const long = `0x${'ab'.repeat(130)}`
    const undeployed = serializeErc6492Signature({
      address: `0x${'cd'.repeat(20)}`,
      data: '0xabcdef',
      signature: `0x${'ab'.repeat(65)}`,
    })
    const hollow = `0x${'ab'.repeat(130)}${'6492'.repeat(16)}`
    const valid = `0x1626ba7e${'0'.repeat(56)}`
    const no = `0x${'f'.repeat(64)}`
    const down = () => Promise.reject(new TypeError('fetch failed'))
    const reverted = () =>
      Response.json({ id: 1, error: { code: 3, message: 'execution reverted' } })

    it.each<[string, string, () => unknown, () => unknown, boolean]>([
      ['the contract accepts', short, () => '0x60', () => valid, true],
      ['the contract accepts a long signature', long, () => '0x60', () => valid, true],
      ['the contract rejects', long, () => '0x60', () => `0x${'f'.repeat(64)}`, false],
      ['the contract returns nothing', long, () => '0x60', () => '0x', false],
      ['the contract reverts', long, () => '0x60', reverted, false],
      ['there is no contract', short, () => '0x', down, false],
      ['there is no contract for a long signature', long, () => '0x', down, false],
      ['the undeployed contract accepts', undeployed, () => '0x', () => valid, true],
      ['the undeployed contract rejects', undeployed, () => '0x', () => no, false],
      ['the contract cannot be deployed', undeployed, () => '0x', () => '0x', false],
      ['the undeployed contract reverts', undeployed, () => '0x', reverted, false],
      ['the deployment data is malformed', hollow, () => '0x', () => valid, false],
      ['no node responds for a short signature', short, down, down, false],
      ['no node responds for a long signature', long, down, down, true],
    ])('verifies when %s', async (_, signature, getCode, call, accepted) => {
      const { sendRequest, wallet, address } = await connect()
      node.answer('eth_getCode', getCode)
      node.answer('eth_call', call)
      wallet.answer('personal_sign', () => signature)
      const signing = sendRequest('personal_sign', '0x00', address)
      if (accepted) expect(await signing).toBe(signature)
      else await expect(signing).rejects.toMatchObject({ cause: { code: 'wallet/wrong-signer' } })
    })

    it('rejects a signature of an undeployed contract when no node responds', async () => {
      const { sendRequest, wallet, address } = await connect()
      node.answer('eth_call', down)
      wallet.answer('personal_sign', () => undeployed)
      await expect(sendRequest('personal_sign', '0x00', address)).rejects.toMatchObject({
        cause: { code: 'network/node-failed' },
      })
    })

    it('calls isValidSignature with hash and signature', async () => {
      const { sendRequest, wallet, address } = await connect()
      node.answer('eth_getCode', () => '0x60')
      node.answer('eth_call', () => valid)
      wallet.answer('personal_sign', () => short)
      await sendRequest('personal_sign', '0x00', address)
      const [call] = node.calls.find(({ method }) => method === 'eth_call')?.params ?? []
      const { to, data } = call as { to: string; data: string }
      expect(to).toBe(address)
      expect(data).toMatch(/^0x1626ba7e[0-9a-f]{64}0{62}400{62}41(ab){65}0{62}$/)
    })
  })
})

describe('sending', () => {
  const to = stranger
  const request = { to, value: '0x05', input: '0xABcd', gas: '0x5208' }
  const onChain = (address: string) => ({
    from: address.toLowerCase(),
    to,
    value: '0x5',
    input: '0xabcd',
  })

  it('fills in account and chain and returns the hash', async () => {
    const { sendRequest, wallet, address } = await connect()
    node.answer('eth_getTransactionByHash', () => onChain(address))
    expect(await sendRequest('eth_sendTransaction', request)).toMatch(/^0x[0-9a-f]{64}$/)
    expect(wallet.sent).toEqual([
      { from: address, chainId: '0x1', to, value: '0x5', data: '0xabcd', gas: '0x5208' },
    ])
  })

  it.each([
    { from: stranger },
    { to: '0x4444444444444444444444444444444444444444' },
    { to: null },
    { value: '0x6' },
    { input: '0x' },
  ])('reports when the sent transaction has %o', async (change) => {
    const { sendRequest, address, journal } = await connect()
    node.answer('eth_getTransactionByHash', () => ({ ...onChain(address), ...change }))
    node.answer('eth_getCode', () => '0x')
    const hash = await sendRequest('eth_sendTransaction', request)
    const noted = [expect.objectContaining({ hash, isMismatch: true })]
    await vi.waitFor(() => expect(journal.entries()).toEqual(noted))
  })

  it("reports a mismatch even when the account's code cannot be read", async () => {
    const { sendRequest, address, journal } = await connect()
    node.answer('eth_getTransactionByHash', () => ({ ...onChain(address), value: '0x6' }))
    node.answer('eth_getCode', () => {
      throw new TypeError('fetch failed')
    })
    await sendRequest('eth_sendTransaction', request)
    await vi.waitFor(() => expect(journal.entries()[0]?.isMismatch).toBe(true))
  })

  it('accepts other transactions of contract accounts', async () => {
    const { sendRequest, address, journal } = await connect()
    node.answer('eth_getTransactionByHash', () => ({ ...onChain(address), from: stranger }))
    node.answer('eth_getCode', () => '0x60')
    expect(await sendRequest('eth_sendTransaction', request)).toMatch(/^0x/)
    await vi.waitFor(() => expect(node.calls).toHaveLength(2))
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(journal.entries()[0]?.isMismatch).toBeUndefined()
  })

  it('polls until a node has the transaction', async () => {
    const { sendRequest, address, clock, journal } = await connect()
    let looks = 0
    node.answer('eth_getTransactionByHash', () => {
      looks += 1
      if (looks === 1) return null
      if (looks === 2) throw new TypeError('fetch failed')
      return { ...onChain(address), value: '0x6' }
    })
    node.answer('eth_getCode', () => '0x')
    await sendRequest('eth_sendTransaction', request)
    for (const count of [1, 2]) {
      await vi.waitFor(() => expect([looks, clock.sleepers]).toEqual([count, 1]))
      await clock.advance(limits.nodePolling)
    }
    await vi.waitFor(() => expect(journal.entries()[0]?.isMismatch).toBe(true))
  })

  it('returns the hash at once and polls nodes until the timeout', async () => {
    const { sendRequest, clock, journal } = await connect()
    expect(await sendRequest('eth_sendTransaction', request)).toMatch(/^0x/)
    const looks = Math.floor(limits.receiptWait / limits.nodePolling)
    for (let count = 1; count <= looks; count += 1) {
      await vi.waitFor(() => expect([node.calls.length, clock.sleepers]).toEqual([count, 1]))
      await clock.advance(limits.nodePolling)
    }
    expect(clock.sleepers).toBe(0)
    expect(journal.entries()).toMatchObject([{ status: 'pending' }])
  })

  it('stops polling when the connection ends', async () => {
    const { sendRequest, clock, session } = await connect()
    await sendRequest('eth_sendTransaction', request)
    await vi.waitFor(() => expect([node.calls.length, clock.sleepers]).toEqual([1, 1]))
    await session.end({ notifyWallet: false })
    await vi.waitFor(() => expect(clock.sleepers).toBe(0))
    expect(node.calls).toHaveLength(1)
  })

  it('rejects a malformed hash', async () => {
    const { sendRequest, wallet } = await connect()
    wallet.answer('eth_sendTransaction', () => '0x12')
    await expect(sendRequest('eth_sendTransaction', request)).rejects.toMatchObject({
      cause: { code: 'wallet/malformed-answer' },
    })
  })

  it("reads the wallet's capabilities", async () => {
    const { sendRequest, wallet, address } = await connect()
    const capabilities = { '0x1': { atomic: { status: 'supported' } } }
    wallet.answer('wallet_getCapabilities', () => capabilities)
    expect(await sendRequest('wallet_getCapabilities', address)).toEqual(capabilities)
  })

  it.each([null, 'all', [], { '0x1': 'atomic' }, { mainnet: {} }])(
    'rejects %j as capabilities',
    async (answer) => {
      const { sendRequest, wallet, address } = await connect()
      wallet.answer('wallet_getCapabilities', () => answer)
      await expect(sendRequest('wallet_getCapabilities', address)).rejects.toMatchObject({
        message: 'Error parsing wallet capabilities',
        cause: { code: 'wallet/malformed-capabilities' },
      })
    },
  )

  it('fills in account and chain of batches and signed transactions', async () => {
    const { sendRequest, wallet, address } = await connect()
    wallet.answer('wallet_sendCalls', (params) => params)
    expect(await sendRequest('wallet_sendCalls', { version: '2.0.0', calls: [] })).toEqual([
      { version: '2.0.0', calls: [], from: address, chainId: '0x1' },
    ])
    wallet.answer('eth_signTransaction', (params) => params)
    expect(await sendRequest('eth_signTransaction', { to })).toEqual([
      { from: address, chainId: '0x1', to, value: '0x0' },
    ])
  })
})
