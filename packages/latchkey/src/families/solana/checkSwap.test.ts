import {
  AddressLookupTableAccount,
  Keypair,
  type PublicKey,
  SystemProgram,
  TransactionInstruction,
} from '@solana/web3.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeSolanaNode } from '../../../fixtures/fakeSolanaNode.js'
import { solanaNetwork } from '../../../fixtures/solanaNetwork.js'
import {
  amount,
  associatedProgram,
  encode,
  encodeOffer,
  encodeRoute,
  instruction,
  jupiter,
  maker,
  minimum,
  openAccount,
  payCoins,
  payTokens,
  planSwap,
  pyusd,
  routeData,
  routeInstruction,
  routeNames,
  type SwapPlan,
  stranger,
  token2022Program,
  tokenAccountOf,
  tokenProgram,
  tokenStep,
  usdc,
  visitor,
  wrappedMint,
} from '../../../fixtures/solanaSwaps.js'
import { solana } from './index.js'

const network = solanaNetwork('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const { signal } = new AbortController()

afterEach(() => vi.unstubAllGlobals())

type NodeAccount = { readonly owner: PublicKey; readonly data: Buffer }

const mintOf = (program: PublicKey): NodeAccount => {
  const data = Buffer.alloc(82)
  data.writeUInt8(6, 44)
  data.writeUInt8(1, 45)
  return { owner: program, data }
}

function tokenAccount(owner: PublicKey): NodeAccount {
  const data = Buffer.alloc(165)
  owner.toBuffer().copy(data, 32)
  return { owner: tokenProgram, data }
}

/** A Token-2022 mint that withholds a part of every transfer. */
function mintWithFee(): NodeAccount {
  const data = Buffer.alloc(166 + 4 + 108)
  mintOf(token2022Program).data.copy(data)
  data.writeUInt8(1, 165)
  data.writeUInt16LE(1, 166)
  data.writeUInt16LE(108, 168)
  return { owner: token2022Program, data }
}

const { transfers } = await solana().loadAdapter()

type Sides = readonly [from: PublicKey | undefined, to: PublicKey | undefined]

/** What the visitor reviewed, checked against what the exchange built. */
function check(
  data: string,
  [from, to]: Sides,
  more: {
    accounts?: readonly (readonly [PublicKey, NodeAccount])[]
    maxFee?: bigint
    terms?: { minimum: bigint }
  } = {},
) {
  const accounts = new Map<string, NodeAccount>([
    [usdc.toBase58(), mintOf(tokenProgram)],
    [pyusd.toBase58(), mintOf(token2022Program)],
    ...(more.accounts ?? []).map(([key, account]) => [key.toBase58(), account] as const),
  ])
  const node = createFakeSolanaNode()
  node.answer('getMultipleAccounts', ({ params: [addresses] }) => ({
    context: { slot: 5 },
    value: (addresses as string[]).map((address) => {
      const found = accounts.get(address)
      return found
        ? {
            owner: found.owner.toBase58(),
            lamports: 1,
            data: [found.data.toString('base64'), 'base64'],
          }
        : null
    }),
  }))
  vi.stubGlobal('fetch', node.fetch)
  const terms = {
    account: visitor.toBase58(),
    sourceToken: from?.toBase58(),
    toToken: to?.toBase58(),
    ...{ amount, minimum, ...more.terms },
  }
  const { maxFee = 50_000n } = more
  return transfers?.checkSwap?.({ data, terms, maxFee, network, signal })
}

const allSides: readonly Sides[] = [
  [undefined, usdc],
  [usdc, undefined],
  [usdc, pyusd],
]
const nameOf = ([from, to]: Sides) =>
  [from, to].map((mint) => (mint ? (mint === usdc ? 'USDC' : 'PYUSD') : 'SOL')).join(' to ')
const offers = allSides.map((sides) => ({ sides, pair: nameOf(sides) }))
const routes = routeNames.flatMap((name) => offers.map((offer) => ({ ...offer, name })))

describe('a swap of the exchange', () => {
  it.each(routes)('by $name is passed on as it is: $pair', async ({ name, sides }) => {
    const data = encodeRoute(name, planSwap(...sides))
    expect(await check(data, sides)).toEqual({
      ...{ to: jupiter.toBase58(), value: sides[0] ? 0n : amount, data },
    })
  })

  it.each(offers)('by a firm offer is passed on as it is: $pair', async ({ sides }) => {
    const data = encodeOffer(offerOf(sides))
    expect(await check(data, sides)).toEqual({
      ...{ to: maker.publicKey.toBase58(), value: sides[0] ? 0n : amount, data },
    })
  })

  it('may pay another account of the visitor that it names again', async () => {
    const plan = planSwap(usdc, pyusd)
    const data = encodeRoute('route', { ...plan, other: plan.target })
    await expect(check(data, [usdc, pyusd])).resolves.toBeDefined()
  })
})

/** An offer pays coins to the account itself. */
function offerOf([from, to]: Sides): SwapPlan {
  const plan = planSwap(from, to)
  return { ...plan, ...(!to && { target: visitor }), amountOut: minimum }
}

/** Instructions that no swap needs. */
function* strayInstructions([from, to]: Sides): Generator<[string, TransactionInstruction]> {
  const wrapped = tokenAccountOf(visitor, wrappedMint)
  const own = tokenAccountOf(visitor, usdc)
  const theirs = tokenAccountOf(stranger, usdc)
  yield ['one lamport for a stranger', payCoins(visitor, stranger, 1n)]
  yield ['tokens for a stranger', payTokens({ from: own, to: theirs, owner: visitor }, 1n, usdc)]
  yield ['an approval', instruction(tokenProgram, [own, stranger, visitor], amountData(4), visitor)]
  yield [
    'an approval of Token-2022',
    instruction(token2022Program, [own, stranger, visitor], amountData(4), visitor),
  ]
  yield [
    'another owner of a token account',
    instruction(tokenProgram, [own, visitor], Buffer.of(6, 2, 0), visitor),
  ]
  yield ['burnt tokens', instruction(tokenProgram, [own, usdc, visitor], amountData(8), visitor)]
  yield ['a token account closed', tokenStep(9, [own, visitor, visitor], visitor)]
  yield ['coins unwrapped for a stranger', tokenStep(9, [wrapped, stranger, visitor], visitor)]
  yield ['a token account of a stranger', openAccount(theirs, usdc, { owner: stranger })]
  const other = tokenAccountOf(visitor, stranger)
  yield ['a token account for another token', openAccount(other, stranger)]
  yield ['a nested account', openAccount(own, usdc, { data: [2] })]
  yield ['an unknown program', instruction(stranger, [visitor], Buffer.of(1), visitor)]
  yield [
    'a program with the visitor’s name',
    instruction(visitor, [visitor], Buffer.of(1), visitor),
  ]
  yield [
    'an account that a program takes over',
    SystemProgram.assign({ accountPubkey: visitor, programId: stranger }),
  ]
  yield [
    'a transaction that stays valid',
    SystemProgram.nonceAdvance({ noncePubkey: stranger, authorizedPubkey: visitor }),
  ]
  yield [
    'a transfer with a seed',
    SystemProgram.transfer({
      ...{ fromPubkey: visitor, basePubkey: visitor, toPubkey: stranger, lamports: 1n },
      ...{ seed: 'x', programId: SystemProgram.programId },
    }),
  ]
  yield [
    'an account that gets data',
    instruction(SystemProgram.programId, [visitor], Buffer.of(8, 0, 0, 0, ...new Uint8Array(8))),
  ]
  yield ['another account synchronised', tokenStep(17, [theirs])]
  yield ['tokens frozen', tokenStep(10, [own, usdc, visitor], visitor)]
  yield ['more coins wrapped', payCoins(visitor, wrapped, 1n)]
  yield ['a second route', routeInstruction('route', planSwap(from, to))]
  yield [
    'a route with a third party’s fee',
    routeInstruction('route_v2', { ...planSwap(from, to), fee: 1 }),
  ]
  yield [
    'an associated account by an unknown call',
    instruction(associatedProgram, [visitor, own, visitor], Buffer.of(1, 0), visitor),
  ]
}

function amountData(step: number): Buffer {
  const data = Buffer.alloc(9)
  data.writeUInt8(step, 0)
  data.writeBigUInt64LE(1n, 1)
  return data
}

/** Changes of the plan that are wrong in routes and offers alike. */
function* wrongPlans(plan: SwapPlan): Generator<[string, SwapPlan]> {
  yield ['another payer', { ...plan, payer: stranger }]
  yield ['more taken', { ...plan, amount: plan.amount + 1n }]
  yield ['less taken', { ...plan, amount: plan.amount - 1n }]
  yield ['less returned', { ...plan, amountOut: minimum - 1n }]
  yield ['nothing returned', { ...plan, amountOut: 0n }]
  yield ['a high fee', { ...plan, unitPrice: 1_000_000 }]
  const own = tokenAccountOf(visitor, pyusd)
  if (plan.from) yield ['another token taken', { ...plan, source: own }]
  yield [
    'a stranger paid',
    { ...plan, target: plan.to ? tokenAccountOf(stranger, plan.to) : stranger },
  ]
  yield ['a program paid', { ...plan, target: jupiter }]
  const [, extra] = [...strayInstructions([plan.from, plan.to])][0] ?? []
  yield ['two strays', { ...plan, extra: extra ? [extra, extra] : [] }]
}

function* wrongRoutes(name: (typeof routeNames)[number], sides: Sides) {
  const plan = planSwap(...sides)
  for (const [what, wrong] of wrongPlans(plan)) yield [what, encodeRoute(name, wrong)] as const
  for (const [what, stray] of strayInstructions(sides)) {
    yield [what, encodeRoute(name, { ...plan, extra: [stray] })] as const
  }
  yield ['another signer', encodeRoute(name, { ...plan, user: stranger })] as const
  yield ['more slippage', encodeRoute(name, { ...plan, slippage: 101 })] as const
  yield ['all of it as slippage', encodeRoute(name, { ...plan, slippage: 10_000 })] as const
  yield ['slippage beyond all', encodeRoute(name, { ...plan, slippage: 65_535 })] as const
  yield ['a fee', encodeRoute(name, { ...plan, fee: 1 })] as const
  if (name !== 'shared_accounts_route_v2') {
    yield ['a further account paid', encodeRoute(name, { ...plan, other: stranger })] as const
  }
  const withData = (data: Buffer) => encodeRoute(name, plan, routeInstruction(name, plan, data))
  const data = routeData(name, plan)
  yield ['an exact-out call', withData(routeData('exact_out_route', plan))] as const
  yield ['a call by ledger', withData(routeData('route_with_token_ledger', plan))] as const
  yield ['short data', withData(data.subarray(0, 20))] as const
  yield ['no data', withData(Buffer.alloc(0))] as const
  const { keys } = routeInstruction(name, plan)
  const elsewhere = new TransactionInstruction({ programId: stranger, keys, data })
  yield ['another program', encodeRoute(name, plan, elsewhere)] as const
  const unsigned = routeInstruction(name, { ...plan, user: stranger })
  for (const key of unsigned.keys) key.isSigner = false
  yield ['a user who does not sign', encodeRoute(name, plan, unsigned)] as const
  const coSigned = payCoins(maker.publicKey, visitor, 1n)
  yield [
    'a second signer',
    encodeRoute(name, { ...plan, extra: [coSigned], signers: [maker] }),
  ] as const
  if (!sides[0]) {
    yield ['too few coins wrapped', encodeRoute(name, { ...plan, wrapped: amount - 1n })] as const
    yield ['too many coins wrapped', encodeRoute(name, { ...plan, wrapped: amount + 1n })] as const
  } else {
    yield ['coins wrapped for tokens', encodeRoute(name, { ...plan, wrapped: 1n })] as const
  }
  if (!sides[1]) {
    yield ['coins left wrapped', encodeRoute(name, { ...plan, unwrapTo: undefined })] as const
    yield ['coins for a stranger', encodeRoute(name, { ...plan, unwrapTo: stranger })] as const
  }
  const table = new AddressLookupTableAccount({
    key: stranger,
    state: {
      ...{ deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0 },
      addresses: [plan.target],
    },
  })
  const hidden = { ...plan, to: undefined, tables: [table] }
  yield ['a recipient in a lookup table', encodeRoute(name, hidden)] as const
}

function* wrongOffers(sides: Sides) {
  const plan = offerOf(sides)
  for (const [what, wrong] of wrongPlans(plan)) yield [what, encodeOffer(wrong)] as const
  for (const [what, stray] of strayInstructions(sides)) {
    yield [what, encodeOffer({ ...plan, extra: [stray] })] as const
  }
  const third = Keypair.fromSeed(new Uint8Array(32).fill(9))
  const payThird = payCoins(third.publicKey, visitor, 1n)
  yield ['a third signer', encodeOffer({ ...plan, extra: [payThird], signers: [third] })] as const
  const [from, to] = sides
  if (from && to) {
    const approval = Buffer.alloc(9)
    approval.writeUInt8(4, 0)
    approval.writeBigUInt64LE(amount, 1)
    const approve = instruction(tokenProgram, [plan.source, stranger, visitor], approval, visitor)
    const makers = tokenAccountOf(maker.publicKey, to)
    const pay = { from: makers, to: plan.target, owner: maker.publicKey }
    const swap = [approve, payTokens(pay, minimum, to)]
    yield ['an approval as the payment', encode({ ...plan, signers: [maker] }, swap)] as const
  }
  const wrapped = tokenAccountOf(visitor, wrappedMint)
  const unwrap = tokenStep(9, [wrapped, visitor, visitor], visitor)
  yield ['coins unwrapped', encodeOffer({ ...plan, extra: [unwrap] })] as const
  if (to) {
    const pay = from
      ? payTokens({ from: plan.source, to: stranger, owner: visitor }, amount, from)
      : payCoins(visitor, stranger, amount)
    const accounts = {
      from: tokenAccountOf(maker.publicKey, to),
      to: tokenAccountOf(stranger, to),
      owner: maker.publicKey,
    }
    const swap = [pay, payTokens(accounts, minimum, to)]
    yield ['somebody else paid', encode({ ...plan, signers: [maker] }, swap)] as const
  }
  yield ['only the payment', encode(plan, [payCoins(visitor, stranger, amount)])] as const
  yield ['nothing at all', encode(plan, [])] as const
}

const refusedWith = (call: Promise<unknown> | undefined) =>
  Promise.resolve(call).then(
    () => 'passed on',
    (error: { code?: string; reason?: string }) => `${error.code} ${error.reason}`,
  )

describe('a forged swap', () => {
  let count = 0

  it.each(routes)('by $name is refused: $pair', async ({ name, sides }) => {
    for (const [what, data] of wrongRoutes(name, sides)) {
      count += 1
      expect(await refusedWith(check(data, sides)), what).toMatch(/^swap\/transaction-mismatch /)
    }
  })

  it.each(offers)('by a firm offer is refused: $pair', async ({ sides }) => {
    for (const [what, data] of wrongOffers(sides)) {
      count += 1
      expect(await refusedWith(check(data, sides)), what).toMatch(/^swap\/transaction-mismatch /)
    }
  })

  it('was tried in hundreds of ways', () => {
    expect(count).toBeGreaterThan(400)
  })

  it.each([
    ['nothing', '0x'],
    ['a byte', '0x00'],
    ['zeros', `0x${'00'.repeat(200)}`],
    ['a call of a contract', `0xa9059cbb${'00'.repeat(64)}`],
    ['more than a transaction', `0x${'01'.repeat(4_000)}`],
  ])('is refused: %s', async (_, data) => {
    expect(await refusedWith(check(data, [undefined, usdc]))).toBe('swap/transaction-mismatch call')
  })

  it('is refused when each of its first bytes is another one', async () => {
    const sides = [undefined, usdc] as const
    const honest = Buffer.from(encodeRoute('route', planSwap(...sides)).slice(2), 'hex')
    // Signature count, signature and header, then the accounts of the visitor.
    const start = 1 + 64
    for (let at = start; at < start + 4 + 32; at += 1) {
      const forged = Buffer.from(honest)
      forged.writeUInt8((forged.readUInt8(at) + 1) % 256, at)
      const answer = await refusedWith(check(`0x${forged.toString('hex')}`, sides))
      // The numbers of read-only accounts do not change what the instructions do.
      if (at !== start + 2 && at !== start + 3) expect(answer, `byte ${at}`).not.toBe('passed on')
    }
  })
})

describe('the accounts of a swap', () => {
  const target = tokenAccountOf(visitor, usdc)

  it('may exist already', async () => {
    const data = encodeRoute('route', planSwap(undefined, usdc))
    const accounts = [[target, tokenAccount(visitor)]] as const
    await expect(check(data, [undefined, usdc], { accounts })).resolves.toBeDefined()
  })

  it('may not belong to somebody else by now', async () => {
    for (const encodeSwap of [(plan: SwapPlan) => encodeRoute('route', plan), encodeOffer]) {
      const data = encodeSwap(planSwap(undefined, usdc))
      const accounts = [[target, tokenAccount(stranger)]] as const
      expect(await refusedWith(check(data, [undefined, usdc], { accounts }))).toBe(
        'swap/transaction-mismatch recipient',
      )
    }
  })

  it('may not withhold a part of what an offer pays', async () => {
    const accounts = [[pyusd, mintWithFee()]] as const
    const sides = [usdc, pyusd] as const
    expect(await refusedWith(check(encodeOffer(offerOf(sides)), sides, { accounts }))).toBe(
      'swap/transaction-mismatch token',
    )
    const route = encodeRoute('route', planSwap(...sides))
    await expect(check(route, sides, { accounts })).resolves.toBeDefined()
  })
})

it('is refused without a minimum', async () => {
  const data = encodeRoute('route', planSwap(usdc, pyusd))
  expect(await refusedWith(check(data, [usdc, pyusd], { terms: { minimum: 0n } }))).toBe(
    'swap/transaction-mismatch minimum',
  )
})

it('pays at most the fee that was shown', async () => {
  const data = encodeRoute('route', planSwap(usdc, pyusd))
  // One signature, and 300,000 units at a tenth of a lamport.
  await expect(check(data, [usdc, pyusd], { maxFee: 35_000n })).resolves.toBeDefined()
  expect(await refusedWith(check(data, [usdc, pyusd], { maxFee: 34_999n }))).toBe(
    'swap/transaction-mismatch amount',
  )
})
