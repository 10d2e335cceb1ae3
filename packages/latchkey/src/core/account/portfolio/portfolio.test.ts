import { describe, expect, it } from 'vitest'
import { createFakeFamily } from '../../../../fixtures/fakeFamily.js'
import { createFakeProvider } from '../../../../fixtures/fakeProvider.js'
import { createTestWidget, testNetworks } from '../../../../fixtures/testWidget.js'
import { connect } from '../../connection/actions/connect.js'
import { disconnect } from '../../connection/actions/disconnect.js'
import { openModal } from '../../modal/actions/navigation.js'
import { getActiveNetwork } from '../../network/store.js'
import { ProviderError } from '../../runtime/errors/provider.js'
import * as limits from '../../runtime/limits.js'
import type { StorageItems } from '../../runtime/ports.js'
import { getBalances } from '../balance.js'
import { refreshHoldings, watchHoldings } from './loadHoldings.js'
import { getPortfolio } from './portfolio.js'

const usdc = `0x${'ab'.repeat(20)}`
const answer = (numeric: string) => ({
  balances: [
    {
      name: 'Ether',
      symbol: 'ETH',
      chainId: 'eip155:1',
      price: 3000,
      quantity: { decimals: '18', numeric: '2' },
      iconUrl: '',
    },
    {
      name: 'USD Coin',
      symbol: 'USDC',
      chainId: 'eip155:1',
      address: `eip155:1:${usdc}`,
      price: 1,
      quantity: { decimals: '6', numeric },
      iconUrl: '',
    },
  ],
})

async function connected(
  options: { stored?: Partial<StorageItems>; withProvider?: boolean; networks?: 'test' } = {},
) {
  const provider = createFakeProvider({ getAccountBalance: () => answer('5') })
  const test = createTestWidget({
    stored: options.stored ?? {},
    ...(options.withProvider !== false && { provider }),
    ...(options.networks && { options: { networks: [testNetworks.sepolia] } }),
  })
  test.evm.announce({ id: 'io.one' })
  await connect(test.widget, { connectorId: 'io.one' })
  openModal(test.widget)
  await test.clock.advance(0)
  const network = getActiveNetwork(test.widget.stores.network.get())
  if (!network) throw new Error('no network')
  const key = { address: '0xA1', network }
  const unitsOf = () => {
    const state = getPortfolio(test.widget).get(key)
    return 'value' in state ? state.value?.map(({ units }) => units) : undefined
  }
  return { ...test, provider, key, unitsOf, portfolio: getPortfolio(test.widget) }
}

it('sends no request for chain families without balances', async () => {
  const bitcoin = createFakeFamily('bip122')
  const chain = { ...testNetworks.mainnet, id: '000000000019d6689c085ae165831e93' }
  const { widget, clock } = createTestWidget({
    options: { families: [bitcoin], networks: [{ ...chain, chainNamespace: 'bip122' }] },
  })
  bitcoin.announce({ id: 'io.two' })
  await connect(widget, { connectorId: 'io.two' })
  openModal(widget)
  await clock.advance(limits.balanceLifetime)
  const network = getActiveNetwork(widget.stores.network.get())
  if (!network) throw new Error('no network')
  const key = { address: '0xA1', network }
  expect(getBalances(widget).get(key).status).toBe('absent')
})

