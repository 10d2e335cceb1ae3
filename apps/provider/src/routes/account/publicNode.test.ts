import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { type Abi, encodeFunctionData, getContractAddress, type Hex, pad, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../config/readConfig.js'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { createManualClock } from '../../testing/manualClock.js'
import {
  accountAt,
  aliceAccount,
  bobAccount,
  createChainApi,
  useLocalEvm,
} from './chainApi.fixture.js'

/** Tokens at their addresses on Ethereum. */
const usdt: Hex = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const usdc: Hex = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const mkr: Hex = '0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2'
const steth: Hex = '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84'
const paxg: Hex = '0x45804880De22913dAFE09f4980848ECE6EcbAf78'
/** Not among the preset's tokens. */
const unlisted: Hex = '0x89d24A6b4CcB1B6fAA2625fE562bDD9a23260359'
const implementation: Hex = '0x43506849D7C04F9138D1A2050bbF3A0c054402dd'
const implementationSlot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

const logBlocks = 2_000
const main = useLocalEvm(1)
const holder = aliceAccount

/** A node as the public ones are: no index, few blocks of logs in one call. */
let node: Server
let calls: { method: string; to?: string }[] = []
let settings: ChainSettings

beforeAll(async () => {
  node = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { id, method, params } = JSON.parse(text)
    calls.push({ method, to: params[0]?.to?.toLowerCase() })
    const answer = (content: object) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...content }))
    }
    if (/^(?:ots|erigon|trace|debug|anvil)_/.test(method)) {
      answer({ error: { code: -32601, message: 'Method not found' } })
      return
    }
    const blocks = Number(params[0]?.toBlock) - Number(params[0]?.fromBlock) + 1
    if (method === 'eth_getLogs' && !(blocks <= logBlocks)) {
      answer({ error: { code: -32600, message: `Only ${logBlocks} blocks` } })
      return
    }
    const direct = await fetch(main.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text,
    })
    response.writeHead(200, { 'content-type': 'application/json' }).end(await direct.text())
  }).listen(0, '127.0.0.1')
  await once(node, 'listening')
  const preset = readConfig(['--preset', 'mainnet'], {}).chains[0] as ChainSettings
  settings = {
    ...preset,
    upstreams: [`http://127.0.0.1:${(node.address() as AddressInfo).port}`],
    prices: { kind: 'fixed', dollars: { native: 3_000, [usdt]: 1 } },
    limits: { logBlocks },
  }

  await place('SilentToken', usdt)
  await place('BytesToken', mkr)
  await place('BytesToken', unlisted)
  await place('RebasingToken', steth)
  await place('FeeToken', paxg)
  await place('UpgradedToken', implementation)
  await place('SlotProxy', usdc)
  await main.rpc('anvil_setStorageAt', usdc, implementationSlot, pad(implementation))
  await hold(usdt, 1_234_567_890n)
  await hold(usdc, 5_000_001n)
  await hold(mkr, parseEther('2.5'))
  await hold(steth, parseEther('10'))
})

afterAll(() => node?.close())

async function place(contract: string, address: Hex): Promise<void> {
  await main.rpc('anvil_setCode', address, main.writer.contract(contract).deployedBytecode)
}

const abiOf = (contract: string): Abi => main.writer.contract(contract).abi

async function write(to: Hex, contract: string, name: string, args: readonly unknown[]) {
  await main.writer.call({ from: bobAccount, to, abi: abiOf(contract), name, args })
}

async function hold(token: Hex, value: bigint, account: string = holder.address): Promise<void> {
  await write(token, 'SilentToken', 'hold', [account, value])
}

async function read(api = createChainApi([settings])) {
  const answer = await api.get(`/v1/account/${holder.address}/balance`, {
    query: { chainId: 'eip155:1' },
  })
  expect(answer.status, answer.text).toBe(200)
  const balances = answer.json.balances as {
    address?: string
    symbol: string
    quantity: { numeric: string }
    value?: number
  }[]
  const of = (token: Hex) => balances.find(({ address }) => address === `eip155:1:${token}`)
  return { balances, of, amount: (token: Hex) => of(token)?.quantity.numeric }
}

