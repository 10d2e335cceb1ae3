import { afterEach, describe, expect, it, vi } from 'vitest'
import { evmNetwork } from '../../../fixtures/evmNetwork.js'
import { createFakeClock } from '../../../fixtures/fakeClock.js'
import { createFakeJournal } from '../../../fixtures/fakeJournal.js'
import { createFakeNode } from '../../../fixtures/fakeNode.js'
import type { ChainSession, Proposal, WalletTransport } from '../../core/connection/family.js'
import { PopupBlockedError } from '../../core/runtime/errors/connectors.js'
import * as limits from '../../core/runtime/limits.js'
import { createAdapter } from './adapter.js'
import type { Provider } from './provider.js'

const address = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'
const name = `0x${'ab'.repeat(32)}`
const hash = `0x${'cd'.repeat(32)}`
const mainnet = evmNetwork('1')

afterEach(() => vi.unstubAllGlobals())

/** A wallet whose transactions other owners must confirm. */
async function connect(journal = createFakeJournal()) {
  const node = createFakeNode()
  vi.stubGlobal('fetch', node.fetch)
  const clock = createFakeClock()
  const proposal = vi.fn<() => Promise<Proposal>>(async () => ({ status: 'waiting' }))
  const answers: Record<string, unknown> = { eth_chainId: '0x1', eth_sendTransaction: name }
  const request = vi.fn(async ({ method }: { method: string }) => answers[method] ?? [address])
  const transport: WalletTransport = {
    request,
    proposal,
    on: () => () => {},
    close: async () => {},
  }
  const session = (await createAdapter(new Map()).attach({
    transport,
    mode: 'ask',
    network: mainnet,
    networks: () => [mainnet],
    ports: { clock },
    journal: async () => journal,
    signal: new AbortController().signal,
  })) as ChainSession
  const send = () =>
    (session.provider as Provider).request({
      method: 'eth_sendTransaction',
      params: [{ from: address, to: address, value: '0x1' }],
    })
  /** The next poll of open proposals. Lazy parts load in real time. */
  const look = async () => {
    const { length } = proposal.mock.calls
    await vi.waitFor(() => expect(clock.sleepers).toBe(1))
    await clock.advance(limits.transactionPolling)
    await vi.waitFor(() => expect(proposal.mock.calls.length).toBeGreaterThan(length))
  }
  return { session, journal, proposal, clock, node, send, look, request }
}

describe('a transaction that other owners must confirm', () => {
  it("returns the proposal's hash at once and stays pending until they do", async () => {
    const { journal, proposal, node, clock, send, look } = await connect()
    expect(await send()).toBe(name)
    expect(node.calls).toEqual([])
    await look()
    await look()
    expect(journal.entries()).toMatchObject([{ status: 'pending', proposal: name }])
    expect(journal.entries()[0]?.hash).toBeUndefined()
    proposal.mockRejectedValueOnce(new Error('not now'))
    await look()
    proposal.mockResolvedValue({ status: 'sent', hash })
    await look()
    await vi.waitFor(() => expect(journal.entries()[0]).toMatchObject({ status: 'pending', hash }))
    await vi.waitFor(async () => {
      await clock.advance(limits.transactionPolling)
      expect(clock.sleepers).toBe(0)
    })
  })

  it.each([
    [
      { status: 'failed', hash },
      { status: 'failed', hash },
    ],
    [{ status: 'cancelled' }, { status: 'cancelled' }],
  ] as const)('that ended as %o is reported on the next page', async (reported, expected) => {
    const first = await connect()
    await first.send()
    await first.session.end({ notifyWallet: false })
    await vi.waitFor(() => expect(first.clock.sleepers).toBe(0))
    const again = await connect(first.journal)
    again.proposal.mockResolvedValue(reported)
    await again.look()
    await vi.waitFor(() => expect(first.journal.entries()[0]).toMatchObject(expected))
  })

  it('is not recorded when the wallet’s window was blocked', async () => {
    const { journal, request, send } = await connect()
    request.mockRejectedValueOnce(new PopupBlockedError('A wallet'))
    await expect(send()).rejects.toMatchObject({ cause: { code: 'wallet/popup-blocked' } })
    expect(journal.entries()).toEqual([])
  })
})
