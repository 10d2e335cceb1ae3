import type { AccountId } from '@latchkey/wire/caip'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import { verifyMessage } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { adapterContract, type ContractWallet } from '../../../fixtures/adapterContract.js'
import { evmNetwork } from '../../../fixtures/evmNetwork.js'
import { createFakeClock } from '../../../fixtures/fakeClock.js'
import { createFakeJournal } from '../../../fixtures/fakeJournal.js'
import { createFakeNode } from '../../../fixtures/fakeNode.js'
import { createFakeWallet, type FakeWallet } from '../../../fixtures/fakeWallet.js'
import { createPairedTransport } from '../../../fixtures/pairedTransport.js'
import type {
  AttachParameters,
  ChainSession,
  WalletTransport,
} from '../../core/connection/family.js'
import { UserRejectedError } from '../../core/runtime/errors/connection.js'
import { ChainNotSupportedError, NodeError } from '../../core/runtime/errors/network.js'
import {
  MalformedAnswerError,
  WalletBusyError,
  WalletRequestError,
  WalletTimeoutError,
} from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import { createAdapter } from './adapter.js'
import { eip155 } from './index.js'
import { inPageTransport } from './inPageTransport.js'

const mainnet = evmNetwork('1')
const base = evmNetwork('8453')
const networks = [mainnet, base] as const
const { signal: never } = new AbortController()

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const transfers = {
  recipient: '0x1563915e194D8CfBA1943570603F7606A3115508',
  misspelt: ['0x1563915E194D8CfBA1943570603F7606A3115508'],
}

const quiet = ['eth_accounts', 'eth_chainId', 'wallet_getPermissions']

/** The test controls of a wallet, for any transport. */
function contractWallet(wallet: FakeWallet) {
  const node = createFakeNode()
  node.answer('eth_call', () => '0x')
  node.answer('eth_getTransactionByHash', () => ({ input: '0x', ...wallet.sent.at(-1) }))
  vi.stubGlobal('fetch', node.fetch)
  wallet.knownChains.add('0x2105')
  return {
    addresses: wallet.addresses,
    promptCount: () => wallet.calls.filter(({ method }) => !quiet.includes(method)).length,
    signWithAnotherKey: () => {
      const impostor = createFakeWallet({ keys: [`0x${'33'.repeat(32)}`] })
      wallet.answer('personal_sign', (params) =>
        impostor.provider.request({
          method: 'personal_sign',
          params: [(params as unknown[])[0], impostor.addresses[0]],
        }),
      )
    },
    isSigned: ({ message, signature, address }: Parameters<ContractWallet['isSigned']>[0]) =>
      verifyMessage({ message, signature: signature as Hex, address: address as Hex }),
  }
}

adapterContract('eip155', {
  reached: 'in the page',
  loadAdapter: () => eip155().loadAdapter(),
  networks,
  transfers,
  createWallet() {
    const wallet = createFakeWallet()
    return {
      ...contractWallet(wallet),
      transport: inPageTransport(wallet.provider),
      react: (behaviour) => {
        wallet.behaviour = behaviour
      },
      trust: () => {
        wallet.isTrusted = true
      },
      isTrusted: () => wallet.isTrusted,
      selectSecondAccount: () => wallet.emit('accountsChanged', [...wallet.addresses].reverse()),
      moveTo: ({ reference }) => wallet.emit('chainChanged', `0x${BigInt(reference).toString(16)}`),
      forget: () => wallet.emit('accountsChanged', []),
      hangUp: () => wallet.emit('disconnect', { code: 4900, message: 'gone' }),
      repeatState() {
        for (const data of [undefined, null, 7, 'x', ['0x12'], {}, [null], new Array(2_000)]) {
          wallet.emit('accountsChanged', data)
        }
        for (const data of [undefined, null, -1, 0.5, 'mainnet', {}, [], '0x']) {
          wallet.emit('chainChanged', data)
        }
        wallet.emit('disconnect', { code: 1013, message: 'trying to reconnect' })
      },
    }
  },
})

