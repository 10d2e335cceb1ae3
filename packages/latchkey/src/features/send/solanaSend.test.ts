import { describe, expect, it } from 'vitest'
import { createFakeFamily } from '../../../fixtures/fakeFamily.js'
import { createFakeProvider } from '../../../fixtures/fakeProvider.js'
import { createFakeChain, withTransfers } from '../../../fixtures/fakeTransfers.js'
import { createTestWidget, testNetworks } from '../../../fixtures/testWidget.js'
import { getJournal } from '../../core/account/journal/createJournal.js'
import type { Holding } from '../../core/account/portfolio/holding.js'
import { getPortfolio } from '../../core/account/portfolio/portfolio.js'
import { addRecentRecipient } from '../../core/account/recipients/recentRecipients.js'
import { fundsOf } from '../../core/account/transfer/estimateTransfer.js'
import { connect } from '../../core/connection/actions/connect.js'
import { openModal } from '../../core/modal/actions/navigation.js'
import { getActiveNetwork } from '../../core/network/store.js'
import { createReview, estimateSend } from './actions/createReview.lazy.js'
import { changeRecipient, fillMax } from './actions/editDraft.js'
import { findSameInFlight } from './inFlightEntry.js'
import { sendStoreOf } from './store.js'

const own = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const bob = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const
const sol = 10n ** 9n
const reserve = 890_880n
const fee = 5_000n
const deposit = 2_039_280n
const withheld = 7n

const coin: Holding = {
  networkId: chainId,
  name: 'Solana',
  symbol: 'SOL',
  decimals: 9,
  units: sol,
  price: 150,
}
const usdc: Holding = { ...coin, address: mint, name: 'USD Coin', symbol: 'USDC', decimals: 6 }

