import fc from 'fast-check'
import type { Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  createSwapTest,
  dai,
  encodeApproval,
  own,
  usdc,
  weth,
} from '../../../../fixtures/fakeSwaps.js'
import {
  contracts,
  encodeExec,
  encodeLifi,
  encodeOneInch,
  type HonestSwap,
  honestSwaps,
  nameOf,
  pinnedForTests,
  type Terms,
  toStep,
} from '../../../../fixtures/honestSwaps.js'
import * as limits from '../../../core/runtime/limits.js'
import { confirmSwap } from '../actions/confirmSwap.js'
import { checkSwap, type ReviewedSwap } from './checkSwap.js'

const stranger: Hex = `0x${'66'.repeat(20)}`
const max = 2n ** 256n - 1n
const symbols = { coin: 'ETH', token: 'USDC' } as const

type Transaction = { readonly from: string; readonly to: string; readonly data: string }

/** A provider that may answer anything, and a review of the swap it was asked for. */
async function setUp(swap: Pick<HonestSwap, 'sides' | 'kind'>) {
  const test = await createSwapTest({ contracts: pinnedForTests })
  const [from, to] = swap.sides
  const target = to === 'coin' ? 'ETH' : from === 'coin' ? 'USDC' : 'DAI'
  await test.review({ from: symbols[from], to: target, amount: '2' })
  const quote = test.store.get().review?.quote
  if (!quote) throw new Error('There is no review')
  const terms: Terms = {
    source: quote.sourceToken.address as Hex | undefined,
    target: quote.toToken.address as Hex | undefined,
    amount: quote.sourceUnits,
    minimum: quote.minimumUnits,
    recipient: own,
    deadline: BigInt(Math.floor(test.clock.now() / 1_000) + 1_200),
  }
  const spender = swap.kind === '0x' ? contracts.allowanceHolder : contracts[swap.kind]
  test.provider.answer('buildApproveTransaction', ({ from: token = '', amount = '0' }) => ({
    tx: { from: token, to: token, value: '0', data: encodeApproval(spender, BigInt(amount)) },
  }))
  test.state.allowance = quote.sourceUnits
  const answer = (transaction: Transaction) =>
    test.provider.answer('buildConvertTransaction', () => ({
      tx: {
        ...transaction,
        amount: quote.toUnits.toString(),
        eip155: { gas: '1', gasPrice: '1' },
      },
    }))
  return { ...test, terms, answer, quote }
}

