import {
  type Address,
  address,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../clock.js'
import type { Nodes } from '../../../nodes/Nodes.js'
import { solanaMainnet } from '../../../nodes/solanaMainnet.js'
import type { Outbound } from '../../../outbound/createOutbound.js'
import { createLongTimeoutOutbound } from '../../../testing/longTimeoutNodes.js'
import { type StandIn, startStandIn } from '../aggregators/standIn.fixture.js'
import { createJupiter } from './createJupiter.js'
import { jupiterErrors, quoteAnswer, swapAnswer, usdcMint, wrappedMint } from './jupiter.fixture.js'

const key = 'a-secret-key-of-the-operator'
const user = address('oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96')
const stranger = address('FidaeBkZkvDqi1GXNEwB8uWmj9Ngx2HXSS5nyGRuVFcZ')
const request = {
  ...{ chain: solanaMainnet, from: undefined, to: usdcMint, amount: 1_000_000_000n },
  ...{ slippage: 10_050, user },
}

let standIn: StandIn
let http: Outbound
/** Token accounts that the user has for the bought token. */
let owned: readonly object[]

beforeAll(async () => {
  standIn = await startStandIn()
  http = createLongTimeoutOutbound([standIn.url])
})
beforeEach(() => {
  standIn.calls.length = 0
  owned = [{}]
})
afterAll(async () => {
  http.stop()
  await standIn.stop()
})

const nodes = {
  call: async (_: string, method: string) =>
    method === 'getTokenAccountsByOwner' ? { value: owned } : 2_039_280,
} as unknown as Nodes

const open = (more: Partial<Parameters<typeof createJupiter>[0]> = {}) =>
  createJupiter({ http, clock: systemClock, url: standIn.url, key, nodes, ...more })

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'passed on',
    (error: { code: string }) => error.code,
  )

function transactionOf(payer: Address): string {
  const blockhash = { blockhash: wrappedMint, lastValidBlockHeight: 1n } as Parameters<
    typeof setTransactionMessageLifetimeUsingBlockhash
  >[0]
  return getBase64EncodedWireTransaction(
    compileTransaction(
      pipe(
        createTransactionMessage({ version: 0 }),
        (empty) => setTransactionMessageFeePayer(payer, empty),
        (paid) => setTransactionMessageLifetimeUsingBlockhash(blockhash, paid),
      ),
    ),
  )
}

/** Answers as the service does: `amounts` are the prices of one quote after the other. */
function answerWith(amounts: readonly bigint[], transaction = transactionOf(user)): void {
  let asked = 0
  standIn.answer = ({ path, query }) => {
    if (path === '/swap') return { body: swapAnswer(transaction) }
    const price = amounts[Math.min(asked, amounts.length - 1)] ?? 0n
    asked += 1
    return { body: quoteAnswer(query, price) }
  }
}

describe('a quote by Jupiter', () => {
  it('has what the user should see', async () => {
    answerWith([150_000_000n])
    expect(await open().quote(request)).toEqual({
      amountOut: 150_000_000n,
      minimumReturn: 148_500_000n,
      fee: 42n,
      route: ['Whirlpool', 'Raydium CLMM'],
      networkFee: 510_000n,
    })
    const [call] = standIn.calls
    expect(call?.headers['x-api-key']).toBe(key)
    // Slippage in whole basis points, rounded down.
    expect(call?.query).toEqual({
      ...{ inputMint: wrappedMint, outputMint: usdcMint, amount: '1000000000' },
      ...{ slippageBps: '100', swapMode: 'ExactIn' },
    })
  })

  it('counts what opens the user’s account for the token', async () => {
    answerWith([150_000_000n])
    owned = []
    expect((await open().quote(request)).networkFee).toBe(510_000n + 2_039_280n)
    expect((await open().quote({ ...request, user: undefined })).networkFee).toBe(510_000n)
  })

  it('names no fee that is taken from another token', async () => {
    standIn.answer = ({ query }) => {
      const answer = quoteAnswer(query, 5n)
      const [first] = answer.routePlan
      return {
        body: { ...answer, routePlan: [{ swapInfo: { ...first?.swapInfo, feeMint: usdcMint } }] },
      }
    }
    expect((await open().quote(request)).fee).toBeUndefined()
  })

  it('needs no key at a server of one’s own', async () => {
    answerWith([5n])
    await open({ key: undefined }).quote(request)
    expect(standIn.calls[0]?.headers).not.toHaveProperty('x-api-key')
  })

  it.each([
    ['no route', 'noRoute', 'no-route'],
    ['a token that is not traded', 'notTradable', 'no-route'],
    ['a rate limit', 'rateLimited', 'rate-limited'],
    ['a rejected key', 'unauthorized', 'unauthorized'],
  ] as const)('recognises %s', async (_, name, code) => {
    standIn.answer = () => jupiterErrors[name]
    expect(await codeOf(open().quote(request))).toBe(code)
    expect(await codeOf(open().build(request))).toBe(code)
  })

  it.each<[string, object]>([
    ['another token sold', { inputMint: usdcMint }],
    ['another token bought', { outputMint: wrappedMint }],
    ['another amount', { inAmount: '999' }],
    ['an amount as a number', { outAmount: 5 }],
    ['a negative amount', { outAmount: '-5' }],
    ['nothing', { outAmount: '0' }],
    ['a low minimum', { otherAmountThreshold: '148499999' }],
    ['another slippage', { slippageBps: 101 }],
    ['an exact output', { swapMode: 'ExactOut' }],
    ['a fee for a third party', { platformFee: { amount: '1', feeBps: 5 } }],
    ['no route plan', { routePlan: [] }],
    ['no minimum', { otherAmountThreshold: undefined }],
  ])('is refused with %s', async (_, change) => {
    standIn.answer = ({ query }) => ({ body: { ...quoteAnswer(query, 150_000_000n), ...change } })
    expect(await codeOf(open().quote(request))).toBe('malformed')
    expect(await codeOf(open().build(request))).toBe('malformed')
  })

  it.each(['<!doctype html>', '', [], 'null'])('is refused as %j', async (body) => {
    standIn.answer = () => ({ body })
    expect(await codeOf(open().quote(request))).toBe('malformed')
  })
})

