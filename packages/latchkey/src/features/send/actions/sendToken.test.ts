import { describe, expect, it } from 'vitest'
import { createFakeFamily } from '../../../../fixtures/fakeFamily.js'
import { createFakeProvider } from '../../../../fixtures/fakeProvider.js'
import { createFakeChain, withTransfers } from '../../../../fixtures/fakeTransfers.js'
import { createTestWidget } from '../../../../fixtures/testWidget.js'
import { getJournal } from '../../../core/account/journal/createJournal.js'
import type { Holding } from '../../../core/account/portfolio/holding.js'
import {
  addRecentRecipient,
  getRecentRecipients,
} from '../../../core/account/recipients/recentRecipients.js'
import { connect } from '../../../core/connection/actions/connect.js'
import { openModal } from '../../../core/modal/actions/navigation.js'
import { currentRoute } from '../../../core/modal/store.js'
import { UserRejectedError } from '../../../core/runtime/errors/connection.js'
import { WalletRequestError } from '../../../core/runtime/errors/wallet.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Widget } from '../../../core/widget.js'
import { sendStoreOf } from '../store.js'
import { acceptLookAlike, createReview, estimateSend } from './createReview.lazy.js'
import { sendToken } from './sendToken.js'

const own = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const usdc = '0x10Aeafac83d48E2f9ac4bAAf94311c45fACe1404'
const coin: Holding = {
  networkId: 'eip155:1',
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
  units: 10n ** 18n,
  price: 3_000,
}
const token: Holding = { ...coin, address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6 }

async function setUp({ name }: { name?: string } = {}) {
  const evm = createFakeFamily()
  const chain = createFakeChain()
  const addresses = { 60: { address: bob, created_at: null } }
  const provider = createFakeProvider({
    lookUpName: () => ({ name: 'bob.eth', attributes: null, addresses }),
  })
  const test = createTestWidget({
    provider,
    options: { families: [withTransfers(evm, chain)] },
  })
  evm.behaviour.accounts = [own]
  evm.announce({ id: 'io.one', name: 'One' })
  const { widget } = test
  await connect(widget, { connectorId: 'io.one' })
  openModal(widget)
  const store = sendStoreOf(widget)
  const { signal } = new AbortController()
  const fill = (change: Partial<ReturnType<typeof store.get>> = {}) =>
    store.set({
      token: coin,
      sendTokenAmount: '0.5',
      recipientText: name ?? bob,
      receiverAddress: bob,
      receiverProfileName: name,
      ...change,
    })
  const review = async () => {
    await createReview(widget)
    await estimateSend(widget, { signal })
  }
  const journal = getJournal(widget)
  return { ...test, chain, provider, store, fill, review, journal }
}

/** Waits until the tabs are settled and the wallet has responded. */
const settle = (clock: { advance(ms: number): Promise<void> }) => clock.advance(limits.tabSettling)
const viewOf = ({ stores }: Widget) => currentRoute(stores.router.get()).view

describe('required fields', () => {
  it('throws the errors of the specification', async () => {
    const { widget, store, fill, chain } = await setUp()
    await expect(sendToken(widget)).rejects.toThrow('An amount and receiver address are required')
    fill({ sendTokenAmount: '' })
    await expect(createReview(widget)).rejects.toThrow(
      'An amount and receiver address are required',
    )
    fill({ receiverAddress: undefined })
    await expect(createReview(widget)).rejects.toThrow(
      'An amount and receiver address are required',
    )
    fill({ token: undefined })
    await expect(createReview(widget)).rejects.toThrow('A token is required')
    fill()
    await expect(sendToken(widget)).rejects.toMatchObject({ code: 'send/review-outdated' })
    expect(store.get().loading).toBe(false)
    expect(chain.requests).toEqual([])
  })

  it('rejects chains without transfers', async () => {
    const { widget, evm } = createTestWidget()
    evm.behaviour.accounts = [own]
    evm.announce({ id: 'io.one' })
    await connect(widget, { connectorId: 'io.one' })
    sendStoreOf(widget).set({ token: coin, sendTokenAmount: '1', receiverAddress: bob })
    await expect(createReview(widget)).rejects.toThrow('Unsupported chain')
  })
})

