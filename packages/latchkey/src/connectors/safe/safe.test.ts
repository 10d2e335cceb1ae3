import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeSafeHost, type FakeSafeHost } from '../../../fixtures/fakeSafeHost.js'
import type { AnnouncedWallet, WalletTransport } from '../../core/connection/family.js'
import * as limits from '../../core/runtime/limits.js'
import { safe } from './index.js'

const address = `0x${'5a'.repeat(20)}`
const recipient = `0x${'dd'.repeat(20)}`
const hash = `0x${'ab'.repeat(32)}`
const discovery = { announced: true, injected: true }

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Discovers the Safe and waits until discovery ends. */
async function look(options?: Parameters<typeof safe>[0], patience = limits.walletSilentWait) {
  const found: AnnouncedWallet[] = []
  const stop = safe(options).discover(discovery, (wallet) => found.push(wallet))
  // The lazy part loads first, in real time.
  await import('./discoverSafe.js')
  await vi.advanceTimersByTimeAsync(patience)
  return { found, stop }
}

async function openSafe(host: FakeSafeHost = createFakeSafeHost()) {
  const { found, stop } = await look({}, 0)
  const wallet = found[0] as AnnouncedWallet
  const transport = (await wallet.open({} as never)) as WalletTransport
  const sendRequest = (method: string, ...params: unknown[]) =>
    transport.request({ method, params })
  const reported = (method: string) => host.requests.filter((request) => request.method === method)
  return { host, transport, sendRequest, reported, stop }
}