adapterContract('eip155', {
  reached: 'by pairing',
  loadAdapter: () => eip155().loadAdapter(),
  networks,
  transfers,
  createWallet() {
    const wallet = createFakeWallet()
    const paired = createPairedTransport({
      accounts: wallet.addresses.flatMap((address) =>
        networks.map(({ id }): AccountId => `${id}:${address}`),
      ),
      networks: networks.map(({ id }) => id),
      answer: ({ method, params }) => wallet.provider.request({ method, params }),
    })
    const { granted, notify } = paired
    return {
      ...contractWallet(wallet),
      transport: paired.transport,
      promptCount: () => paired.calls.length,
      react: (behaviour) => {
        paired.behaviour = behaviour
      },
      trust: () => undefined,
      isTrusted: () => paired.isOpen,
      selectSecondAccount() {
        granted.accounts.reverse()
        notify('accounts')
      },
      moveTo: ({ id }) => notify('network', id),
      forget() {
        granted.accounts.length = 0
        granted.networks.length = 0
        notify('accounts')
      },
      hangUp: () => notify('disconnect'),
      repeatState() {
        for (const data of [undefined, -1, 'eip155:', 'eip155:99', {}, []]) notify('network', data)
        notify('accounts', 'whatever')
      },
    }
  },
})

function attachTo(wallet: FakeWallet, changes: Partial<AttachParameters> = {}) {
  return createAdapter(new Map()).attach({
    transport: inPageTransport(wallet.provider),
    mode: 'ask',
    network: mainnet,
    networks: () => networks,
    ports: { clock: createFakeClock() },
    journal: async () => createFakeJournal(),
    signal: never,
    ...changes,
  }) as Promise<ChainSession>
}

const methods = (wallet: FakeWallet) => wallet.calls.map(({ method }) => method)

describe('attach', () => {
  it('returns addresses with their checksum', async () => {
    const wallet = createFakeWallet()
    const lower = wallet.addresses.map((address) => address.toLowerCase())
    wallet.answer('eth_requestAccounts', () => lower)
    const session = await attachTo(wallet)
    expect(session.accounts().map(({ address }) => address)).toEqual(wallet.addresses)
  })

  it("stays on the wallet's network when the user rejects the switch", async () => {
    const wallet = createFakeWallet()
    wallet.answer('wallet_switchEthereumChain', () => Promise.reject({ code: 4001 }))
    const session = await attachTo(wallet, { network: base })
    expect(session.networkId()).toBe('eip155:1')
  })

  it("stays on a network that is not one of the site's", async () => {
    const wallet = createFakeWallet({ chainId: '0x539' })
    wallet.answer('wallet_switchEthereumChain', () => Promise.reject({ code: 4001 }))
    expect((await attachTo(wallet)).networkId()).toBe('eip155:1337')
  })

  it('does not switch in silent mode', async () => {
    const wallet = createFakeWallet()
    wallet.isTrusted = true
    const session = await attachTo(wallet, { network: base, mode: 'silent' })
    expect(session.networkId()).toBe('eip155:1')
    expect(methods(wallet)).toEqual(['eth_accounts', 'eth_chainId'])
  })

  it.each([
    ['nothing', undefined],
    ['no accounts', []],
    ['an account that is too short', ['0x1234']],
    ['text', '0x1111111111111111111111111111111111111111'],
  ])('rejects %s as accounts', async (_, answer) => {
    const wallet = createFakeWallet()
    wallet.answer('eth_requestAccounts', () => answer)
    await expect(attachTo(wallet)).rejects.toBeInstanceOf(MalformedAnswerError)
    expect(wallet.listenerCount).toBe(0)
  })

  it.each([
    [{ code: 4001 }, UserRejectedError],
    [{ code: '4001' }, UserRejectedError],
    [{ code: 5000 }, UserRejectedError],
    [{ code: 'ACTION_REJECTED' }, UserRejectedError],
    [new Error('User rejected the request'), UserRejectedError],
    ['user cancelled', UserRejectedError],
    [{ code: -32002 }, WalletBusyError],
    [{ code: -32603, message: 'boom' }, WalletRequestError],
    [undefined, WalletRequestError],
    [null, WalletRequestError],
    [Object.create(null), WalletRequestError],
  ])('maps the error %o', async (thrown, expected) => {
    const wallet = createFakeWallet()
    wallet.answer('eth_requestAccounts', () => Promise.reject(thrown))
    await expect(attachTo(wallet)).rejects.toBeInstanceOf(expected)
  })

  it('handles a provider that throws synchronously', async () => {
    const provider = {
      request() {
        throw { code: 4001 }
      },
    }
    const transport = inPageTransport(provider)
    await expect(attachTo(createFakeWallet(), { transport })).rejects.toBeInstanceOf(
      UserRejectedError,
    )
  })

  it('returns nothing in silent mode when the wallet is locked', async () => {
    const wallet = createFakeWallet()
    wallet.answer('eth_accounts', () => Promise.reject({ code: 4100 }))
    expect(await attachTo(wallet, { mode: 'silent' })).toBeUndefined()
  })

  it('times out in silent mode too', async () => {
    const wallet = createFakeWallet()
    wallet.answer('eth_accounts', () => new Promise(() => {}))
    const clock = createFakeClock()
    const attempt = expect(
      attachTo(wallet, { mode: 'silent', ports: { clock } }),
    ).rejects.toBeInstanceOf(WalletTimeoutError)
    await clock.advance(limits.walletSilentWait)
    await attempt
  })
})