describe('an account on a public node without an index', () => {
  it('has its long-held tokens, without a log of them', async () => {
    const { of, amount, balances } = await read()
    expect(amount(usdt)).toBe('1234.56789')
    expect(of(usdt)).toMatchObject({ symbol: 'USDT', value: 1_234.567_89 })
    expect(amount(usdc)).toBe('5.000001')
    expect(amount(mkr)).toBe('2.5')
    expect(amount(steth)).toBe('10')
    expect(of(paxg)).toBeUndefined()
    expect(balances[0]).toMatchObject({ symbol: 'ETH' })
  })

  it('costs two calls for all listed tokens of the chain', async () => {
    const stranger = accountAt(7).address
    const api = createChainApi([settings])
    calls = []
    await api.get(`/v1/account/${stranger}/balance`, { query: { chainId: 'eip155:1' } })
    const multicalls = calls.filter(({ to }) => to === settings.multicall?.toLowerCase())
    expect(settings.tokens.length).toBeGreaterThan(150)
    expect(multicalls).toHaveLength(2)
    expect(calls.filter(({ method }) => method === 'eth_call')).toHaveLength(2)
  })

  it('follows a balance that grows without a transfer', async () => {
    const clock = createManualClock()
    const api = createChainApi([settings], { clock })
    expect((await read(api)).amount(steth)).toBe('10')
    await write(steth, 'RebasingToken', 'rebase', [25n])
    clock.advance(10_001)
    expect((await read(api)).amount(steth)).toBe('10.025')
    await write(steth, 'RebasingToken', 'rebase', [0n])
  })

  it('has what arrived of a token that keeps a fee', async () => {
    await hold(paxg, parseEther('3'), bobAccount.address)
    await write(paxg, 'FeeToken', 'transfer', [holder.address, parseEther('1')])
    expect((await read()).amount(paxg)).toBe('0.99')
  })

  it('has tokens that no list knows, from their logs, with names in bytes', async () => {
    await hold(unlisted, parseEther('7'), bobAccount.address)
    await write(unlisted, 'BytesToken', 'transfer', [holder.address, parseEther('7')])
    expect((await read()).of(unlisted)).toMatchObject({
      symbol: 'OLD',
      name: 'Old Coin',
      quantity: { numeric: '7' },
    })
  })

  it('has its transfers of USDT, which returns nothing, in its history', async () => {
    await hold(usdt, 9_000_000n, bobAccount.address)
    await write(usdt, 'SilentToken', 'transfer', [holder.address, 2_000_000n])
    const { status, json } = await createChainApi([settings]).get(
      `/v1/account/${holder.address}/history`,
      { query: { chainId: 'eip155:1' } },
    )
    expect(status).toBe(200)
    expect(JSON.stringify(json.data[0])).toMatch(/"symbol":"USDT"/)
    expect(json.data[0].transfers[0]).toMatchObject({
      direction: 'in',
      quantity: { numeric: '2' },
    })
    await hold(usdt, 1_234_567_890n)
  })

  it('has its ENS name', async () => {
    const { json } = await createChainApi([settings]).get(`/v1/identity/${holder.address}`)
    expect(json).toMatchObject({ name: 'alice.eth' })
  })

  it('has its NFTs, with metadata on IPFS', async () => {
    const maker = accountAt(6)
    const gallery = main.writer.contract('Gallery')
    const nonce = BigInt(await main.rpc<string>('eth_getTransactionCount', maker.address, 'latest'))
    await main.writer.deploy(maker, gallery, ['Wanderers'])
    const to = getContractAddress({ from: maker.address, nonce })
    const call = { from: maker, to, abi: gallery.abi }
    await main.writer.call({ ...call, name: 'exhibit', args: ['ipfs://bafydoc/{id}.json'] })
    await main.writer.call({ ...call, name: 'mint', args: [holder.address, [1n], [1n]] })
    const gateway = 'https://ipfs.example'
    const web: HttpClient = {
      async send(url) {
        expect(url).toBe(`${gateway}/ipfs/bafydoc/${'1'.padStart(64, '0')}.json`)
        const bytes = new TextEncoder().encode(JSON.stringify({ name: 'From afar' }))
        return { status: 200, headers: {}, bytes }
      },
    }
    const api = createChainApi([settings], { web, ipfsGateway: gateway })
    const { json } = await api.get(`/v1/account/${holder.address}/nfts`, {
      query: { chainId: 'eip155:1' },
    })
    expect(json.data[0]).toMatchObject({ name: 'From afar', collection: { name: 'Wanderers' } })
    expect(json.data.map(({ name }: { name: string }) => name)).toContain('Latchkey Keys #1')
  })

  it('counts a coin with a contract of its own once', async () => {
    const { wrappedNative } = localAddresses
    const data = encodeFunctionData({
      abi: abiOf('WrappedNative'),
      functionName: 'deposit',
    })
    await main.writer.send(holder, { to: wrappedNative, data, value: parseEther('1') })
    const has = async (chain: ChainSettings) =>
      (await read(createChainApi([chain]))).of(wrappedNative) !== undefined
    const token = { address: wrappedNative, name: 'Coin', symbol: 'COIN', decimals: 18 }
    expect(await has({ ...settings, tokens: [token] })).toBe(true)
    expect(await has({ ...settings, tokens: [token], nativeContract: wrappedNative })).toBe(false)
  })
})