const recordOf = (coinType: string, address: string) => ({
  name: 'x',
  attributes: null,
  addresses: { [coinType]: { address, created_at: null } },
})
const names: Readonly<Record<string, unknown>> = {
  'alice.sol': recordOf('501', bob),
  'alice.eth': recordOf('60', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'),
  // Another coin whose addresses look like those of Solana.
  'other.sol': recordOf('195', bob),
}

const balanceOf = ({ address, units, decimals, ...holding }: Holding) => ({
  ...holding,
  chainId,
  address:
    address === undefined ? 'So11111111111111111111111111111111111111111' : `${chainId}:${address}`,
  quantity: { decimals: String(decimals), numeric: String(units / 10n ** BigInt(decimals)) },
  price: 1,
  value: 1,
  iconUrl: '',
})

async function setUp() {
  const family = createFakeFamily('solana')
  const chain = createFakeChain()
  const base58 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
  Object.assign(chain.reading, {
    parseRecipient: (text: string) => (base58.test(text) ? text : undefined),
    terms: async () => ({ deposit, withheld }),
    reserve: async () => reserve,
  })
  chain.fee = fee
  chain.balances.set('', sol)
  const provider = createFakeProvider({
    getAccountBalance: () => ({ balances: [coin, usdc].map(balanceOf) }),
    lookUpName: ({ name = '' }) => names[name] ?? [],
  })
  const network = {
    ...testNetworks.solana,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  }
  const test = createTestWidget({
    provider,
    options: { networks: [network], families: [withTransfers(family, chain)] },
  })
  family.behaviour.accounts = [own]
  family.announce({ id: 'phantom' })
  const { widget } = test
  await connect(widget, { connectorId: 'phantom' })
  openModal(widget)
  const store = sendStoreOf(widget)
  const { signal } = new AbortController()
  async function review(token: Holding, sendTokenAmount: string, receiverAddress = bob) {
    store.set({ token, sendTokenAmount, recipientText: receiverAddress, receiverAddress })
    await createReview(widget)
    await estimateSend(widget, { signal })
    const { intent } = store.get()
    if (!intent) throw new Error('nothing under review')
    return intent
  }
  return { ...test, chain, store, signal, review }
}

describe('fees and reserves on Solana', () => {
  it('leaves the fee and the reserve when Max is used', async () => {
    const { widget, store, signal } = await setUp()
    store.set({ token: coin, receiverAddress: bob })
    await fillMax(widget, { signal })
    const stored = fee + fee / 4n + reserve
    expect(store.get().sendTokenAmount).toBe('0.99910287')
    expect(sol - stored).toBe(999_102_870n)
  })

  it.each([
    ['all of it', '0.999995', 'enough'],
    ['so much that a little is left', '0.9999', 'short-of-reserve'],
    ['so much that enough is left', '0.999', 'enough'],
    ['the fee too', '1', 'short-of-fee'],
  ])('%s', async (_, amount, funds) => {
    const { review } = await setUp()
    expect(fundsOf(await review(coin, amount))).toBe(funds)
  })

  it('adds the deposit for the recipient’s token account to the fee', async () => {
    const { chain, review } = await setUp()
    chain.balances.set(mint, 500_000_000n)
    chain.fee = fee + deposit
    const intent = await review(usdc, '5')
    expect(intent.estimate).toMatchObject({ fee: fee + deposit, deposit, withheld, reserve })
    chain.balances.set('', deposit)
    expect(fundsOf(await review(usdc, '5'))).toBe('short-of-fee')
    chain.balances.set('', fee + deposit + 1n)
    expect(fundsOf(await review(usdc, '5'))).toBe('short-of-reserve')
  })
})

describe('recipients on Solana', () => {
  it.each([
    ['alice.eth', 'name-unknown'],
    ['other.sol', 'name-unknown'],
    ['nobody.sol', 'name-unknown'],
    ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'foreign'],
    ['11111111111111111111111111111111', 'zero'],
    ['hello', 'address'],
    [`solana:${bob}?amount=1&spl-token=${own}`, 'token-missing'],
  ])('rejects %s: %s', async (text, reason) => {
    const { widget, store, signal } = await setUp()
    await changeRecipient(widget, { text, signal })
    expect(store.get().recipientError).toMatchObject({ reason })
    expect(store.get().recipientText).toBe(text)
  })

  it('resolves a name to its Solana address', async () => {
    const { widget, store, signal } = await setUp()
    await changeRecipient(widget, { text: 'alice.sol', signal })
    expect(store.get()).toMatchObject({ receiverAddress: bob, recipientText: 'alice.sol' })
  })

  it('takes token and amount from a payment request', async () => {
    const { widget, store, signal } = await setUp()
    const network = getActiveNetwork(widget.stores.network.get())
    if (network) await getPortfolio(widget).load({ address: own, network })
    await changeRecipient(widget, { text: `solana:${bob}?amount=2.5&spl-token=${mint}`, signal })
    expect(store.get()).toMatchObject({
      receiverAddress: bob,
      sendTokenAmount: '2.5',
      token: { symbol: 'USDC', address: mint },
    })
  })

  it('treats an address in another case as a look-alike', async () => {
    const { widget, review } = await setUp()
    addRecentRecipient(widget, { namespace: 'solana', address: bob })
    expect((await review(coin, '0.1')).lookAlike).toBeUndefined()
    const twin = bob.replace('qyn', 'Qyn')
    expect((await review(coin, '0.1', twin)).lookAlike).toBe(bob)
  })
})

it('does not block a transfer to an address that differs only in case', async () => {
  const { widget, review } = await setUp()
  const intent = await review(usdc, '1')
  getJournal(widget).open({
    networkId: chainId,
    from: own,
    request: { to: mint, value: '0' },
    transfer: { receiver: bob, symbol: 'USDC', decimals: 6, units: '1000000', tokenAddress: mint },
  })
  expect(findSameInFlight(widget, intent)).toHaveLength(1)
  const other = { ...intent, token: { ...usdc, address: mint.replace('EPj', 'ePj') } }
  expect(findSameInFlight(widget, other)).toHaveLength(0)
})