describe('switchNetwork', () => {
  it.each([
    { code: 4902 },
    { code: '4902' },
    { code: 32603 },
    { code: 5000, message: 'failed' },
    { code: -32603, data: { originalError: { code: 4902 } } },
    { code: -32603, message: 'Unrecognized chain ID "0x2105"' },
  ])('adds the network when the wallet responds with %o', async (fault) => {
    const wallet = createFakeWallet()
    const session = await attachTo(wallet)
    wallet.answer('wallet_switchEthereumChain', () => Promise.reject(fault))
    await session.switchNetwork(base, never)
    expect(session.networkId()).toBe(base.id)
    expect(wallet.calls.find(({ method }) => method === 'wallet_addEthereumChain')?.params).toEqual(
      [
        {
          chainId: '0x2105',
          chainName: base.name,
          nativeCurrency: base.nativeCurrency,
          rpcUrls: base.publicRpcUrls,
          blockExplorerUrls: ['https://explorer.test'],
        },
      ],
    )
  })

  it('switches after adding when the wallet only adds', async () => {
    const wallet = createFakeWallet()
    const session = await attachTo(wallet)
    wallet.answer('wallet_addEthereumChain', () => {
      wallet.knownChains.add('0x2105')
      return null
    })
    await session.switchNetwork(base, never)
    expect(session.networkId()).toBe(base.id)
  })

  it.each([
    ['a rejected switch', { wallet_switchEthereumChain: { code: 4001 } }, UserRejectedError],
    ['a rejected addition', { wallet_addEthereumChain: { code: 4001 } }, UserRejectedError],
    ['a failed addition', { wallet_addEthereumChain: { code: -32603 } }, ChainNotSupportedError],
    ['a failed switch', { wallet_switchEthereumChain: { code: 4200 } }, ChainNotSupportedError],
    ['another pending request', { wallet_switchEthereumChain: { code: -32002 } }, WalletBusyError],
  ])('reports %s', async (_, faults, expected) => {
    const wallet = createFakeWallet()
    const session = await attachTo(wallet)
    for (const [method, fault] of Object.entries(faults)) {
      wallet.answer(method, () => Promise.reject(fault))
    }
    await expect(session.switchNetwork(base, never)).rejects.toBeInstanceOf(expected)
    expect(session.networkId()).toBe(mainnet.id)
  })

  it('does not add a network without public endpoints', async () => {
    const wallet = createFakeWallet()
    const session = await attachTo(wallet)
    const secret = evmNetwork('99', { publicRpcUrls: [] })
    await expect(session.switchNetwork(secret, never)).rejects.toBeInstanceOf(
      ChainNotSupportedError,
    )
    expect(methods(wallet)).not.toContain('wallet_addEthereumChain')
  })

  it('rejects when the wallet reports success without switching', async () => {
    const wallet = createFakeWallet()
    const clock = createFakeClock()
    const session = await attachTo(wallet, { ports: { clock } })
    wallet.answer('wallet_switchEthereumChain', () => null)
    const attempt = expect(session.switchNetwork(base, never)).rejects.toBeInstanceOf(
      ChainNotSupportedError,
    )
    await clock.advance(limits.walletSilentWait)
    await attempt
    expect(session.networkId()).toBe(mainnet.id)
  })

  it('waits for a wallet that responds before it has switched', async () => {
    const wallet = createFakeWallet()
    const clock = createFakeClock()
    const session = await attachTo(wallet, { ports: { clock } })
    wallet.answer('wallet_switchEthereumChain', () => null)
    const attempt = session.switchNetwork(base, never)
    await clock.advance(limits.walletSilentWait / 2)
    wallet.chainId = '0x2105'
    wallet.emit('chainChanged', '0x2105')
    await attempt
    expect(session.networkId()).toBe(base.id)
  })
})

