import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { erc20Abi, formatUnits, getContractAddress, parseUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import { createNodes } from '../../nodes/createNodes.js'
import { createOutbound } from '../../outbound/createOutbound.js'
import type { TestApi } from '../../testing/apiFixture.js'
import { createManualClock } from '../../testing/manualClock.js'
import {
  accountAt,
  aliceAccount,
  createChainApi,
  createFailingApi,
  quickFaults,
  useBadNodes,
  useLocalEvm,
} from './chainApi.fixture.js'

const nativeAddress = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const main = useLocalEvm(1)
const base = useLocalEvm(8453)
const startBadNode = useBadNodes()
const alice = aliceAccount
const owner = accountAt(4)

type Balance = {
  readonly symbol: string
  readonly chainId: string
  readonly address?: string
  readonly price: number
  readonly value?: number
  readonly quantity: { readonly numeric: string; readonly decimals: string }
}

const balances = async (
  api: TestApi,
  address: string,
  query: Record<string, string> = { chainId: 'eip155:1' },
): Promise<Balance[]> => {
  const answer = await api.get(`/v1/account/${address}/balance`, {
    query: { currency: 'usd', ...query },
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.json.balances
}

/** Mints an unlisted token to an account. */
async function mintTo(to: string, name: string, symbol: string, decimals: number, units: bigint) {
  const token = main.writer.contract('Token')
  const nonce = Number(await main.rpc('eth_getTransactionCount', owner.address, 'latest'))
  await main.writer.deploy(owner, token, [name, symbol, decimals])
  const address = getContractAddress({ from: owner.address, nonce: BigInt(nonce) })
  await main.writer.call({
    from: owner,
    to: address,
    abi: token.abi,
    name: 'mint',
    args: [to, units],
  })
  return address
}

describe('a balance', () => {
  it('is exact and has the price of the pools', async () => {
    const found = await balances(createChainApi([main.settings]), alice.address)
    const nodes = createNodes({
      chains: [main.settings],
      http: createOutbound({ allowPrivate: [main.url] }),
      clock: createManualClock(),
      random: Math.random,
    })
    const client = nodes.evm('eip155:1')
    expect(found[0]).toMatchObject({
      symbol: 'ETH',
      quantity: { numeric: formatUnits(await client.getBalance(alice), 18), decimals: '18' },
    })
    expect(found[0]).not.toHaveProperty('address')
    expect(
      found
        .slice(1)
        .map(({ symbol }) => symbol)
        .sort(),
    ).toEqual(['DAI', 'LINK', 'USDC', 'USDT', 'WBTC', 'WETH'])
    for (const { address = '', quantity } of found.slice(1)) {
      const units = await client.readContract({
        address: address.slice('eip155:1:'.length) as `0x${string}`,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [alice.address],
      })
      expect(quantity.numeric).toBe(formatUnits(units, Number(quantity.decimals)))
    }
    expect(found.find(({ symbol }) => symbol === 'USDC')).toMatchObject({ price: 1 })
    const ether = found[0] as Balance
    expect(ether.price).toBeGreaterThan(2_900)
    expect(ether.price).toBeLessThan(3_100)
    expect(ether.value).toBeCloseTo(Number(ether.quantity.numeric) * ether.price, 4)
  })

  it('covers every EVM chain when none is named', async () => {
    const found = await balances(createChainApi([main.settings, base.settings]), alice.address, {})
    expect(new Set(found.map(({ chainId }) => chainId))).toEqual(
      new Set(['eip155:1', 'eip155:8453']),
    )
  })

  it('includes unlisted tokens with a safe name', async () => {
    const units = parseUnits('12345.678901234567890123', 18)
    const rude = `Evil\u202Eniaga\u0000 ${'x'.repeat(300)}`
    const address = await mintTo(alice.address, rude, 'EV\u200BIL', 18, units)
    await mintTo(alice.address, 'Pieces', 'PCS', 0, 5n)
    const found = await balances(createChainApi([main.settings]), alice.address)
    const evil = found.find((one) => one.address === `eip155:1:${address}`)
    expect(evil).toMatchObject({
      symbol: 'EVIL',
      name: `Evilniaga ${'x'.repeat(54)}`,
      price: 0,
      quantity: { numeric: '12345.678901234567890123' },
    })
    expect(evil).not.toHaveProperty('value')
    expect(found.some(({ symbol }) => symbol === 'PCS')).toBe(false)
  })

  it('is cached for ten seconds, unless tokens are named', async () => {
    const clock = createManualClock()
    const api = createChainApi([main.settings], { clock })
    const usdc = `eip155:1:${localAddresses.usdc}`
    const amount = (found: readonly Balance[]) =>
      found.find(({ symbol }) => symbol === 'USDC')?.quantity.numeric
    const before = amount(await balances(api, alice.address))
    await main.writer.call({
      from: main.faucet,
      to: localAddresses.usdc,
      abi: erc20Abi,
      name: 'transfer',
      args: [alice.address, 1n],
    })
    expect(amount(await balances(api, alice.address))).toBe(before)
    const forced = { chainId: 'eip155:1', forceUpdate: usdc }
    const after = amount(await balances(api, alice.address, forced))
    expect(after).not.toBe(before)
    expect(amount(await balances(api, alice.address))).toBe(after)
    clock.advance(10_001)
    expect(amount(await balances(api, alice.address))).toBe(after)
  })

  it('is read completely when only the native coin is named, also during another read', async () => {
    const api = createChainApi([main.settings])
    const account = accountAt(3).address
    const ether = async (query = {}) =>
      (await balances(api, account, { chainId: 'eip155:1', ...query }))[0]?.quantity.numeric
    const earlier = ether()
    await main.writer.send(main.faucet, { to: account, value: parseUnits('1', 18) })
    expect(await ether({ forceUpdate: nativeAddress })).toBe('10001')
    await earlier
    expect(await ether()).toBe('10001')
  })

  it('lists a named token with zero balance once', async () => {
    const api = createChainApi([main.settings])
    const poor = main.accounts[7]?.address ?? ''
    const plain = await balances(api, poor)
    expect(plain.map(({ symbol }) => symbol)).toEqual(['ETH'])
    const named = `${nativeAddress},eip155:1:${localAddresses.link},eip155:1:${localAddresses.link}`
    const forced = await balances(api, poor, { chainId: 'eip155:1', forceUpdate: named })
    expect(forced.map(({ symbol, quantity }) => [symbol, quantity.numeric])).toEqual([
      ['ETH', '10000'],
      ['LINK', '0'],
    ])
    expect(await balances(api, poor)).toEqual(plain)
  })

  it('leaves out a token that cannot be read', async () => {
    const nothing = {
      address: main.accounts[8]?.address ?? '',
      name: 'N',
      symbol: 'NOT',
      decimals: 18,
    }
    const tokens = [nothing, ...main.settings.tokens]
    const found = await balances(createChainApi([{ ...main.settings, tokens }]), alice.address)
    expect(found.length).toBeGreaterThan(5)
    expect(found.some(({ symbol }) => symbol === 'NOT')).toBe(false)
  })

  it('reads without Multicall3 as well', async () => {
    const { multicall: _, ...settings } = main.settings
    const found = await balances(createChainApi([settings]), alice.address)
    expect(found).toEqual(await balances(createChainApi([main.settings]), alice.address))
  })

  it.each<[string, string, Record<string, string>, string]>([
    ['no address', 'not-an-address', {}, 'address'],
    [
      'an address cut short',
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb922',
      { chainId: 'eip155:1' },
      'address',
    ],
    [
      'a Solana address',
      '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
      { chainId: 'eip155:1' },
      'address',
    ],
    ['an unknown chain', `0x${'1'.repeat(40)}`, { chainId: 'eip155:5' }, 'chainId'],
    ['no chain id', `0x${'1'.repeat(40)}`, { chainId: '1' }, 'chainId'],
    ['another currency', `0x${'1'.repeat(40)}`, { currency: 'eur' }, 'currency'],
    ['a bad token', `0x${'1'.repeat(40)}`, { forceUpdate: 'eip155:1:0x12' }, 'forceUpdate'],
    ['no token id', `0x${'1'.repeat(40)}`, { forceUpdate: 'usdc' }, 'forceUpdate.0'],
  ])('rejects %s', async (_, address, query, field) => {
    const answer = await createChainApi([main.settings]).get(`/v1/account/${address}/balance`, {
      query,
    })
    expect(answer).toMatchObject({ status: 400, reasons: [{ field }] })
  })
})

describe('a node that fails', () => {
  const expected = () => balances(createChainApi([main.settings]), alice.address)

  it.each(quickFaults)('does not change balances while another works: %s', async (fault) => {
    const bad = await startBadNode(fault)
    const api = createChainApi([{ ...main.settings, upstreams: [bad.url, main.url] }])
    expect(await balances(api, alice.address)).toEqual(await expected())
  })

  it.each(quickFaults)('causes an error when it is the only node: %s', async (fault) => {
    const bad = await startBadNode(fault)
    const api = createFailingApi(main.settings, bad.url)
    const answer = await api.get(`/v1/account/${alice.address}/balance`, {
      query: { chainId: 'eip155:1' },
    })
    expect(answer).toMatchObject({ status: 503, reasons: [{ field: 'chainId' }] })
  })

  it('does not affect other chains', async () => {
    const dead = { ...base.settings, upstreams: ['http://127.0.0.1:9'] }
    const found = await balances(createChainApi([main.settings, dead]), alice.address, {})
    expect(found).toEqual(await expected())
  })
})