describe('refreshHoldings', () => {
  it('loads from the provider, and again when stale', async () => {
    const { widget, clock, provider, unitsOf } = await connected()
    await refreshHoldings(widget)
    expect(unitsOf()).toEqual([2n * 10n ** 18n, 5_000_000n])
    await refreshHoldings(widget)
    expect(provider.count('getAccountBalance')).toBe(1)
    await clock.advance(limits.balanceLifetime)
    await refreshHoldings(widget)
    expect(provider.count('getAccountBalance')).toBe(2)
  })

  it('bypasses the provider’s cache with `force`', async () => {
    const { widget, provider, unitsOf } = await connected()
    await refreshHoldings(widget)
    provider.answer('getAccountBalance', () => answer('4'))
    await refreshHoldings(widget, { force: true })
    expect(unitsOf()).toEqual([2n * 10n ** 18n, 4_000_000n])
    expect(provider.calls.at(-1)?.input.forceUpdate).toBe(
      `eip155:1:0x${'e'.repeat(40)},eip155:1:${usdc}`,
    )
  })

  it.each([
    ['without a provider', { withProvider: false }],
    ['on a test network', { networks: 'test' as const }],
  ])('reads the native coin from the chain %s', async (_, options) => {
    const { widget, evm, provider, unitsOf, portfolio, key } = await connected(options)
    await refreshHoldings(widget)
    expect(portfolio.get(key)).toMatchObject({
      status: 'ready',
      value: [{ symbol: 'ETH', units: 10n ** 18n }],
    })
    evm.behaviour.balance = 7n
    await refreshHoldings(widget, { force: true })
    expect(unitsOf()).toEqual([7n])
    expect(provider.count('getAccountBalance')).toBe(0)
  })

  it('adds the native coin if the provider leaves it out', async () => {
    const { widget, provider, unitsOf } = await connected()
    provider.answer('getAccountBalance', () => ({ balances: answer('5').balances.slice(1) }))
    await refreshHoldings(widget)
    expect(unitsOf()).toEqual([10n ** 18n, 5_000_000n])
  })
})

describe('a failed request', () => {
  it('keeps the last value, shows one toast and waits for the retry gap', async () => {
    const { widget, clock, evm, provider, unitsOf } = await connected()
    await refreshHoldings(widget)
    provider.answer('getAccountBalance', () => {
      throw new ProviderError('unreachable')
    })
    evm.behaviour.balance = new Error('down')
    await refreshHoldings(widget, { force: true })
    expect(unitsOf()).toEqual([2n * 10n ** 18n, 5_000_000n])
    expect(widget.stores.notice.get().toast).toMatchObject({
      variant: 'error',
      message: 'Token Balance Unavailable',
    })
    widget.stores.notice.set({ toast: undefined })
    await refreshHoldings(widget, { force: true })
    expect(provider.count('getAccountBalance')).toBe(2)
    await clock.advance(limits.balanceRetryGap)
    await refreshHoldings(widget, { force: true })
    expect(provider.count('getAccountBalance')).toBe(3)
    expect(widget.stores.notice.get().toast).toBeUndefined()
  })

  it('does not look like a zero balance', async () => {
    const { widget, provider, portfolio, key } = await connected()
    provider.answer('getAccountBalance', () => {
      throw new ProviderError('malformed')
    })
    await refreshHoldings(widget)
    expect(portfolio.get(key)).toEqual({ status: 'failed', error: expect.any(ProviderError) })
  })
})

describe('watchHoldings', () => {
  const watching = async (given: Awaited<ReturnType<typeof connected>>) => {
    const over = new AbortController()
    const { address, network } = given.key
    const following = watchHoldings(given.widget, { address, network, signal: over.signal })
    await given.clock.advance(0)
    return { over, following }
  }

  it('loads every ten seconds until aborted', async () => {
    const test = await connected()
    const { over, following } = await watching(test)
    expect(test.provider.count('getAccountBalance')).toBe(1)
    await test.clock.advance(2 * limits.holdingsPolling)
    expect(test.provider.count('getAccountBalance')).toBe(3)
    over.abort()
    await expect(following).rejects.toThrow('abort')
    await test.clock.advance(10 * limits.holdingsPolling)
    expect(test.provider.count('getAccountBalance')).toBe(3)
  })

  it('retries after the retry gap', async () => {
    const test = await connected()
    test.provider.answer('getAccountBalance', () => {
      throw new ProviderError('server-error', { status: 500 })
    })
    const { over, following } = await watching(test)
    await test.clock.advance(limits.balanceRetryGap - 1)
    expect(test.provider.count('getAccountBalance')).toBe(1)
    test.provider.answer('getAccountBalance', () => answer('5'))
    await test.clock.advance(1)
    expect(test.unitsOf()).toEqual([2n * 10n ** 18n, 5_000_000n])
    over.abort()
    await expect(following).rejects.toThrow('abort')
  })

  it('stops on status 503', async () => {
    const test = await connected()
    test.provider.answer('getAccountBalance', () => {
      throw new ProviderError('server-error', { status: 503 })
    })
    const { following } = await watching(test)
    await following
    await test.clock.advance(10 * limits.balanceRetryGap)
    expect(test.provider.count('getAccountBalance')).toBe(1)
  })
})