describe('a paired wallet', () => {
  const first = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'
  const second = '0x1563915e194D8CfBA1943570603F7606A3115508'

  function pair() {
    const granted = {
      accounts: [
        `eip155:1:${first}`,
        `eip155:1:${second.toLowerCase()}`,
        `solana:x:${'a'.repeat(40)}`,
      ],
      networks: ['eip155:1', 'solana:x'],
    }
    const listeners = new Map<string, (data: unknown) => void>()
    const request = vi.fn(async ({ method }: { method: string }): Promise<unknown> => method)
    const transport = {
      request,
      on: (event: string, listener: (data: unknown) => void) => {
        listeners.set(event, listener)
        return () => listeners.delete(event)
      },
      close: async () => {},
      approved: () => granted,
    } as unknown as WalletTransport
    const notify = (event: string, data: unknown) => listeners.get(event)?.(data)
    return { granted, request, transport, notify }
  }

  it('connects without a request in both modes', async () => {
    for (const mode of ['ask', 'silent'] as const) {
      const { transport, request } = pair()
      const session = await attachTo(createFakeWallet(), { transport, mode, network: base })
      expect(session.accounts().map(({ address }) => address)).toEqual([first, second])
      expect(session.networkId()).toBe('eip155:1')
      expect(session.approvedNetworks()).toEqual(['eip155:1'])
      expect(request).not.toHaveBeenCalled()
    }
  })

  it('does not connect without an account of this family', async () => {
    const { transport, granted } = pair()
    granted.accounts = granted.accounts.slice(2)
    const wallet = createFakeWallet()
    expect(await attachTo(wallet, { transport, mode: 'silent' })).toBeUndefined()
    await expect(attachTo(wallet, { transport })).rejects.toBeInstanceOf(MalformedAnswerError)
  })

  it('switches between approved networks without a request', async () => {
    const { transport, granted, request } = pair()
    granted.accounts.push(`eip155:8453:${second}`)
    const session = await attachTo(createFakeWallet(), { transport })
    await session.switchNetwork(base, never)
    expect(session.networkId()).toBe(base.id)
    expect(request).not.toHaveBeenCalled()
  })

  it('requests a network it has not approved and waits for approval', async () => {
    const { transport, granted, request, notify } = pair()
    const session = await attachTo(createFakeWallet(), { transport })
    request.mockImplementationOnce(async () => {
      granted.networks.push('eip155:8453')
      notify('accounts', undefined)
      return null
    })
    await session.switchNetwork(base, never)
    expect(request).toHaveBeenCalledWith(
      expect.objectContaining({ method: 'wallet_switchEthereumChain', network: 'eip155:1' }),
      expect.anything(),
    )
    expect(session.networkId()).toBe(base.id)
  })

  it('follows only approvals and disconnects with the last account', async () => {
    const { transport, granted, notify } = pair()
    const session = await attachTo(createFakeWallet(), { transport })
    const ended = vi.fn()
    session.on('ended', ended)
    notify('network', 'eip155:8453')
    expect(session.networkId()).toBe('eip155:1')
    granted.accounts.splice(0, 1)
    notify('accounts', 'whatever')
    expect(session.accounts().map(({ address }) => address)).toEqual([second])
    granted.accounts.splice(0, 1)
    notify('accounts', 'whatever')
    expect(ended).toHaveBeenCalledTimes(1)
  })

  it('leaves a network it no longer approves', async () => {
    const { transport, granted, notify } = pair()
    granted.accounts.push(`eip155:8453:${second}`)
    const session = await attachTo(createFakeWallet(), { transport, network: base })
    expect(session.networkId()).toBe(base.id)
    granted.accounts.pop()
    notify('accounts', undefined)
    expect(session.networkId()).toBe('eip155:1')
  })

  it('reads the chain through the node and sends the rest to the wallet', async () => {
    const node = createFakeNode()
    node.answer('eth_blockNumber', () => '0x10')
    vi.stubGlobal('fetch', node.fetch)
    const { transport, request } = pair()
    const session = await attachTo(createFakeWallet(), { transport })
    const provider = session.provider as { request(call: object): Promise<unknown> }
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x10')
    expect(request).not.toHaveBeenCalled()
    expect(await provider.request({ method: 'wallet_watchAsset' })).toBe('wallet_watchAsset')
  })
})