describe('discovery', () => {
  it('finds the Safe around the page by its response', async () => {
    const host = createFakeSafeHost()
    const { found, stop } = await look()
    expect(found).toEqual([
      expect.objectContaining({ id: 'safe', name: 'Safe', type: 'EXTERNAL', isHost: true }),
    ])
    expect(host.requests).toEqual([
      expect.objectContaining({ method: 'getSafeInfo', env: { sdkVersion: '9.1.0' }, target: '*' }),
    ])
    expect(host.requests[0]?.id).toMatch(/^[0-9a-f]{32}$/)
    stop()
    expect(host.listenerCount).toBe(0)
  })

  it('finds nothing on a page without a parent or without a window', async () => {
    vi.stubGlobal('window', undefined)
    expect((await look({}, 0)).found).toEqual([])
    const top = { addEventListener: vi.fn() }
    vi.stubGlobal('window', Object.assign(top, { parent: top }))
    expect((await look({}, 0)).found).toEqual([])
    expect(top.addEventListener).not.toHaveBeenCalled()
  })

  it('repeats the request for a host that listens late', async () => {
    const host = createFakeSafeHost()
    const answer = vi.fn().mockImplementation(() => ({ safeAddress: address, chainId: '10' }))
    answer.mockImplementationOnce(() => new Promise(() => {}))
    host.answer('getSafeInfo', answer)
    expect((await look({}, 1_000)).found).toHaveLength(1)
  })

  it('sends no request when the browser reports an unknown parent origin', async () => {
    const host = createFakeSafeHost({ ancestors: ['https://evil.example'] })
    expect((await look()).found).toEqual([])
    expect(host.requests).toEqual([])
    // A hidden origin does not count as unknown.
    createFakeSafeHost({ ancestors: ['null'] })
    expect((await look()).found).toHaveLength(1)
  })

  it.each([
    ['https://app.safe.global.evil.example', undefined],
    ['http://app.safe.global', undefined],
    ['https://safe.global', undefined],
    ['https://app.safe.global:8443', undefined],
    ['null', undefined],
    ['https://app.safe.global', ['safe.example.org']],
    ['http://safe.example.org', ['safe.example.org']],
    ['https://a.b.example.org', ['https://*.example.org']],
  ])('rejects the host %s with the allowed domains %j', async (origin, allowedDomains) => {
    const host = createFakeSafeHost({ origin })
    expect((await look({ allowedDomains })).found).toEqual([])
    expect(host.listenerCount).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('accepts hosts from the options', async () => {
    createFakeSafeHost({ origin: 'https://a.example.org' })
    expect((await look({ allowedDomains: ['*.example.org'] })).found).toHaveLength(1)
  })

  it.each([
    ['no address', {}],
    ['an invalid address', { safeAddress: '0x12', chainId: 1 }],
    ['an invalid chain', { safeAddress: address, chainId: -1 }],
    ['nothing', null],
  ])('finds no Safe when the host reports %s', async (_, reported) => {
    createFakeSafeHost({ safe: reported })
    expect((await look()).found).toEqual([])
  })

  it('ignores other windows and unrequested responses', async () => {
    const host = createFakeSafeHost()
    host.stopResponding()
    const found = vi.fn()
    const stop = safe().discover(discovery, found)
    await import('./discoverSafe.js')
    await vi.advanceTimersByTimeAsync(0)
    const id = host.requests[0]?.id
    const data = { safeAddress: address, chainId: 1 }
    const honest = { id, success: true, version: '9.1.0', data }
    host.post(honest, { source: {} })
    host.post(honest, { source: null })
    host.post(honest, { origin: 'https://evil.example' })
    const { version: _version, ...nameless } = honest
    for (const garbage of [undefined, null, 'x', 7, [], {}, nameless]) host.post(garbage)
    for (const change of [{ version: 9 }, { version: '0.9' }, { success: 'yes' }, { id: 7 }]) {
      host.post({ ...honest, ...change })
    }
    for (let count = 0; count < 10_000; count += 1) host.post({ ...honest, id: `guess ${count}` })
    await vi.advanceTimersByTimeAsync(100)
    expect(found).not.toHaveBeenCalled()
    host.post(honest)
    await vi.advanceTimersByTimeAsync(100)
    // The second response is one too many.
    host.post(honest)
    await vi.advanceTimersByTimeAsync(limits.walletSilentWait)
    expect(found).toHaveBeenCalledTimes(1)
    stop()
  })
})

describe('the Safe transport', () => {
  it('has one account on one chain and accepts only the first origin', async () => {
    const { host, sendRequest, transport } = await openSafe()
    expect(await sendRequest('eth_requestAccounts')).toEqual([address])
    expect(await sendRequest('eth_accounts')).toEqual([address])
    expect(await sendRequest('eth_chainId')).toBe('0x1')
    expect(await sendRequest('net_version')).toBe('1')
    expect(transport.accountType?.(address)).toBe('smartAccount')
    expect(host.requests.at(-1)?.target).toBe('https://app.safe.global')
    expect(await sendRequest('wallet_switchEthereumChain', { chainId: '0x1' })).toBeNull()
    const elsewhere = sendRequest('wallet_switchEthereumChain', { chainId: '0x2105' })
    await expect(elsewhere).rejects.toMatchObject({ code: 4902 })

    host.stopResponding()
    const pending = expect(sendRequest('eth_accounts')).rejects.toMatchObject({
      code: 'wallet/timeout',
    })
    const { id } = host.requests.at(-1) ?? {}
    const data = { safeAddress: recipient, chainId: 1 }
    // Another allowed host is still a different host.
    host.post({ id, success: true, version: '1.0', data }, { origin: 'https://gnosis-safe.io' })
    await vi.advanceTimersByTimeAsync(limits.walletSilentWait)
    await pending
  })

  it('proposes transactions with exact amounts', async () => {
    const { host, sendRequest, reported } = await openSafe()
    host.answer('sendTransactions', () => ({ safeTxHash: hash }))
    const value = `0x${(2n ** 200n + 1n).toString(16)}`
    const call = {
      from: address,
      to: recipient,
      value,
      data: '0xABCD',
      gas: '0x5208',
      chainId: '0x1',
    }
    expect(await sendRequest('eth_sendTransaction', call)).toBe(hash)
    expect(reported('sendTransactions')[0]?.params).toEqual({
      txs: [{ to: recipient, value: (2n ** 200n + 1n).toString(), data: '0xabcd' }],
      params: { safeTxGas: 21_000 },
    })
    // Not on the chain yet: the site still sees the requested transaction.
    host.answer('rpcCall', () => null)
    host.answer('getTxBySafeTxHash', () => ({ txStatus: 'AWAITING_CONFIRMATIONS', txHash: null }))
    expect(await sendRequest('eth_getTransactionReceipt', hash)).toBeNull()
    expect(await sendRequest('eth_getTransactionByHash', hash)).toMatchObject({
      hash,
      value,
      to: recipient,
    })
    const txHash = `0x${'cd'.repeat(32)}`
    host.answer('getTxBySafeTxHash', () => ({ txStatus: 'SUCCESS', txHash }))
    host.answer('rpcCall', (params) => ({ transactionHash: txHash, received: params }))
    expect(await sendRequest('eth_getTransactionReceipt', hash)).toEqual({
      transactionHash: hash,
      received: { call: 'eth_getTransactionReceipt', params: [txHash] },
    })
  })

  it.each([
    ['a contract', { data: '0x60' }],
    ['an invalid amount', { to: recipient, value: '1.5' }],
    ['an invalid address', { to: '0x12' }],
  ])('does not propose %s', async (_, call) => {
    const { sendRequest, reported } = await openSafe()
    await expect(sendRequest('eth_sendTransaction', call)).rejects.toMatchObject({ code: -32602 })
    expect(reported('sendTransactions')).toEqual([])
  })

  it('rejects and reports when the host has switched the Safe', async () => {
    const { host, sendRequest, reported, transport } = await openSafe()
    const received = vi.fn()
    transport.on('accounts', received)
    transport.on('network', received)
    host.answer('getSafeInfo', () => ({ safeAddress: recipient, chainId: 10 }))
    const call = { from: address, to: recipient, value: '0x1' }
    await expect(sendRequest('eth_sendTransaction', call)).rejects.toMatchObject({ code: 4100 })
    await expect(sendRequest('personal_sign', '0x6869', address)).rejects.toMatchObject({
      code: 4100,
    })
    const elsewhere = { ...call, from: recipient, chainId: '0x1' }
    await expect(sendRequest('eth_sendTransaction', elsewhere)).rejects.toMatchObject({
      code: 4901,
    })
    expect(reported('sendTransactions')).toEqual([])
    expect(received.mock.calls).toEqual([[[recipient]], ['0xa']])
  })

  it('sends several calls as one transaction and reports their status', async () => {
    const { host, sendRequest, reported } = await openSafe()
    host.answer('sendTransactions', () => ({ safeTxHash: hash }))
    const calls = [
      { to: recipient, value: '0x1' },
      { to: recipient, data: '0x12' },
    ]
    const batch = { version: '2.0.0', id: 'mine', from: address, chainId: '0x1', calls }
    expect(await sendRequest('wallet_sendCalls', batch)).toEqual({ id: 'mine' })
    expect(reported('sendTransactions')[0]?.params).toEqual({
      txs: [
        { to: recipient, value: '1', data: '0x' },
        { to: recipient, value: '0', data: '0x12' },
      ],
    })
    await expect(sendRequest('wallet_sendCalls', batch)).rejects.toMatchObject({ code: 5720 })
    const capabilities = { paymasterService: { url: 'https://x' } }
    const wanting = { ...batch, id: 'other', capabilities }
    await expect(sendRequest('wallet_sendCalls', wanting)).rejects.toMatchObject({ code: 5700 })
    expect(await sendRequest('wallet_sendCalls', { ...batch, id: undefined, version: '1.0' })).toBe(
      hash,
    )

    host.answer('rpcCall', () => ({ status: '0x1' }))
    for (const [txStatus, txHash, status] of [
      ['AWAITING_EXECUTION', null, 100],
      ['SUCCESS', hash, 200],
      ['CANCELLED', null, 400],
      ['FAILED', hash, 500],
    ]) {
      host.answer('getTxBySafeTxHash', () => ({ txStatus, txHash }))
      const answer = await sendRequest('wallet_getCallsStatus', 'mine')
      expect(answer).toMatchObject({ id: 'mine', chainId: '0x1', status, atomic: true })
    }
    await expect(sendRequest('wallet_getCallsStatus', 'nobody’s')).rejects.toMatchObject({
      code: 5730,
    })
  })

  it('returns a signature once enough owners have signed', async () => {
    const { host, sendRequest, reported } = await openSafe()
    const signature = `0x${'12'.repeat(65)}`
    host.answer('rpcCall', () => Promise.reject('An old host'))
    host.answer('signMessage', () => ({ messageHash: hash, signature }))
    expect(await sendRequest('personal_sign', '0x6869', address)).toBe(signature)
    expect(reported('rpcCall')[0]?.params).toEqual({
      call: 'safe_setSettings',
      params: [{ offChainSigning: true }],
    })
    host.answer('signTypedMessage', () => ({ messageHash: hash }))
    host.answer('getOffChainSignature', vi.fn().mockReturnValue(signature).mockReturnValueOnce(''))
    const typed = { domain: {}, types: {}, message: {}, primaryType: 'X' }
    const signing = sendRequest('eth_signTypedData_v4', address, JSON.stringify(typed))
    await vi.advanceTimersByTimeAsync(limits.nodePolling)
    expect(await signing).toBe(signature)
    expect(reported('getOffChainSignature').map(({ params }) => params)).toEqual([hash, hash])
    host.answer('signMessage', () => ({ safeTxHash: hash }))
    await expect(sendRequest('personal_sign', '0x6869', address)).rejects.toMatchObject({
      code: 'wallet/signed-on-chain',
      safeTxHash: hash,
    })
  })

  it('rejects messages that the host would read differently', async () => {
    const { sendRequest, reported } = await openSafe()
    await expect(sendRequest('personal_sign', '0xff', address)).rejects.toMatchObject({
      code: -32602,
    })
    await expect(sendRequest('eth_signTypedData_v4', address, '{')).rejects.toMatchObject({
      code: -32602,
    })
    expect(reported('signMessage')).toEqual([])
  })

  it.each([
    ['Transaction was rejected', 4001],
    ['Something is broken', -32603],
  ])('maps the error text "%s"', async (words, code) => {
    const { host, sendRequest } = await openSafe()
    host.answer('sendTransactions', () => Promise.reject(words))
    await expect(sendRequest('eth_sendTransaction', { to: recipient })).rejects.toMatchObject({
      code,
    })
  })

  it('reads the chain through its host and rejects other methods', async () => {
    const { host, sendRequest } = await openSafe()
    host.answer('rpcCall', (params) => ({ number: '0x7', received: params }))
    expect(await sendRequest('eth_blockNumber')).toBe('0x7')
    expect(await sendRequest('eth_call', { to: recipient }, 'latest')).toMatchObject({
      received: { call: 'eth_call', params: [{ to: recipient }, 'latest'] },
    })
    for (const method of ['eth_signTransaction', 'wallet_watchAsset', 'eth_subscribe', 'x']) {
      await expect(sendRequest(method)).rejects.toMatchObject({ code: 4200 })
    }
  })

  it('settles every request when the widget ends', async () => {
    const { host, sendRequest, stop } = await openSafe()
    host.stopResponding()
    const pending = expect(sendRequest('eth_call')).rejects.toMatchObject({
      code: 'connection/not-connected',
    })
    stop()
    await pending
    expect(host.listenerCount).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})