describe('sendToken', () => {
  it('adds an entry, requests once, waits for the receipt and shows the outcome', async () => {
    const { widget, fill, review, chain, clock, journal, store, events } = await setUp()
    fill()
    await review()
    expect(viewOf(widget)).toBe('WalletSendPreview')
    const seen: unknown[] = []
    chain.wallet = async (_, entryId) => {
      seen.push(journal.entries().find(({ id }) => id === entryId))
      return '0xhash'
    }
    const sending = sendToken(widget)
    await settle(clock)
    expect(seen).toMatchObject([
      {
        status: 'requested',
        from: own,
        networkId: 'eip155:1',
        request: { to: bob, value: '500000000000000000' },
        transfer: { receiver: bob, symbol: 'ETH', decimals: 18, units: '500000000000000000' },
      },
    ])
    expect(store.get()).toMatchObject({ loading: true, intent: { phase: 'waiting' } })
    const [entry] = journal.entries()
    journal.update(entry?.id ?? '', { status: 'included', blockHash: '0xb' })
    await sending
    expect(currentRoute(widget.stores.router.get())).toEqual({
      view: 'WalletSendConfirmed',
      params: { entryId: entry?.id },
    })
    expect(store.get()).toMatchObject({ sendTokenAmount: '', recipientText: '', loading: false })
    expect(getRecentRecipients(widget, 'eip155')).toEqual([{ namespace: 'eip155', address: bob }])
    expect(events.slice(-2)).toEqual(['SEND_INITIATED', 'SEND_SUCCESS'])
    expect(chain.requests).toHaveLength(1)
  })

  it('sends the request without waiting for other tabs', async () => {
    const { widget, fill, review, chain } = await setUp()
    fill()
    await review()
    sendToken(widget).catch(() => undefined)
    await expect.poll(() => chain.requests.length).toBe(1)
  })

  it('waits for a tab that adds the same entry, and rejects then', async () => {
    const { widget, fill, review, chain, journal, page } = await setUp()
    fill()
    await review()
    const release = await page.lock(`latchkey:${widget.id}:journal`)
    const sending = sendToken(widget)
    await expect.poll(() => page.waitingForLock).toBe(1)
    const other = journal.open({
      networkId: 'eip155:1',
      from: own,
      request: { to: bob, value: '500000000000000000' },
      transfer: { receiver: bob, symbol: 'ETH', decimals: 18, units: '500000000000000000' },
    })
    release()
    await expect(sending).rejects.toMatchObject({ entryIds: [other.id] })
    expect(chain.requests).toEqual([])
    expect(journal.entries()).toHaveLength(1)
  })

  it('sends once for a hundred clicks', async () => {
    const { widget, fill, review, chain, clock } = await setUp()
    fill({ token, sendTokenAmount: '2.5' })
    chain.balances.set(usdc, 10n ** 9n)
    await review()
    const presses = Array.from({ length: 100 }, () => sendToken(widget))
    await settle(clock)
    await clock.advance(limits.receiptWait)
    await Promise.all(presses)
    expect(chain.requests).toHaveLength(1)
    expect(chain.requests[0]?.transfer).toMatchObject({ recipient: bob, units: 2_500_000n })
  })

  it('shows that it has started when the receipt takes long', async () => {
    const { widget, fill, review, clock, journal } = await setUp()
    fill()
    await review()
    const sending = sendToken(widget)
    await settle(clock)
    await clock.advance(limits.receiptWait)
    await sending
    expect(viewOf(widget)).toBe('Account')
    expect(widget.stores.notice.get().toast?.message).toBe('Transaction started')
    expect(journal.entries()).toMatchObject([{ status: 'pending' }])
  })

  it('reports a transaction that failed on chain', async () => {
    const { widget, fill, review, clock, journal, store, events } = await setUp()
    fill()
    await review()
    const sending = sendToken(widget)
    await settle(clock)
    journal.update(journal.entries()[0]?.id ?? '', { status: 'failed' })
    await sending
    expect(store.get()).toMatchObject({ loading: false, intent: { phase: 'failed' } })
    expect(viewOf(widget)).toBe('WalletSendPreview')
    expect(events.at(-1)).toBe('SEND_ERROR')
  })

  it('fails when the wallet has sent another transaction', async () => {
    const { widget, fill, review, clock, journal, store } = await setUp()
    fill()
    await review()
    const sending = sendToken(widget)
    await settle(clock)
    journal.reportMismatch(journal.entries()[0]?.id ?? '')
    await sending
    expect(store.get()).toMatchObject({ loading: false, intent: { phase: 'failed' } })
  })

  it('continues after the modal is closed', async () => {
    const { widget, fill, review, clock, journal, chain } = await setUp()
    fill()
    await review()
    let answer = (_: string) => undefined as unknown
    chain.wallet = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    const sending = sendToken(widget)
    await settle(clock)
    widget.stores.modal.set({ isOpen: false })
    answer('0xlate')
    await settle(clock)
    expect(journal.entries()).toMatchObject([{ status: 'pending', hash: '0xlate' }])
    await clock.advance(limits.receiptWait)
    await sending
  })
})