describe('nativeBalance', () => {
  const address = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'
  const network = evmNetwork('1', { rpcUrls: ['https://one.test/', 'https://two.test/'] })
  const read = (signal = never) =>
    createAdapter(new Map()).nativeBalance?.({ address, network, signal })

  it('reads the exact balance', async () => {
    const node = createFakeNode()
    node.answer('eth_getBalance', () => '0xde0b6b3a7640001')
    vi.stubGlobal('fetch', node.fetch)
    expect(await read()).toBe(1_000_000_000_000_000_001n)
    expect(node.calls).toEqual([
      { url: 'https://one.test/', method: 'eth_getBalance', params: [address, 'latest'] },
    ])
  })

  const failures: readonly [string, () => unknown][] = [
    ['is down', () => Promise.reject(new TypeError('fetch failed'))],
    ['is rate limited', () => new Response('slow down', { status: 429 })],
    ['returns HTML', () => new Response('<html>')],
    ['returns truncated JSON', () => new Response('{"jsonrpc":"2.0","id":1,"res')],
    ['returns another id', () => Response.json({ jsonrpc: '2.0', id: 2, result: '0x1' })],
    ['returns no result', () => Response.json({ jsonrpc: '2.0', id: 1 })],
    ['returns null', () => null],
    ['returns a decimal number', () => '12'],
    ['returns leading zeros', () => '0x012'],
    ['returns an error', () => Response.json({ id: 1, error: { code: -32005, message: 'limit' } })],
    ['returns too much', () => new Response('{"id":1,"result":"0x9"}'.padEnd(10_000_001))],
  ]

  it.each(failures)('uses the next node when one %s', async (_, fail) => {
    const node = createFakeNode()
    node.answer('eth_getBalance', ({ url }) => (url.includes('one') ? fail() : '0x1'))
    vi.stubGlobal('fetch', node.fetch)
    expect(await read()).toBe(1n)
  })

  it.each(failures)('rejects with a typed error when every node %s', async (_, fail) => {
    const node = createFakeNode()
    node.answer('eth_getBalance', fail)
    vi.stubGlobal('fetch', node.fetch)
    await expect(read()).rejects.toBeInstanceOf(NodeError)
    expect(node.calls).toHaveLength(2)
  })

  it('times out, also when a response body stalls', async () => {
    vi.useFakeTimers()
    const stalled = (init?: RequestInit) =>
      new Response(
        new ReadableStream({
          start: (body) => init?.signal?.addEventListener('abort', () => body.error(new Error())),
        }),
      )
    vi.stubGlobal('fetch', async (_: unknown, init?: RequestInit) => stalled(init))
    const attempt = expect(read()).rejects.toBeInstanceOf(NodeError)
    await vi.advanceTimersByTimeAsync(limits.httpTimeout)
    await attempt
  })

  it('stops when aborted', async () => {
    const controller = new AbortController()
    vi.stubGlobal(
      'fetch',
      (_: unknown, init?: RequestInit) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        }),
    )
    const attempt = expect(read(controller.signal)).rejects.toThrow('enough')
    controller.abort(new Error('enough'))
    await attempt
  })
})

