import { type LocalSolana, startLocalSolana } from '@latchkey/dev-stack/startLocalSolana'
import { generateKeyPairSigner } from '@solana/kit'
import { bytesToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '../../errors/ApiError.js'
import type { ServedNodes } from '../../nodes/createNodes.js'
import type { Database } from '../../store/openDatabase.js'
import { createTestApi, type TestApi, testProject, testUrl } from '../../testing/apiFixture.js'
import { createLongTimeoutNodes } from '../../testing/longTimeoutNodes.js'
import { createManualClock } from '../../testing/manualClock.js'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import { createBuyer, testCard } from './checkout.fixture.js'
import { onrampRawRoutes, onrampRoutes } from './index.js'
import { createLocalOnramp } from './onramp.fixture.js'

const clock = createManualClock(Date.now())
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

let chain: LocalSolana
let nodes: ServedNodes
let database: Database
let api: TestApi
let buyer: ReturnType<typeof createBuyer>

beforeAll(async () => {
  ;[chain, database] = await Promise.all([startLocalSolana(), openTemporaryDatabase()])
  nodes = createLongTimeoutNodes([chain.settings])
  api = apiOver(nodes)
  buyer = createBuyer(api)
})
afterAll(() => Promise.all([chain?.stop(), database?.stop()]))

function onrampOver(over: ServedNodes) {
  return createLocalOnramp(
    {
      driver: 'sandbox',
      chains: [chain.settings.id],
      treasuryKey: `0x${'1'.repeat(64)}`,
      solanaTreasuryKey: bytesToHex(chain.faucet.privateKey),
    },
    { nodes: over, sql: database.sql, clock },
  )
}

/** Another process on the same database. */
function apiOver(over: ServedNodes): TestApi {
  const parts = onrampOver(over)
  return createTestApi({
    routes: onrampRoutes(parts),
    rawRoutes: onrampRawRoutes(parts),
    others: [{ ...testProject, id: 'other' }],
  })
}

/** Nodes that fail the calls a test names, before or after the real node has executed them. */
function failing(fails: (method: string, when: 'before' | 'after') => boolean): ServedNodes {
  const call: ServedNodes['call'] = async (id, method, params, signal) => {
    if (fails(method, 'before')) throw new ApiError(503, 'chainId', 'Cut off.')
    const answer = await nodes.call(id, method, params, signal)
    if (fails(method, 'after')) throw new ApiError(503, 'chainId', 'Cut off.')
    return answer
  }
  return { ...nodes, call }
}

async function newAddress(): Promise<string> {
  return (await generateKeyPairSigner()).address
}

async function held(owner: string): Promise<bigint> {
  const answer = (await nodes.call(chain.settings.id, 'getTokenAccountsByOwner', [
    owner,
    { mint: usdc },
    { encoding: 'jsonParsed' },
  ])) as {
    value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[]
  }
  return answer.value.reduce(
    (sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount),
    0n,
  )
}

const expectDelivered = (purchaseId: string) =>
  expect.poll(() => buyer.status(purchaseId), { timeout: 20_000 }).toBe('delivered')

describe('a purchase on Solana', () => {
  it('is offered', async () => {
    const { json } = await api.get('/v1/onramp/options')
    expect(json.providers).toEqual([
      {
        id: 'sandbox',
        label: 'Sandbox',
        feeRange: '1.5%',
        networks: [chain.settings.id],
        paymentMethods: [{ id: 'card', min: '10.00', max: '7500.00' }],
      },
    ])
    const found = json.purchaseCurrencies.find((one: { symbol: string }) => one.symbol === 'USDC')
    expect(found.networks).toEqual([
      {
        name: 'solana-mainnet',
        display_name: 'Solana',
        chain_id: chain.settings.id.split(':')[1],
        contract_address: usdc,
      },
    ])
  })

  it('has a quote', async () => {
    const { json } = await api.get('/v1/onramp/options')
    const { status, json: quote } = await api.post('/v1/onramp/quote', {
      purchaseCurrency: json.purchaseCurrencies.find(
        (one: { symbol: string }) => one.symbol === 'SOL',
      ),
      paymentCurrency: json.paymentCurrencies[0],
      amount: '300.00',
      network: 'solana',
    })
    expect([status, quote.purchaseAmount]).toEqual([200, { amount: '2', currency: 'SOL' }])
  })

  it('delivers tokens to an account without any, and can be followed', async () => {
    const address = await newAddress()
    const { session, purchaseId } = await buyer.open(address)
    expect(await buyer.status(purchaseId)).toBe('open')
    expect((await buyer.pay(session)).status).toBe(303)
    await expectDelivered(purchaseId)
    expect(await held(address)).toBe(50_000_000n)
    const { json } = await api.get(`/v1/onramp/purchases/${purchaseId}`)
    expect(json).toMatchObject({
      id: purchaseId,
      provider: 'sandbox',
      destination: address,
      network: chain.settings.id,
      purchaseAmount: { amount: '50', currency: 'USDC' },
      hash: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/),
    })
    expect((await buyer.look(session)).text).toContain('50 USDC have arrived')
  })

  it('delivers the native coin', async () => {
    const address = await newAddress()
    const wallets = [{ address, blockchains: ['solana'], assets: ['SOL'] }]
    const { session, purchaseId } = await buyer.open(address, {
      destinationWallets: wallets,
      presetFiatAmount: 150,
    })
    await buyer.pay(session)
    await expectDelivered(purchaseId)
    const balance = await nodes.call(chain.settings.id, 'getBalance', [address])
    expect(balance).toMatchObject({ value: 1_000_000_000 })
  })

  it('has no checkout for an address of another chain', async () => {
    const address = `0x${'1'.repeat(40)}`
    const answer = await api.post('/v1/generators/onrampurl', {
      destinationWallets: [{ address, blockchains: [], assets: [] }],
    })
    expect(answer.status).toBe(400)
  })

  it('delivers two equal purchases of one buyer twice', async () => {
    const address = await newAddress()
    const bought = await Promise.all([
      buyer.open(address),
      buyer.open(address),
      buyer.open(address),
    ])
    await Promise.all(bought.map(({ session }) => buyer.pay(session)))
    for (const { purchaseId } of bought) await expectDelivered(purchaseId)
    expect(await held(address)).toBe(150_000_000n)
  })

  it.each([
    ['before it is signed', 'getLatestBlockhash', 'before'],
    ['before it is sent', 'sendTransaction', 'before'],
    ['when the response is lost', 'sendTransaction', 'after'],
    ['before its status is read', 'getSignatureStatuses', 'before'],
  ] as const)('continues after a crash: %s', async (_, method, when) => {
    const address = await newAddress()
    const { session, purchaseId } = await buyer.open(address)
    let seen = 0
    const cut = apiOver(
      failing((called, at) => {
        if (called !== method || at !== when) return false
        seen += 1
        // The first blockhash is for the check before the payment.
        return method !== 'getLatestBlockhash' || seen > 1
      }),
    )
    expect((await buyer.pay(session, cut)).status).toBe(303)
    expect(await buyer.status(purchaseId, cut)).toMatch(/pending|delivered/)
    await onrampOver(nodes).sandbox?.resume()
    await onrampOver(nodes).sandbox?.resume()
    await expectDelivered(purchaseId)
    expect(await held(address)).toBe(50_000_000n)
  })

  it('is signed again once its first transfer has expired, and never before', async () => {
    const address = await newAddress()
    const { session, purchaseId } = await buyer.open(address)
    let height = 0
    const lost = failing((method, when) => method === 'sendTransaction' && when === 'before')
    const call: ServedNodes['call'] = async (id, method, params, signal) =>
      method === 'getBlockHeight' && height > 0 ? height : lost.call(id, method, params, signal)
    const cut = apiOver({ ...lost, call })
    expect((await buyer.pay(session, cut)).status).toBe(303)
    const hashOf = async () =>
      (await cut.get(`/v1/onramp/purchases/${purchaseId}`)).json.hash as string | undefined
    const first = await hashOf()
    expect(first).toBeDefined()
    expect(await hashOf()).toBe(first)
    height = Number.MAX_SAFE_INTEGER
    expect(await hashOf()).toBeUndefined()
    height = 0
    const newest = async () =>
      JSON.stringify(await nodes.call(chain.settings.id, 'getLatestBlockhash', []))
    const before = await newest()
    await expect.poll(newest).not.toBe(before)
    await expectDelivered(purchaseId)
    expect(await held(address)).toBe(50_000_000n)
    expect(await hashOf()).not.toBe(first)
  })

  it('is delivered once by many processes that die at random', async () => {
    let seed = 7
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed / 2_147_483_648
    }
    const buyers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const address = await newAddress()
        return { address, ...(await buyer.open(address)) }
      }),
    )
    for (const { session } of buyers)
      await buyer.pay(session, apiOver(failing(() => random() < 0.2)))
    for (let round = 0; round < 12; round += 1) {
      const dying = Array.from({ length: 2 }, () => apiOver(failing(() => random() < 0.3)))
      await Promise.all(
        buyers.flatMap(({ purchaseId }) => dying.map((at) => buyer.status(purchaseId, at))),
      )
    }
    for (const { session, purchaseId } of buyers) {
      if ((await buyer.status(purchaseId)) === 'open') await buyer.pay(session)
      await expectDelivered(purchaseId)
    }
    for (const { address } of buyers) expect(await held(address)).toBe(50_000_000n)
  })

  it('is cancelled by its buyer, once and for all', async () => {
    const address = await newAddress()
    const { session, purchaseId } = await buyer.open(address)
    expect((await buyer.step(session, { step: 'cancel' })).status).toBe(303)
    expect((await buyer.look(session)).text).toContain('Purchase cancelled')
    expect(await buyer.status(purchaseId)).toBe('cancelled')
    await buyer.pay(session)
    expect(await buyer.status(purchaseId)).toBe('cancelled')
    expect(await held(address)).toBe(0n)
  })

  it('is cancelled when its checkout expires', async () => {
    const { purchaseId } = await buyer.open(await newAddress())
    clock.advance(30 * 60_000)
    expect(await buyer.status(purchaseId)).toBe('cancelled')
  })

  it('fails when the bank takes the payment back', async () => {
    const address = await newAddress()
    const { session, purchaseId } = await buyer.open(address)
    const card = { ...testCard, number: '4000 0000 0000 0341' }
    expect((await buyer.pay(session, api, card)).status).toBe(303)
    expect((await buyer.look(session)).text).toContain('The payment failed')
    expect(await buyer.status(purchaseId)).toBe('failed')
    await onrampOver(nodes).sandbox?.resume()
    expect(await held(address)).toBe(0n)
    const { purchases } = onrampOver(nodes)
    const owner = { projectId: 'test-project', address, publicUrl: testUrl }
    expect(await purchases.list(owner)).toMatchObject([
      { id: purchaseId, metadata: { status: 'ONRAMP_TRANSACTION_STATUS_FAILED' } },
    ])
  })

  it('cannot be cancelled once it is paid', async () => {
    const address = await newAddress()
    const { session, purchaseId } = await buyer.open(address)
    await buyer.pay(session)
    await buyer.step(session, { step: 'cancel' })
    await expectDelivered(purchaseId)
    expect(await held(address)).toBe(50_000_000n)
  })

  it('is unknown to other projects', async () => {
    const { session, purchaseId } = await buyer.open(await newAddress())
    const read = (id: string, projectId?: string) =>
      api.get(`/v1/onramp/purchases/${id}`, projectId === undefined ? {} : { projectId })
    expect((await read(purchaseId, 'other')).status).toBe(404)
    // What opens the checkout does not follow the purchase, and the other way round.
    expect((await read(session)).status).toBe(404)
    expect((await buyer.look(purchaseId)).status).toBe(404)
  })

  it('is not in the history of an address that differs by case', async () => {
    const address = await newAddress()
    const { session, purchaseId } = await buyer.open(address)
    await buyer.pay(session)
    await expectDelivered(purchaseId)
    const { purchases } = onrampOver(nodes)
    const list = (owner: string) =>
      purchases.list({ projectId: 'test-project', address: owner, publicUrl: testUrl })
    expect(await list(address)).toMatchObject([{ id: purchaseId }])
    expect(await list(address.toLowerCase())).toEqual([])
  })
})