/** Every field of a transaction and of its call, forged one at a time. */
function* forge(swap: HonestSwap, terms: Terms): Generator<readonly [string, Transaction]> {
  const chain = 'eip155:1'
  const honest = { from: `${chain}:${own}`, to: `${chain}:${swap.to}`, data: swap.encode(terms) }
  const withTerms = (change: Partial<Terms>) => ({
    ...honest,
    data: swap.encode({ ...terms, ...change }),
  })
  const { data } = honest
  const otherContracts = Object.values(contracts).filter((address) => address !== swap.to)

  yield ['another sender', { ...honest, from: `${chain}:${stranger}` }]
  yield ['a sender on another chain', { ...honest, from: `eip155:10:${own}` }]
  yield ['another chain', { ...honest, to: `eip155:10:${swap.to}` }]
  yield ['another family', { ...honest, to: `solana:1:${swap.to}` }]
  yield ['an unknown contract', { ...honest, to: `${chain}:${stranger}` }]
  yield ['the token as contract', { ...honest, to: `${chain}:${usdc}` }]
  yield ['the account as contract', { ...honest, to: `${chain}:${own}` }]
  for (const other of otherContracts) {
    yield [`a contract of another kind, ${other}`, { ...honest, to: `${chain}:${other}` }]
  }
  yield ['another recipient', withTerms({ recipient: stranger })]
  yield ['the contract as recipient', withTerms({ recipient: swap.to })]
  yield ['nobody as recipient', withTerms({ recipient: `0x${'0'.repeat(40)}` })]
  yield [
    'a recipient that differs in one digit',
    withTerms({ recipient: `${own.slice(0, -1)}7` as Hex }),
  ]
  yield ['a lower minimum', withTerms({ minimum: terms.minimum - 1n })]
  yield ['half the minimum', withTerms({ minimum: terms.minimum / 2n })]
  yield ['no minimum', withTerms({ minimum: 0n })]
  const hasAmount = swap.decode(data).amount !== undefined
  if (hasAmount) {
    yield ['a higher amount', withTerms({ amount: terms.amount + 1n })]
    yield ['a lower amount', withTerms({ amount: terms.amount - 1n })]
    yield ['the largest amount', withTerms({ amount: max })]
    yield ['no amount', withTerms({ amount: 1n })]
  }
  if (swap.sides[0] === 'token') {
    yield ['another source token', withTerms({ source: stranger })]
    yield [
      'another owned token as source',
      withTerms({ source: terms.source === dai ? usdc : dai }),
    ]
  }
  if (swap.sides[1] === 'token') {
    yield ['another target token', withTerms({ target: stranger })]
    yield ['wrapped coins as target', withTerms({ target: weth })]
  }
  if (swap.decode(data).deadline !== undefined) {
    const now = terms.deadline - 1_200n
    yield ['a deadline in the past', withTerms({ deadline: now - 1n })]
    yield ['a deadline now', withTerms({ deadline: now })]
    yield ['no deadline', withTerms({ deadline: max })]
    yield ['a deadline tomorrow', withTerms({ deadline: now + 86_400n })]
  }
  yield ['no data', { ...honest, data: '0x' }]
  yield ['only a selector', { ...honest, data: data.slice(0, 10) }]
  yield ['an unknown selector', { ...honest, data: `0xdeadbeef${data.slice(10)}` }]
  yield ['a transfer', { ...honest, data: `0xa9059cbb${data.slice(10)}` }]
  yield ['an approval', { ...honest, data: encodeApproval(stranger, max) }]
  yield ['a trailing byte', { ...honest, data: `${data}00` }]
  yield ['a trailing word', { ...honest, data: `${data}${'00'.repeat(32)}` }]
  yield ['five trailing bytes', { ...honest, data: `${data}0011223344` }]
  yield ['a missing word', { ...honest, data: data.slice(0, -64) }]
  yield ['a missing last byte', { ...honest, data: data.slice(0, -2) }]
  yield ['dirty bytes before an address', { ...honest, data: dirtyAddress(data, own) }]
  yield ['an offset that points elsewhere', { ...honest, data: moveOffset(data) }]
}

/** The error of a confirmation, or `sent` if it got as far as the wallet. */
async function settle(confirmation: Promise<void>, clock: { advance(ms: number): Promise<void> }) {
  const outcome = confirmation.then(
    () => 'sent',
    (error: unknown) => error,
  )
  return Promise.race([outcome, clock.advance(limits.tabSettling).then(() => 'sent')])
}

/** Sets the highest byte of the word that has the address. */
function dirtyAddress(data: Hex, address: Hex): string {
  const at = data.indexOf(`${'0'.repeat(24)}${address.slice(2)}`)
  return `${data.slice(0, at)}01${data.slice(at + 2)}`
}

/** Changes the first word that looks like an offset. */
function moveOffset(data: Hex): string {
  const digits = data.slice(10)
  const words = digits.match(/.{64}/g) ?? []
  const index = words.findIndex(
    (word) => /^0{60}[0-9a-f]{2}[02468ace]0$/.test(word) && !/^0*$/.test(word),
  )
  const moved = (BigInt(`0x${words[index]}`) + 32n).toString(16).padStart(64, '0')
  return `${data.slice(0, 10 + index * 64)}${moved}${digits.slice((index + 1) * 64)}`
}