describe('balance cache', () => {
  async function kept() {
    const first = await connected()
    await refreshHoldings(first.widget)
    const { storage } = first
    return {
      connection_status: 'connected',
      native_balance_cache: storage.get('native_balance_cache') ?? '',
      portfolio_cache: storage.get('portfolio_cache') ?? '',
    } as const
  }
  const later = (text: string, ms: number) =>
    text.replace(/"timestamp":(\d+)/g, (_, at: string) => `"timestamp":${Number(at) - ms}`)

  /** Holdings before the first request. */
  async function recalled(stored: Partial<StorageItems>) {
    const test = createTestWidget({ stored, provider: createFakeProvider() })
    const network = getActiveNetwork(test.widget.stores.network.get())
    if (!network) throw new Error('no network')
    const key = { address: '0xA1', network }
    return [getPortfolio(test.widget).get(key), getBalances(test.widget).get(key)] as const
  }

  it('has the specified form', async () => {
    const { native_balance_cache, portfolio_cache } = await kept()
    expect(JSON.parse(native_balance_cache)).toEqual({
      'eip155:1:0xA1': {
        caipAddress: 'eip155:1:0xA1',
        balance: '1',
        symbol: 'ETH',
        timestamp: expect.any(Number),
      },
    })
    expect(JSON.parse(portfolio_cache)).toEqual({
      'eip155:1:0xA1': {
        caipAddress: 'eip155:1:0xA1',
        balance: answer('5'),
        timestamp: expect.any(Number),
      },
    })
  })

  it('is read synchronously', async () => {
    const [portfolio, balance] = await recalled(await kept())
    expect(portfolio).toMatchObject({
      status: 'ready',
      value: [{ symbol: 'ETH' }, { symbol: 'USDC' }],
    })
    expect(balance).toEqual({ status: 'ready', value: 10n ** 18n })
  })

  it('is stale after half a minute and dropped after five', async () => {
    const stored = await kept()
    const aged = (ms: number) =>
      recalled({
        connection_status: 'connected',
        native_balance_cache: later(stored.native_balance_cache, ms),
        portfolio_cache: later(stored.portfolio_cache, ms),
      })
    for (const state of await aged(limits.balanceLifetime)) {
      expect(state).toMatchObject({ status: 'loading', isStale: true })
    }
    for (const state of await aged(limits.staleBalanceLifetime))
      expect(state).toEqual({ status: 'absent' })
    for (const state of await aged(-1)) expect(state).toEqual({ status: 'absent' })
  })

  it.each([
    '{',
    'null',
    '[]',
    '{"eip155:1:0xA1":null}',
    '{"eip155:1:0xA1":{"timestamp":"now"}}',
    '{"eip155:1:0xA1":{"timestamp":1700000000000,"balance":-1,"symbol":"ETH"}}',
    '{"eip155:1:0xA1":{"timestamp":1700000000000,"balance":"0x1","symbol":"ETH"}}',
    '{"eip155:1:0xA1":{"timestamp":1700000000000,"balance":"1","symbol":"XYZ"}}',
    '{"eip155:1:0xA1":{"timestamp":1700000000000,"balance":{"balances":[{"name":1}]}}}',
  ])('is ignored when it is %s', async (text) => {
    const states = await recalled({
      connection_status: 'connected',
      native_balance_cache: text,
      portfolio_cache: text,
    })
    for (const state of states) expect(state).toEqual({ status: 'absent' })
  })

  it('is not written after a disconnect', async () => {
    const { widget, storage, provider } = await connected()
    let finish: (value: unknown) => void = () => undefined
    provider.answer('getAccountBalance', () => new Promise((resolve) => (finish = resolve)))
    const loading = refreshHoldings(widget)
    await disconnect(widget)
    finish(answer('5'))
    await loading
    expect(storage.get('portfolio_cache')).toBeUndefined()
    expect(storage.get('native_balance_cache')).toBeUndefined()
  })
})