describe('the filter of pending transactions', () => {
  async function watch(filter?: { enable: boolean; pollingInterval?: number }) {
    const node = createFakeNode()
    const clock = createFakeClock()
    const onHoldingsChange = vi.fn()
    vi.stubGlobal('fetch', node.fetch)
    let made = 0
    node.answer('eth_newPendingTransactionFilter', () => {
      made += 1
      return `0x${made}`
    })
    node.answer('eth_getFilterChanges', () => [`0x${'1'.repeat(64)}`])
    const session = (await createAdapter(new Map(), { pendingTransactionsFilter: filter }).attach({
      transport: inPageTransport(createFakeWallet().provider),
      mode: 'ask',
      network: mainnet,
      networks: () => networks,
      ports: { clock },
      journal: async () => createFakeJournal(),
      onHoldingsChange,
      signal: never,
    })) as ChainSession
    const callsOf = (method: string) => node.calls.filter((call) => call.method === method)
    /** Advances the clock and lets pending responses arrive. */
    const poll = async (ms = limits.transactionPolling) => {
      await vi.waitFor(() => expect(clock.sleepers).toBe(1))
      const before = callsOf('eth_getFilterChanges').length
      await clock.advance(ms)
      await vi.waitFor(() => expect(callsOf('eth_getFilterChanges').length).toBe(before + 1))
    }
    return { node, clock, session, onHoldingsChange, callsOf, poll }
  }

  it.each([[undefined], [{ enable: false }]])('is off with %j', async (filter) => {
    const { clock, node } = await watch(filter)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(clock.sleepers).toBe(0)
    expect(node.calls).toEqual([])
  })

  it('refreshes the balance once per batch, up to the limit', async () => {
    const { clock, onHoldingsChange, poll, node, callsOf } = await watch({ enable: true })
    node.answer('eth_getFilterChanges', () => [])
    await poll()
    expect(onHoldingsChange).not.toHaveBeenCalled()
    node.answer('eth_getFilterChanges', () => ['0x1', '0x2'])
    for (let batch = 1; batch <= limits.watchedTransactions; batch += 1) await poll()
    await vi.waitFor(() => expect(onHoldingsChange).toHaveBeenCalledTimes(99))
    expect(clock.sleepers).toBe(0)
    expect(callsOf('eth_newPendingTransactionFilter')).toHaveLength(1)
  })

  it("uses the site's interval, follows the network and stops with the connection", async () => {
    const { clock, session, onHoldingsChange, poll, node, callsOf } = await watch({
      enable: true,
      pollingInterval: 5_000,
    })
    await poll(5_000)
    await vi.waitFor(() => expect(onHoldingsChange).toHaveBeenCalledTimes(1))
    node.answer('eth_getFilterChanges', () => {
      throw new TypeError('filter not found')
    })
    await poll(5_000)
    await vi.waitFor(() => expect(callsOf('eth_newPendingTransactionFilter')).toHaveLength(2))
    await session.end({ notifyWallet: false })
    await vi.waitFor(() => expect(clock.sleepers).toBe(0))
  })
})
