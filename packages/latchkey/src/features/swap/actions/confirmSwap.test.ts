import { describe, expect, it } from 'vitest'
import {
  buildAnswers,
  createSwapTest,
  encodeApproval,
  own,
  router,
  usdc,
} from '../../../../fixtures/fakeSwaps.js'
import type { Journal } from '../../../core/account/journal/journal.js'
import type { BuiltSwap } from '../../../core/connection/swapTerms.js'
import { navigate } from '../../../core/modal/actions/navigation.js'
import { currentRoute } from '../../../core/modal/store.js'
import { UserRejectedError } from '../../../core/runtime/errors/connection.js'
import { SwapMismatchError } from '../../../core/runtime/errors/swap.js'
import { WalletRequestError } from '../../../core/runtime/errors/wallet.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Widget } from '../../../core/widget.js'
import { confirmSwap } from './confirmSwap.js'
import { leaveSwap } from './editSwap.js'
import { acceptPrice } from './reviewSwap.js'

const viewOf = ({ stores }: Widget) => currentRoute(stores.router.get()).view
const token = { from: 'USDC', to: 'ETH', amount: '100' }

/** The swap of `token`, as another tab requests it. */
const openElsewhere = (journal: Journal) =>
  journal.open({
    networkId: 'eip155:1',
    from: own,
    request: { to: router, value: '0' },
    swap: {
      step: 'swap',
      source: { symbol: 'USDC', decimals: 6, units: '100000000', tokenAddress: usdc },
      target: { symbol: 'ETH', decimals: 18, units: '50000000000000000' },
    },
  })

describe('confirmSwap with a whole transaction', () => {
  const call = { to: 'program', value: 10n ** 18n, data: '0x0102' }

  it('asks the wallet for what the chain family has checked', async () => {
    const checked: BuiltSwap[] = []
    const { review, state, clock, widget, include, store } = await createSwapTest({
      async checkSwap(built) {
        checked.push(built)
        return call
      },
    })
    await review()
    const { networkFee } = store.get().review?.quote ?? {}
    const swapping = confirmSwap(widget)
    await clock.advance(limits.tabSettling)
    expect(state.requests.map(({ calls }) => calls)).toEqual([[call]])
    const terms = { account: own, sourceToken: undefined, toToken: usdc, amount: 10n ** 18n }
    expect(checked).toMatchObject([
      { terms: { ...terms, minimum: 1_980_000_000n }, maxFee: networkFee?.units },
    ])
    include()
    await swapping
  })

  it('asks for nothing when the check fails', async () => {
    const { review, state, widget, journal } = await createSwapTest({
      checkSwap: () => Promise.reject(new SwapMismatchError('recipient')),
    })
    await review()
    await expect(confirmSwap(widget)).rejects.toMatchObject({ reason: 'recipient' })
    expect(state.requests).toEqual([])
    expect(journal.entries()).toEqual([])
  })

  it('shows the price again when it fell below the minimum', async () => {
    const { review, state, widget, store } = await createSwapTest({
      checkSwap: () => Promise.reject(new SwapMismatchError('minimum')),
    })
    await review()
    state.price = 1_900_000_000n
    await expect(confirmSwap(widget)).rejects.toMatchObject({ code: 'swap/price-changed' })
    expect(store.get().review?.previousQuote).toBeDefined()
    expect(state.requests).toEqual([])
  })
})