describe('a provider that lies', () => {
  let forged = 0

  it.each(honestSwaps)('gets no forged swap through: $kind $name $sides', async (swap) => {
    const { widget, terms, answer, state, clock } = await setUp(swap)
    for (const [name, transaction] of forge(swap, terms)) {
      answer(transaction)
      const outcome = await settle(confirmSwap(widget), clock)
      expect(outcome, name).toMatchObject({
        code: expect.stringMatching(/^swap\/(transaction-mismatch|price-changed)$/),
      })
      expect(state.requests, name).toEqual([])
      forged += 1
    }
    // The control: the same provider, telling the truth.
    answer({ from: `eip155:1:${own}`, to: `eip155:1:${swap.to}`, data: swap.encode(terms) })
    const swapping = confirmSwap(widget)
    await clock.advance(limits.receiptWait)
    await swapping
    expect(state.requests).toHaveLength(1)
    const value = swap.sides[0] === 'coin' ? terms.amount : 0n
    expect(state.requests[0]?.calls).toEqual([
      expect.objectContaining({ to: swap.to, value, data: swap.encode(terms) }),
    ])
  })

  it('was tried with enough forgeries', () => {
    expect(forged).toBeGreaterThanOrEqual(200)
  })

  it.each([
    ['flags of a partial fill', '1inch', (terms: Terms) => encodeOneInch(terms, 1n)],
    ['flags of extra coins', '1inch', (terms: Terms) => encodeOneInch(terms, 2n)],
    ['another operator', '0x', (terms: Terms) => encodeExec(terms, stranger, contracts.settler)],
    ['another target', '0x', (terms: Terms) => encodeExec(terms, contracts.settler, stranger)],
    ['an unknown settler', '0x', (terms: Terms) => encodeExec(terms, stranger, stranger)],
    [
      'a function that pays the coin',
      'lifi',
      (terms: Terms) => encodeLifi('swapTokensSingleV3ERC20ToNative', terms, toStep(terms)),
    ],
    [
      'a second deposit',
      'lifi',
      (terms: Terms) => encodeLifi('swapTokensGeneric', terms, [toStep(terms), toStep(terms)]),
    ],
    [
      'a deposit of another token',
      'lifi',
      (terms: Terms) =>
        encodeLifi('swapTokensGeneric', terms, [
          { ...toStep(terms), sendingAssetId: dai, fromAmount: 1n },
          toStep(terms),
        ]),
    ],
    ['no steps', 'lifi', (terms: Terms) => encodeLifi('swapTokensGeneric', terms, [])],
  ] as const)('is stopped by %s', async (_, kind, encode) => {
    const { widget, terms, answer, state } = await setUp({ kind, sides: ['token', 'token'] })
    const to = kind === '0x' ? contracts.allowanceHolder : contracts[kind]
    answer({ from: `eip155:1:${own}`, to: `eip155:1:${to}`, data: encode(terms) })
    await expect(confirmSwap(widget)).rejects.toMatchObject({ code: 'swap/transaction-mismatch' })
    expect(state.requests).toEqual([])
  })

  it.each(['unoswap', 'unoswapTo', 'ethUnoswap'])(
    'is stopped by %s, which names no token',
    async (name) => {
      const selectors = { unoswap: '83800a8e', unoswapTo: 'e2c95c82', ethUnoswap: 'a76dfc3b' }
      const { widget, answer, state } = await setUp({ kind: '1inch', sides: ['token', 'token'] })
      const data = `0x${selectors[name as keyof typeof selectors]}${'00'.repeat(160)}`
      answer({ from: `eip155:1:${own}`, to: `eip155:1:${contracts['1inch']}`, data })
      await expect(confirmSwap(widget)).rejects.toMatchObject({ reason: 'call' })
      expect(state.requests).toEqual([])
    },
  )
})

