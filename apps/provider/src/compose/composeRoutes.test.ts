import { type LocalEvm, localAddresses, startLocalEvm } from '@latchkey/dev-stack/startLocalEvm'
import { getAccountBalance } from '@latchkey/wire/http/balance'
import { getSupportedChains } from '@latchkey/wire/http/chains'
import {
  buildApproveTransaction,
  buildConvertTransaction,
  getConvertAllowance,
  getConvertQuotes,
  getConvertTokens,
  getGasPrice,
} from '@latchkey/wire/http/convert'
import type { Endpoint } from '@latchkey/wire/http/endpoint'
import { getAccountHistory } from '@latchkey/wire/http/history'
import { getIdentity } from '@latchkey/wire/http/identity'
import { createOnrampUrl, getOnrampOptions, getOnrampQuote } from '@latchkey/wire/http/onramp'
import { createPayRequest, requestPay } from '@latchkey/wire/http/pay'
import { getFungiblePrice } from '@latchkey/wire/http/price'
import { registerName, reverseName, suggestNames } from '@latchkey/wire/http/profile'
import { getSessions } from '@latchkey/wire/http/sessions'
import { getWallets } from '@latchkey/wire/http/wallets'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../store/openDatabase.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import { developmentProjectId, type RunningApi, startApi } from './startApi.js'

let chain: LocalEvm
let database: Database
let api: RunningApi

beforeAll(async () => {
  ;[chain, database] = await Promise.all([startLocalEvm({ chainId: 1 }), openTemporaryDatabase()])
  api = await startApi({
    port: 0,
    database,
    chains: [chain.settings],
    nameSignerKey: `0x${'7'.repeat(64)}`,
    onramp: { driver: 'sandbox', chains: ['eip155:1'], treasuryKey: chain.faucet.privateKey },
    pay: { driver: 'sandbox', chains: ['eip155:1'], treasuryKey: chain.faucet.privateKey },
  })
})
afterAll(async () => {
  await api?.stop()
  await Promise.all([chain?.stop(), database?.stop()])
})

async function request(endpoint: Endpoint, path: string, body?: object): Promise<unknown> {
  const url = new URL(path, api.url)
  url.searchParams.set('projectId', developmentProjectId)
  url.searchParams.set('sv', 'html-test-1.0.0')
  const response = await fetch(url, {
    method: endpoint.method,
    headers: { origin: 'http://localhost:5173', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  expect(response.status, `${endpoint.name}: ${text}`).toBe(200)
  return v.parse(endpoint.response ?? v.unknown(), JSON.parse(text))
}

const usdc = `eip155:1:${localAddresses.usdc}`
const ether = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

it('serves every call from a real chain by the contract', async () => {
  const [alice] = chain.accounts
  if (!alice) throw new Error('The chain has no accounts.')
  const { address } = alice
  const person = `eip155:1:${address}`
  expect(await request(getSupportedChains, '/v1/supported-chains')).toMatchObject({
    http: ['eip155:1'],
  })
  expect(await request(getWallets, '/getWallets?entries=5')).toHaveProperty('data.length', 5)
  expect(
    await request(getAccountBalance, `/v1/account/${address}/balance?chainId=eip155:1`),
  ).toMatchObject({
    balances: expect.arrayContaining([expect.objectContaining({ symbol: 'ETH' })]),
  })
  await request(getAccountHistory, `/v1/account/${address}/history?chainId=eip155:1`)
  await request(getIdentity, `/v1/identity/${address}`)
  await request(getFungiblePrice, '/v1/fungible/price', {
    currency: 'usd',
    addresses: [ether, usdc],
  })
  await request(getConvertTokens, '/v1/convert/tokens?chainId=eip155:1')
  await request(getConvertQuotes, `/v1/convert/quotes?amount=1000000&from=${usdc}&to=${ether}`)
  await request(
    getConvertAllowance,
    `/v1/convert/allowance?tokenAddress=${usdc}&userAddress=${person}`,
  )
  await request(getGasPrice, '/v1/convert/gas-price?chainId=eip155:1')
  await request(
    buildApproveTransaction,
    `/v1/convert/build-approve?userAddress=${person}&from=${usdc}&to=${ether}`,
  )
  await request(buildConvertTransaction, '/v1/convert/build-transaction', {
    amount: '1000000000000000',
    from: ether,
    to: usdc,
    userAddress: person,
    eip155: { slippage: 1 },
  })
  await request(suggestNames, '/v1/profile/suggestions/alice')
  await request(getSessions, `/v1/sessions/${person}`)

  const message = JSON.stringify({
    name: 'composed.reown.id',
    attributes: {},
    timestamp: Math.floor(Date.now() / 1_000),
  })
  const signature = await alice.signMessage({ message })
  await request(registerName, '/v1/profile/account', { coin_type: 60, address, message, signature })
  expect(await request(reverseName, `/v1/profile/reverse/${address}`)).toMatchObject([
    { name: 'composed.reown.id' },
  ])

  const options = v.parse(
    getOnrampOptions.response,
    await request(getOnrampOptions, '/v1/onramp/options'),
  )
  const [purchaseCurrency] = options.purchaseCurrencies
  const [paymentCurrency] = options.paymentCurrencies
  await request(getOnrampQuote, '/v1/onramp/quote', {
    purchaseCurrency,
    paymentCurrency,
    amount: '50.00',
    network: purchaseCurrency?.networks[0]?.name,
  })
  const { url } = v.parse(
    createOnrampUrl.response,
    await request(createOnrampUrl, '/v1/generators/onrampurl', {
      destinationWallets: [{ address }],
      presetFiatAmount: 50,
    }),
  )
  const page = await fetch(url)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.status).toBe(200)

  const listing = createPayRequest('reown_getExchanges', { page: 0 })
  expect(await request(requestPay, '/v1/json-rpc', listing)).toMatchObject({
    result: { exchanges: [{ id: 'sandbox' }], total: 1 },
  })

  const rpc = await fetch(`${api.url}/v1/?chainId=eip155:1&projectId=${developmentProjectId}`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'eth_chainId', params: [] }),
  })
  expect(await rpc.json()).toEqual({ jsonrpc: '2.0', id: 7, result: '0x1' })
  expect((await fetch(`${api.url}/ready`)).status).toBe(200)
})

it('is ready while one chain is down, and unready when all are', async () => {
  // Its node serves another chain, so it is not asked again for a minute.
  const dead = { ...chain.settings, id: 'eip155:10' } as const
  async function readinessOver(chains: readonly (typeof chain.settings)[]): Promise<number> {
    const own = await startApi({ port: 0, database, chains })
    const query = `chainId=eip155:10&projectId=${developmentProjectId}`
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }
    await fetch(`${own.url}/v1/?${query}`, { method: 'POST', body: JSON.stringify(call) })
    const { status } = await fetch(`${own.url}/ready`)
    await own.stop()
    return status
  }
  expect(await readinessOver([dead, chain.settings])).toBe(200)
  expect(await readinessOver([dead])).toBe(503)
})