describe('confirmSwap', () => {
  it('swaps the coin with one request and shows the account', async () => {
    const { widget, review, state, clock, include, events, store, journal, provider } =
      await createSwapTest()
    await review()
    expect(viewOf(widget)).toBe('SwapPreview')
    const swapping = confirmSwap(widget)
    await clock.advance(limits.tabSettling)
    expect(store.get().review).toMatchObject({ phase: 'waiting', needsApproval: false })
    expect(state.requests).toHaveLength(1)
    expect(state.requests[0]?.calls).toMatchObject([{ to: router, value: 10n ** 18n }])
    expect(journal.entries()).toMatchObject([
      {
        status: 'pending',
        swap: {
          step: 'swap',
          source: { symbol: 'ETH', units: '1000000000000000000' },
          target: { symbol: 'USDC', units: '2000000000', tokenAddress: usdc },
        },
      },
    ])
    include()
    await swapping
    expect(viewOf(widget)).toBe('Account')
    expect(store.get()).toMatchObject({ review: undefined, sourceTokenAmount: '' })
    expect(widget.stores.notice.get().toast?.message).toBe('Swapped ETH to 2000 USDC')
    expect(events.slice(-2)).toEqual(['INITIATE_SWAP', 'SWAP_SUCCESS'])
    const forced = provider.calls.findLast(({ name }) => name === 'getAccountBalance')
    expect(forced?.input.forceUpdate).toContain(usdc)
  })

  it('approves exactly the amount first, then swaps', async () => {
    const { widget, review, state, clock } = await createSwapTest()
    await review(token)
    const swapping = confirmSwap(widget)
    await clock.advance(limits.tabSettling * 3)
    expect(state.requests.map(({ calls }) => calls)).toMatchObject([
      [{ to: usdc, value: 0n, data: encodeApproval(router, 100_000_000n) }],
      [{ to: router, value: 0n }],
    ])
    await clock.advance(limits.receiptWait)
    await swapping
  })

  it('asks for no approval when the allowance is enough', async () => {
    const { widget, review, state, clock } = await createSwapTest()
    state.allowance = 100_000_000n
    await review(token)
    const swapping = confirmSwap(widget)
    await clock.advance(limits.receiptWait)
    await swapping
    expect(state.requests).toHaveLength(1)
  })

  it('resets an allowance that the token does not let change', async () => {
    const { widget, review, state, clock } = await createSwapTest()
    state.allowance = 5n
    state.needsReset = true
    await review(token)
    const swapping = confirmSwap(widget)
    await clock.advance(limits.tabSettling * 5)
    expect(state.requests.map(({ calls }) => calls[0]?.data).slice(0, 2)).toEqual([
      encodeApproval(router, 0n),
      encodeApproval(router, 100_000_000n),
    ])
    await clock.advance(limits.receiptWait)
    await swapping
    expect(state.requests).toHaveLength(3)
  })

  it('approves and swaps in one request if the wallet has batches', async () => {
    const { widget, review, state, clock, store } = await createSwapTest({ canBatch: true })
    await review(token)
    const swapping = confirmSwap(widget)
    await clock.advance(limits.tabSettling)
    expect(store.get().review).toMatchObject({ isBatch: true })
    expect(state.requests).toHaveLength(1)
    expect(state.requests[0]?.calls).toMatchObject([
      { to: usdc, data: encodeApproval(router, 100_000_000n) },
      { to: router },
    ])
    await clock.advance(limits.receiptWait)
    await swapping
  })

  it('sends one request for several clicks', async () => {
    const { widget, review, state, clock } = await createSwapTest()
    await review()
    const clicks = [confirmSwap(widget), confirmSwap(widget), confirmSwap(widget)]
    await clock.advance(limits.receiptWait)
    await Promise.all(clicks)
    expect(state.requests).toHaveLength(1)
  })

  it.each(['approval', 'swap'])('can be tried again after a rejected %s', async (step) => {
    const { widget, review, state, clock, store, journal, events } = await createSwapTest()
    if (step === 'swap') state.allowance = 100_000_000n
    await review(token)
    const { wallet } = state
    state.wallet = () => Promise.reject(new UserRejectedError({ request: true }))
    await expect(confirmSwap(widget)).rejects.toMatchObject({ code: 'connection/user-rejected' })
    expect(store.get().review).toMatchObject({ phase: 'review', inFlight: [] })
    expect(journal.entries()).toEqual([])
    expect(events.at(-1)).toBe(step === 'swap' ? 'SWAP_ERROR' : 'SWAP_APPROVAL_ERROR')
    state.wallet = wallet
    await clock.advance(limits.tabSettling)
    const again = confirmSwap(widget)
    await clock.advance(limits.receiptWait + limits.tabSettling)
    await again
    expect(state.allowance).toBe(100_000_000n)
  })

  it('does not ask again while the outcome of the first request is unclear', async () => {
    const { widget, review, state, clock, store, journal } = await createSwapTest()
    await review()
    state.wallet = () => Promise.reject(new WalletRequestError('One'))
    await expect(confirmSwap(widget)).rejects.toMatchObject({ code: 'wallet/request-failed' })
    const [entry] = journal.entries()
    expect(entry?.status).toBe('unclear')
    await clock.advance(limits.tabSettling)
    await expect(confirmSwap(widget)).rejects.toMatchObject({ code: 'swap/in-flight' })
    expect(store.get().review?.inFlight).toEqual([entry?.id])
    expect(state.requests).toHaveLength(1)
  })

  it.each([
    ['requested and settled', true],
    ['settled', false],
  ])('approves and swaps nothing that another tab has %s since the review', async (_, isNew) => {
    const { widget, review, state, clock, store, journal } = await createSwapTest()
    if (isNew) await review(token)
    const { id } = openElsewhere(journal)
    await clock.advance(1)
    if (!isNew) await review(token)
    journal.update(id, { status: 'final', hash: '0x1' })
    await expect(confirmSwap(widget)).rejects.toMatchObject({ code: 'swap/in-flight' })
    expect(store.get().review).toMatchObject({ phase: 'review', inFlight: [id] })
    expect(state.requests).toEqual([])

    void confirmSwap(widget, { ignoredEntryIds: [id] })
    await clock.advance(limits.tabSettling * 3)
    expect(state.requests).toHaveLength(2)
  })

  it.each([
    ['settled before the review', 'final', 1],
    ['failed', 'failed', 0],
  ] as const)('swaps when the swap of another tab %s', async (_, status, pause) => {
    const { widget, review, state, clock, journal } = await createSwapTest()
    const { id } = openElsewhere(journal)
    journal.update(id, { status, hash: '0x1' })
    await clock.advance(pause)
    await review(token)
    void confirmSwap(widget)
    await clock.advance(limits.tabSettling * 3)
    expect(state.requests).toHaveLength(2)
  })

  it('asks again when the price got worse after its lifetime', async () => {
    const { widget, review, state, clock, store } = await createSwapTest()
    await review()
    await clock.advance(limits.swapQuoteLifetime)
    state.price = 1_900_000_000n
    await expect(confirmSwap(widget)).rejects.toMatchObject({ code: 'swap/price-changed' })
    expect(state.requests).toEqual([])
    expect(store.get().review).toMatchObject({
      phase: 'review',
      quote: { toUnits: 1_900_000_000n },
      previousQuote: { toUnits: 2_000_000_000n },
    })
    await expect(confirmSwap(widget)).rejects.toMatchObject({ code: 'swap/price-changed' })
    acceptPrice(widget)
    const swapping = confirmSwap(widget)
    await clock.advance(limits.receiptWait)
    await swapping
    expect(state.requests).toHaveLength(1)
  })

  it('signs no quote that got old while the exchange built the swap', async () => {
    const { widget, review, state, clock, provider } = await createSwapTest()
    await review()
    const honest = buildAnswers({ price: state.price, now: () => clock.now() })
    provider.answer('buildConvertTransaction', async (input) => {
      await clock.sleep(limits.swapQuoteLifetime)
      state.price = 1_900_000_000n
      return honest?.buildConvertTransaction?.(input, undefined)
    })
    const refused = expect(confirmSwap(widget)).rejects.toMatchObject({
      code: 'swap/price-changed',
    })
    await clock.advance(limits.swapQuoteLifetime)
    await refused
    expect(state.requests).toEqual([])
  })

  it('asks again when the price fell below the shown minimum within its lifetime', async () => {
    const { widget, review, state, store } = await createSwapTest()
    await review()
    state.price = 1_900_000_000n
    await expect(confirmSwap(widget)).rejects.toMatchObject({ code: 'swap/price-changed' })
    expect(store.get().review?.previousQuote?.toUnits).toBe(2_000_000_000n)
    expect(state.requests).toEqual([])
  })

  it('keeps the shown minimum when the price fell a little', async () => {
    const { widget, review, state, clock, store } = await createSwapTest()
    await review()
    const minimum = store.get().review?.quote.minimumUnits ?? 0n
    state.price = 1_995_000_000n
    const swapping = confirmSwap(widget)
    await clock.advance(limits.receiptWait)
    await swapping
    const data = state.requests[0]?.calls[0]?.data ?? ''
    expect(BigInt(`0x${data.slice(10, 74)}`)).toBeGreaterThanOrEqual(minimum)
    expect(minimum).toBe(1_980_000_000n)
  })

  it('rejects a review of another account or too small a balance', async () => {
    const { widget, review, evm, fake, state } = await createSwapTest()
    await review()
    fake.balances.set('', 1n)
    await expect(confirmSwap(widget)).rejects.toMatchObject({ code: 'swap/invalid-balance' })
    evm.sessions[0]?.change({ accounts: [`0x${'7'.repeat(40)}`] })
    await expect(confirmSwap(widget)).rejects.toMatchObject({ code: 'swap/review-outdated' })
    expect(state.requests).toEqual([])
  })

  it('continues after the visitor has left the review', async () => {
    const { widget, review, state, clock, store, open, include } = await createSwapTest()
    await review(token)
    const { execute } = state
    state.execute = () => undefined
    const swapping = confirmSwap(widget)
    await clock.advance(limits.tabSettling)
    expect(store.get().review?.phase).toBe('approving')
    navigate(widget, { view: 'Account', how: 'reset' })
    leaveSwap(widget)
    await clock.advance(limits.swapQuoteLifetime)
    state.execute = execute
    state.allowance = 100_000_000n
    await clock.advance(limits.approvalPolling)
    expect(state.requests).toHaveLength(2)
    await open({ toToken: 'DAI', amount: '7' })
    include()
    await swapping
    expect(store.get()).toMatchObject({ review: undefined, sourceTokenAmount: '7' })
    expect(viewOf(widget)).toBe('Account')
  })

  it('shows a swap that failed on the chain', async () => {
    const { widget, review, clock, include, store, events } = await createSwapTest()
    await review()
    const swapping = confirmSwap(widget)
    await clock.advance(limits.tabSettling)
    include({ status: 'failed' })
    await swapping
    expect(store.get().review?.phase).toBe('failed')
    expect(events.at(-1)).toBe('SWAP_ERROR')
  })
})