describe('a provider that lies about approvals', () => {
  it('gets no forged approval through', async () => {
    const test = await createSwapTest({ contracts: pinnedForTests })
    await test.review({ from: 'USDC', to: 'ETH', amount: '2' })
    const amount = 2_000_000n
    const spender = contracts.uniswapV2
    const token = `eip155:1:${usdc}`
    const honest = {
      from: token,
      to: token,
      value: '0',
      data: encodeApproval(spender, amount) as string,
    }
    const { data } = honest
    const forgeries: readonly (typeof honest)[] = [
      ...[stranger, own, usdc, `0x${'0'.repeat(40)}` as Hex, contracts.settler].map((other) => ({
        ...honest,
        data: encodeApproval(other, amount),
      })),
      ...[0n, 1n, amount - 1n, amount + 1n, max, 2n ** 255n].map((other) => ({
        ...honest,
        data: encodeApproval(spender, other),
      })),
      ...[stranger, dai, own, spender].flatMap((other) => [
        { ...honest, to: `eip155:1:${other}` },
        { ...honest, from: `eip155:1:${other}` },
      ]),
      { ...honest, to: `eip155:10:${usdc}` },
      { ...honest, from: `eip155:10:${usdc}` },
      { ...honest, value: '1' },
      { ...honest, value: amount.toString() },
      ...['a22cb465', '39509351', 'a9059cbb', '23b872dd', 'd505accf', '87517c45'].map(
        (selector) => ({
          ...honest,
          data: `0x${selector}${data.slice(10)}`,
        }),
      ),
      { ...honest, data: `${data}00` },
      { ...honest, data: `${data}${'00'.repeat(32)}` },
      { ...honest, data: data.slice(0, -2) },
      { ...honest, data: '0x' },
      { ...honest, data: dirtyAddress(data as Hex, spender) },
    ]
    for (const tx of forgeries) {
      test.provider.answer('buildApproveTransaction', () => ({ tx }))
      const outcome = await settle(confirmSwap(test.widget), test.clock)
      expect(outcome, JSON.stringify(tx)).toMatchObject({ code: 'swap/transaction-mismatch' })
    }
    expect(test.state.requests).toEqual([])
    expect(forgeries.length).toBeGreaterThan(25)
    test.provider.answer('buildApproveTransaction', () => ({ tx: honest }))
    const swapping = confirmSwap(test.widget).catch(() => undefined)
    await test.clock.advance(limits.tabSettling)
    expect(test.state.requests[0]?.calls).toMatchObject([{ to: usdc, value: 0n, data }])
    test.end()
    await swapping
  })
})

it('lets nothing harmful through when bytes of a call change at random', () => {
  const reviewed: Omit<ReviewedSwap, 'sourceToken' | 'toToken'> = {
    networkId: 'eip155:1',
    account: own,
    amount: 2_000_000n,
    minimum: 1_000n,
    contracts: pinnedForTests.map((one) => ({ spender: one.address, ...one })),
    now: 1_700_000_000_000,
  }
  let passed = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...honestSwaps),
      fc.array(fc.tuple(fc.nat(4_000), fc.integer({ min: 1, max: 255 })), {
        minLength: 1,
        maxLength: 3,
      }),
      (swap, changes) => {
        const [from, to] = swap.sides
        const source = from === 'coin' ? undefined : usdc
        const target = to === 'coin' ? undefined : dai
        const terms: Terms = {
          source,
          target,
          amount: reviewed.amount,
          minimum: reviewed.minimum,
          recipient: own,
          deadline: 1_700_000_600n,
        }
        const bytes = Buffer.from(swap.encode(terms).slice(2), 'hex')
        for (const [position, change] of changes) {
          const at = position % bytes.length
          bytes[at] = (bytes[at] ?? 0) ^ change
        }
        const data: Hex = `0x${bytes.toString('hex')}`
        const built = { from: `eip155:1:${own}`, to: `eip155:1:${swap.to}`, data }
        try {
          checkSwap(built, { ...reviewed, sourceToken: source, toToken: target })
        } catch {
          return
        }
        passed += 1
        const { deadline, minimum = 0n, ...found } = swap.decode(data)
        expect(minimum).toBeGreaterThanOrEqual(reviewed.minimum)
        if (deadline !== undefined) expect(deadline).toBeLessThanOrEqual(1_700_003_600n)
        expect(found.recipient?.toLowerCase()).toBe(own)
        if ('amount' in found) expect(found.amount).toBe(reviewed.amount)
        if ('source' in found) expect(found.source?.toLowerCase()).toBe(nameOf(source, swap))
        if ('target' in found) expect(found.target?.toLowerCase()).toBe(nameOf(target, swap))
      },
    ),
    { numRuns: process.env.THOROUGH === 'true' ? 20_000 : 3_000 },
  )
  // Bytes that exchanges use for themselves may change.
  expect(passed).toBeGreaterThan(0)
})