describe('sendToken errors', () => {
  it('keeps the form and removes the entry when the user rejects', async () => {
    const { widget, fill, review, clock, journal, store, chain, events } = await setUp()
    fill()
    await review()
    chain.wallet = async () => {
      throw new UserRejectedError({ request: true })
    }
    const sending = expect(sendToken(widget)).rejects.toMatchObject({
      code: 'connection/user-rejected',
    })
    await settle(clock)
    await sending
    expect(journal.entries()).toEqual([])
    expect(store.get()).toMatchObject({
      sendTokenAmount: '0.5',
      receiverAddress: bob,
      loading: false,
      intent: { phase: 'review' },
    })
    expect(events.at(-1)).toBe('SEND_REJECTED')
    chain.wallet = async () => '0xhash'
    const again = sendToken(widget)
    await settle(clock)
    await clock.advance(limits.receiptWait)
    await again
    expect(chain.requests).toHaveLength(2)
  })

  it('blocks the same transfer while it is in flight, until the visitor accepts', async () => {
    const { widget, fill, review, clock, journal, store, chain } = await setUp()
    fill()
    await review()
    chain.wallet = async () => {
      throw new WalletRequestError('One')
    }
    const first = sendToken(widget).catch(() => undefined)
    await settle(clock)
    await first
    const [unclear] = journal.entries()
    expect(unclear?.status).toBe('unclear')
    await expect(sendToken(widget)).rejects.toMatchObject({ code: 'send/in-flight' })
    expect(store.get().intent?.inFlight).toEqual([unclear?.id])
    expect(chain.requests).toHaveLength(1)
    chain.wallet = async () => '0xhash'
    const second = sendToken(widget, { ignoredEntryIds: [unclear?.id ?? ''] })
    await settle(clock)
    await clock.advance(limits.receiptWait)
    await second
    expect(chain.requests).toHaveLength(2)
  })

  it('blocks when the name resolves to another address', async () => {
    const { widget, fill, review, store, chain, provider, journal } = await setUp({
      name: 'bob.eth',
    })
    fill()
    await review()
    provider.answer('lookUpName', () => ({
      name: 'bob.eth',
      attributes: null,
      addresses: { 60: { address: own, created_at: null } },
    }))
    await expect(sendToken(widget)).rejects.toMatchObject({ code: 'send/receiver-changed' })
    expect(store.get().intent?.nameChangedTo).toBe(own)
    expect(chain.requests).toEqual([])
    expect(journal.entries()).toEqual([])
  })

  it('blocks a look-alike address until the visitor accepts it', async () => {
    const { widget, fill, review, chain, clock } = await setUp()
    const poison = `${bob.slice(0, 5)}${'0'.repeat(33)}${bob.slice(-4)}`
    addRecentRecipient(widget, { namespace: 'eip155', address: bob })
    fill({ receiverAddress: poison, recipientText: poison })
    await review()
    await expect(sendToken(widget)).rejects.toMatchObject({ code: 'send/look-alike', known: bob })
    expect(chain.requests).toEqual([])
    acceptLookAlike(widget)
    const sending = sendToken(widget)
    await settle(clock)
    await clock.advance(limits.receiptWait)
    await sending
    expect(chain.requests).toHaveLength(1)
  })

  it('blocks without funds for amount and fee', async () => {
    const { widget, fill, review, chain } = await setUp()
    fill({ sendTokenAmount: '1' })
    await review()
    await expect(sendToken(widget)).rejects.toMatchObject({ code: 'send/insufficient-funds' })
    fill({ token, sendTokenAmount: '1' })
    chain.balances.set(usdc, 10n ** 6n)
    chain.balances.set('', 0n)
    await review()
    await expect(sendToken(widget)).rejects.toMatchObject({ code: 'send/insufficient-funds' })
    expect(chain.requests).toEqual([])
  })

  it('blocks when account or network changed since the review', async () => {
    const { widget, fill, review, chain } = await setUp()
    fill()
    await review()
    widget.stores.network.set({ active: { eip155: 'eip155:8453' } })
    await expect(sendToken(widget)).rejects.toMatchObject({ code: 'send/review-outdated' })
    expect(chain.requests).toEqual([])
  })

  it('gives way to an entry of another tab that is stored but not yet read', async () => {
    const { widget, fill, review, chain, journal, storage } = await setUp()
    fill()
    await review()
    const theirs = journal.open({
      networkId: 'eip155:1',
      from: own,
      request: { to: bob, value: '500000000000000000' },
      transfer: { receiver: bob, symbol: 'ETH', decimals: 18, units: '500000000000000000' },
    })
    journal.remove(theirs.id)
    storage.set('transactions_journal:theirs', JSON.stringify({ ...theirs, id: 'theirs' }))
    await expect(sendToken(widget)).rejects.toMatchObject({ entryIds: ['theirs'] })
    expect(chain.requests).toEqual([])
    expect(journal.entries().map(({ id }) => id)).toEqual(['theirs'])
  })
})