describe('a swap by Jupiter', () => {
  it('is built from the quote as it was', async () => {
    answerWith([150_000_000n])
    const swap = await open().build({ ...request, minimumReturn: 148_500_000n })
    expect(swap).toMatchObject({ amountOut: 150_000_000n, minimumReturn: 148_500_000n })
    expect(swap.lastBlock).toBe(279_632_475n)
    expect(Buffer.from(swap.transaction).toString('base64')).toBe(transactionOf(user))
    const [quoted, built] = standIn.calls
    expect(built?.body).toEqual({
      userPublicKey: user,
      quoteResponse: quoteAnswer(quoted?.query ?? {}, 150_000_000n),
      wrapAndUnwrapSol: true,
      dynamicComputeUnitLimit: true,
      prioritizationFeeLamports: {
        priorityLevelWithMaxLamports: { priorityLevel: 'high', maxLamports: 500_000 },
      },
    })
    expect(built?.headers['x-api-key']).toBe(key)
  })

  it('asks once more, with less slippage, if the minimum is below the shown one', async () => {
    answerWith([150_000_000n])
    const swap = await open().build({ ...request, minimumReturn: 149_500_000n })
    expect(swap.minimumReturn).toBeGreaterThanOrEqual(149_500_000n)
    expect(standIn.calls.map(({ query }) => query.slippageBps)).toEqual(['100', '33', undefined])
  })

  it('is not built below the minimum', async () => {
    answerWith([148_000_000n])
    const late = open().build({ ...request, minimumReturn: 148_500_000n })
    expect(await codeOf(late)).toBe('price-changed')
    answerWith([150_000_000n, 148_000_000n])
    const falling = open().build({ ...request, minimumReturn: 149_500_000n })
    expect(await codeOf(falling)).toBe('price-changed')
    expect(standIn.calls.some(({ path }) => path === '/swap')).toBe(false)
  })

  it.each([
    ['of another account', transactionOf(stranger)],
    [
      'that is too long',
      Buffer.concat([Buffer.from(transactionOf(user), 'base64'), Buffer.alloc(1_233)]).toString(
        'base64',
      ),
    ],
    ['that is none', 'AAAA'],
    ['that is not base64', '*'],
  ])('is refused as a transaction %s', async (_, transaction) => {
    answerWith([150_000_000n], transaction)
    expect(await codeOf(open().build(request))).toBe('malformed')
  })
})

it('serves Solana’s main network, or the chains of the settings', () => {
  expect(open().serves(solanaMainnet)).toBe(true)
  expect(open().serves('eip155:1')).toBe(false)
  const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' as const
  expect(open({ chains: [devnet] }).serves(solanaMainnet)).toBe(false)
})

it('keeps the key out of its errors', async () => {
  for (const answer of [jupiterErrors.unauthorized, { body: { key } }]) {
    standIn.answer = () => answer
    const error = await open()
      .quote(request)
      .catch((reason: Error) => reason)
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(key)
  }
})
