import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import type { Transaction } from '@latchkey/wire/http/history'
import { encodeFunctionData, erc20Abi, getContractAddress, type Hex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { TestApi } from '../../testing/apiFixture.js'
import {
  accountAt,
  aliceAccount,
  bobAccount,
  createChainApi,
  createFailingApi,
  quickFaults,
  useBadNodes,
  useLocalEvm,
} from './chainApi.fixture.js'

const { usdc, wrappedNative, dai } = localAddresses

const main = useLocalEvm(1)
const base = useLocalEvm(8453)
const startBadNode = useBadNodes()
const [alice, bob, carol, dave] = [aliceAccount, bobAccount, accountAt(4), accountAt(5)]

async function page(api: TestApi, account: string, query: Record<string, string | undefined> = {}) {
  const answer = await api.get(`/v1/account/${account}/history`, { query })
  expect(answer.status, answer.text).toBe(200)
  return answer.json as { readonly data: readonly Transaction[]; readonly next: string | null }
}

async function everyPage(api: TestApi, account: string, query: Record<string, string> = {}) {
  const data: Transaction[] = []
  let cursor: string | undefined
  do {
    const { data: more, next } = await page(api, account, { ...query, cursor })
    data.push(...more)
    cursor = next ?? undefined
  } while (cursor !== undefined)
  return data
}

const moves = ({ transfers }: Transaction) =>
  (transfers ?? []).map(
    ({ direction, quantity, fungible_info, nft_info }) =>
      `${direction} ${quantity.numeric} ${fungible_info?.symbol ?? nft_info?.name}`,
  )

const fresh = () => privateKeyToAddress(generatePrivateKey())

const onMain = { chainId: 'eip155:1' }

describe('the history of an account', () => {
  it('lists its transactions, newest first', async () => {
    const { data, next } = await page(createChainApi([main.settings]), alice.address, onMain)
    expect(next).toBeNull()
    expect(data.slice(0, 13).map((one) => [one.metadata.operationType, ...moves(one)])).toEqual([
      ['receive', 'in 50 DAI'],
      ['send'],
      ['mint', 'in 1 Tide'],
      ['receive', 'in 1 Latchkey Keys #5'],
      ['send', 'out 1 Latchkey Keys #2'],
      ['deposit', 'out 3 ETH', 'in 3 WETH'],
      ['trade', 'out 0.5 ETH', expect.stringMatching(/^in 99\.\d+ LINK$/)],
      ['trade', expect.stringMatching(/^in 0\.09\d+ ETH$/), 'out 300 USDC'],
      ['approve'],
      ['send', 'out 100 USDT'],
      ['send', 'out 1.5 ETH'],
      ['receive', 'in 250 USDC'],
      ['receive', 'in 25 ETH'],
    ])
    expect(data.map(({ metadata }) => metadata.status === 'failed').indexOf(true)).toBe(1)
    const times = data.map(({ metadata }) => metadata.minedAt)
    expect(times).toEqual([...times].sort().reverse())
    expect(new Set(data.map(({ id }) => id)).size).toBe(data.length)
    expect(data[10]?.metadata).toMatchObject({
      chain: 'eip155:1',
      sentFrom: alice.address,
      sentTo: bob.address,
      nonce: 2,
    })
    expect(data[8]?.approval).toEqual({
      spender: main.settings.exchange?.router,
      limit: 'amount',
      quantity: { numeric: '1000' },
      fungible_info: { symbol: 'USDC', icon: { url: expect.stringMatching(/USDC$/) } },
    })
    // For a token, the transaction itself names only the contract.
    expect(data[9]?.transfers?.[0]).toMatchObject({
      sender: alice.address,
      recipient: expect.not.stringMatching(data[9]?.metadata.sentTo ?? ''),
    })
    expect(data[3]?.transfers?.[0]?.nft_info).toMatchObject({
      content: { preview: { url: expect.stringMatching(/^data:image\/svg\+xml/) } },
      flags: { is_spam: false },
    })
  })

  it('covers all chains when none is named, without duplicates', async () => {
    const api = createChainApi([main.settings, base.settings])
    const [one, two, both] = await Promise.all([
      everyPage(api, bob.address, onMain),
      everyPage(api, bob.address, { chainId: 'eip155:8453' }),
      everyPage(api, bob.address),
    ])
    expect(both.map(({ id }) => id).sort()).toEqual([...one, ...two].map(({ id }) => id).sort())
  })

  it('has stable pages while new blocks arrive', async () => {
    const account = fresh()
    const total = 130
    for (let count = 0; count < total; count += 1) {
      if (count % 3 === 0) await main.writer.send(carol, { to: account, value: 1n })
      else {
        const data = encodeFunctionData({
          abi: erc20Abi,
          functionName: 'transfer',
          args: [account, 1n],
        })
        await main.writer.send(main.faucet, { to: usdc, data })
      }
      if (count % 5 === 0) await base.writer.send(carol, { to: account, value: 1n })
    }
    const api = createChainApi([main.settings, base.settings])
    const seen: Transaction[] = []
    let cursor: string | undefined
    do {
      const { data, next } = await page(api, account, { cursor })
      expect(data.length).toBeLessThanOrEqual(100)
      seen.push(...data)
      cursor = next ?? undefined
      await main.writer.send(carol, { to: account, value: 1n })
    } while (cursor !== undefined)
    expect(seen.length).toBe(total + total / 5)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
  })

  it('splits a block between pages correctly', async () => {
    const account = fresh()
    await main.rpc('evm_setAutomine', false)
    const nonce = Number(await main.rpc('eth_getTransactionCount', dave.address, 'latest'))
    for (let count = 0; count < 120; count += 1) {
      const signed = await dave.signTransaction({
        to: account,
        value: BigInt(count + 1),
        chainId: 1,
        nonce: nonce + count,
        gas: 21_000n,
        maxFeePerGas: 100_000_000_000n,
        maxPriorityFeePerGas: 1n,
        type: 'eip1559',
      })
      await main.rpc('eth_sendRawTransaction', signed)
    }
    await main.rpc('anvil_mine', '0x1')
    await main.rpc('evm_setAutomine', true)
    const data = await everyPage(createChainApi([main.settings]), account, onMain)
    expect(new Set(data.map(({ metadata }) => metadata.hash)).size).toBe(120)
  })

  it('finds token transfers on nodes that cannot search', async () => {
    const api = createChainApi([main.settings], { unknown: /^ots_/ })
    const { data } = await page(api, alice.address, onMain)
    expect(data.flatMap(moves)).toContain('in 250 USDC')
    expect(data.flatMap(moves)).not.toContain('out 1.5 ETH')
  })

  it('recognises other kinds of transactions', async () => {
    const { send, call, contract, deploy } = main.writer
    const token = contract('Token')
    const nonce = Number(await main.rpc('eth_getTransactionCount', carol.address, 'latest'))
    await deploy(carol, token, ['Mine', 'MINE', 18])
    const mine = getContractAddress({ from: carol.address, nonce: BigInt(nonce) })
    await call({ from: carol, to: mine, abi: token.abi, name: 'mint', args: [carol.address, 5n] })
    await send(carol, { to: carol.address, value: 0n })
    await call({
      from: carol,
      to: wrappedNative,
      abi: contract('WrappedNative').abi,
      name: 'deposit',
      value: parseEther('2'),
    })
    await call({
      from: carol,
      to: wrappedNative,
      abi: contract('WrappedNative').abi,
      name: 'withdraw',
      args: [parseEther('1')],
    })
    const { data } = await page(createChainApi([main.settings]), carol.address, onMain)
    expect(data.slice(0, 5).map((one) => [one.metadata.operationType, ...moves(one)])).toEqual([
      ['withdraw', 'in 1 ETH', 'out 1 WETH'],
      ['deposit', 'out 2 ETH', 'in 2 WETH'],
      ['cancel'],
      ['mint', 'in 0.000000000000000005 MINE'],
      ['deploy'],
    ])
    expect(data[4]?.metadata.sentTo).toBe(mine)
  })
})

describe('unsolicited transfers', () => {
  const account = fresh()

  async function giveToken(name: string, symbol: string, units: bigint): Promise<Hex> {
    const token = main.writer.contract('Token')
    const nonce = Number(await main.rpc('eth_getTransactionCount', dave.address, 'latest'))
    await main.writer.deploy(dave, token, [name, symbol, 18])
    const to = getContractAddress({ from: dave.address, nonce: BigInt(nonce) })
    await main.writer.call({
      from: dave,
      to,
      abi: token.abi,
      name: 'mint',
      args: [account, units],
    })
    return to
  }

  it('are marked as spam when deceptive, and hidden when zero', async () => {
    await giveToken('Visit claim-usdc.com', 'GIFT', 5n)
    await giveToken('USD Coin', 'USDC', 5n)
    await giveToken('USD Coin', 'USDС', 5n) // the last letter is Cyrillic
    await giveToken('Honest Token', 'HNST', 5n)
    await giveToken('Poison', 'PSN', 0n)
    await main.writer.call({
      from: main.faucet,
      to: dai,
      abi: erc20Abi,
      name: 'transfer',
      args: [account, 5n],
    })
    const { data } = await page(createChainApi([main.settings]), account, onMain)
    const flags = data.map(({ transfers }) => [
      transfers?.[0]?.fungible_info?.symbol,
      transfers?.[0]?.fungible_info?.flags?.is_spam,
    ])
    expect(flags).toEqual([
      ['DAI', false],
      ['HNST', false],
      ['USDС', true],
      ['USDC', true],
      ['GIFT', true],
    ])
  })

  it('cannot make the provider call private addresses', async () => {
    const requested: string[] = []
    const web = {
      async send(url: string): Promise<never> {
        requested.push(url)
        throw new Error('not reachable')
      },
    }
    await page(createChainApi([main.settings], { web }), bob.address, onMain)
    expect(requested).toEqual([])
  })
})

describe('a bad request', () => {
  it.each<[string, string, Record<string, string>, string]>([
    ['no address', 'nobody', {}, 'account'],
    [
      'a Solana address on an EVM chain',
      '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
      onMain,
      'address',
    ],
    ['an unknown chain', `0x${'1'.repeat(40)}`, { chainId: 'eip155:7' }, 'chainId'],
    ['no cursor of ours', `0x${'1'.repeat(40)}`, { cursor: 'AAAA' }, 'cursor'],
    [
      'a cursor of another chain',
      `0x${'1'.repeat(40)}`,
      { cursor: Buffer.from('eip155:9=1.1').toString('base64url') },
      'cursor',
    ],
    [
      'a cursor to nowhere',
      `0x${'1'.repeat(40)}`,
      { cursor: Buffer.from('eip155:1=x').toString('base64url') },
      'cursor',
    ],
    ['too long a cursor', `0x${'1'.repeat(40)}`, { cursor: 'A'.repeat(600) }, 'cursor'],
  ])('is rejected: %s', async (_, account, query, field) => {
    const answer = await createChainApi([main.settings]).get(`/v1/account/${account}/history`, {
      query,
    })
    expect(answer).toMatchObject({ status: 400, reasons: [{ field }] })
  })
})

describe('a node that fails', () => {
  it.each(quickFaults)('does not change the history while another works: %s', async (fault) => {
    const bad = await startBadNode(fault)
    const api = createChainApi([{ ...main.settings, upstreams: [bad.url, main.url] }])
    const expected = await page(createChainApi([main.settings]), alice.address, onMain)
    expect(await page(api, alice.address, onMain)).toEqual(expected)
  })

  it('causes an error when it is the only node', async () => {
    const api = createFailingApi(main.settings, 'http://127.0.0.1:9')
    const answer = await api.get(`/v1/account/${alice.address}/history`, { query: onMain })
    expect(answer).toMatchObject({ status: 503, reasons: [{ field: 'chainId' }] })
  })
})
