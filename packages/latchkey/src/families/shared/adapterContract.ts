import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../../fixtures/fakeClock.js'
import { createFakeJournal } from '../../../fixtures/fakeJournal.js'
import type {
  AttachParameters,
  ChainAdapter,
  ChainSession,
  WalletTransport,
} from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'
import { NotConnectedError, UserRejectedError } from '../../core/runtime/errors/connection.js'
import { WalletTimeoutError, WrongSignerError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import { cancellation, type TransferSubject, transferContract } from './transferContract.js'

/** A wallet the suite can steer, made anew for every test. It has at least two accounts. */
export type ContractWallet = {
  readonly transport: WalletTransport
  /** As the product is to show them. */
  readonly addresses: readonly string[]
  /** How its user reacts when asked. */
  react(mood: 'approve' | 'refuse' | 'never'): void
  /** The site was let in before. */
  trust(): void
  /** How often its user was asked. */
  promptCount(): number
  /** Its user selects the second account. Left out, like what follows, where wallets tell of nothing. */
  selectSecondAccount?(): void
  /** Its user moves it to another network. Left out where wallets have none of their own. */
  moveTo?(network: Network): void
  /** Its user takes every account away from the site. */
  forget?(): void
  hangUp?(): void
  /** Tells of things that make no sense. */
  babble?(): void
  /** From now on it signs with a key of another account. */
  signWithAnotherKey(): void
  isSigned(parameters: { message: string; signature: string; address: string }): Promise<boolean>
  /** Whether it would still answer this site without asking. */
  isTrusted(): boolean
}

export type ContractSubject = {
  /** Paired wallets have agreed before they are attached; all others are asked then. */
  readonly reached: 'in the page' | 'by pairing' | 'by login'
  readonly loadAdapter: () => Promise<ChainAdapter>
  /** Two networks the wallet knows; it starts on the first. */
  readonly networks: readonly [Network, Network]
  readonly createWallet: () => ContractWallet
  /** Its wallets show only the account that is selected. */
  readonly showsOneAccount?: boolean | undefined
  /** Left out by families that cannot move coins. */
  readonly transfers?: TransferSubject | undefined
}

/** What every chain family owes the rest of the product. */
export function adapterContract(name: string, subject: ContractSubject): void {
  const [home, other] = subject.networks
  const isAsked = subject.reached === 'in the page'

  const setUp = async (changes: Partial<AttachParameters> = {}) => {
    const adapter = await subject.loadAdapter()
    const wallet = subject.createWallet()
    const clock = createFakeClock()
    const journal = createFakeJournal()
    const attach = (more: Partial<AttachParameters> = {}) =>
      adapter.attach({
        transport: wallet.transport,
        mode: 'ask',
        network: home,
        networks: () => subject.networks,
        ports: { clock },
        journal: async () => journal,
        signal: new AbortController().signal,
        ...changes,
        ...more,
      })
    return { adapter, wallet, clock, journal, attach }
  }

  const connect = async () => {
    const setting = await setUp()
    const session = (await setting.attach()) as ChainSession
    const heard = { change: vi.fn(), ended: vi.fn() }
    session.on('change', heard.change)
    session.on('ended', heard.ended)
    const [account, second] = session.accounts()
    if (!account || (!second && !subject.showsOneAccount)) {
      throw new Error('The suite needs a wallet with two accounts')
    }
    const before = setting.wallet.promptCount()
    /** How often its user was asked since it is connected. */
    const asked = () => setting.wallet.promptCount() - before
    return { ...setting, session, heard, account, second, asked }
  }

  const { signal: never } = new AbortController()

  describe(`${name} adapter contract, ${subject.reached}`, () => {
    it('asks for accounts and network', async () => {
      const { session, wallet } = await connect()
      const shown = subject.showsOneAccount ? wallet.addresses.slice(0, 1) : wallet.addresses
      expect(session.accounts().map(({ address }) => address)).toEqual(shown)
      expect(session.networkId()).toBe(home.id)
      expect(wallet.promptCount()).toBe(isAsked ? 1 : 0)
    })

    it('moves the wallet to the network the site wants', async () => {
      const { attach } = await setUp({ network: other })
      expect((await attach())?.networkId()).toBe(other.id)
    })

    describe.runIf(isAsked)('being asked', () => {
      it('passes a refusal on', async () => {
        const { wallet, attach } = await setUp()
        wallet.react('refuse')
        await expect(attach()).rejects.toBeInstanceOf(UserRejectedError)
      })

      it('can be cancelled while the wallet is silent', async () => {
        const { wallet, attach, clock } = await setUp()
        wallet.react('never')
        const controller = new AbortController()
        const attempt = expect(attach({ signal: controller.signal })).rejects.toThrow('enough')
        await vi.waitFor(() => expect(wallet.promptCount()).toBe(1))
        controller.abort(new Error('enough'))
        await attempt
        expect(clock.sleepers).toBe(0)
      })

      it('asks nothing when it is cancelled beforehand', async () => {
        const { wallet, attach } = await setUp()
        const signal = AbortSignal.abort(new Error('enough'))
        await expect(attach({ signal })).rejects.toThrow('enough')
        expect(wallet.promptCount()).toBe(0)
      })

      it('gives up on a wallet that never answers', async () => {
        const { wallet, attach, clock } = await setUp()
        wallet.react('never')
        const attempt = expect(attach()).rejects.toBeInstanceOf(WalletTimeoutError)
        await vi.waitFor(() => expect(wallet.promptCount()).toBe(1))
        await clock.advance(limits.walletDecisionWait)
        await attempt
      })

      it('does not disturb anybody when silent', async () => {
        const { wallet, attach } = await setUp({ mode: 'silent' })
        expect(await attach()).toBeUndefined()
        expect(wallet.promptCount()).toBe(0)
      })
    })

    it('takes up a known connection when silent', async () => {
      const { wallet, attach } = await setUp({ mode: 'silent' })
      wallet.trust()
      expect((await attach())?.accounts()[0]?.address).toBe(wallet.addresses[0])
      expect(wallet.promptCount()).toBe(0)
    })

    it('follows the account', async ({ skip }) => {
      const { session, wallet, heard } = await connect()
      if (!wallet.selectSecondAccount) skip('This wallet tells of nothing')
      wallet.selectSecondAccount?.()
      // Some wallets only say that something has changed, and have to be asked what.
      await vi.waitFor(() => expect(session.accounts()[0]?.address).toBe(wallet.addresses[1]))
      expect(heard.change).toHaveBeenCalledTimes(1)
    })

    it('follows the network', async ({ skip }) => {
      const { session, wallet, heard } = await connect()
      if (!wallet.moveTo) skip('This wallet has no network of its own')
      wallet.moveTo?.(other)
      expect(session.networkId()).toBe(other.id)
      expect(heard.change).toHaveBeenCalledTimes(1)
    })

    it.for(['forget', 'hangUp'] as const)(
      'ends once when the wallet says %s',
      async (how, { skip }) => {
        const { session, wallet, heard, account } = await connect()
        if (!wallet[how]) skip('This wallet tells of nothing')
        wallet[how]?.()
        wallet[how]?.()
        await vi.waitFor(() => expect(heard.ended).toHaveBeenCalledTimes(1))
        await expect(
          session.signMessage({ message: 'x', account, signal: never }),
        ).rejects.toBeInstanceOf(NotConnectedError)
      },
    )

    it('ignores events that make no sense', async () => {
      const { session, wallet, heard } = await connect()
      const before = [session.accounts(), session.networkId()]
      wallet.babble?.()
      expect([session.accounts(), session.networkId()]).toEqual(before)
      expect(heard.change).not.toHaveBeenCalled()
      expect(heard.ended).not.toHaveBeenCalled()
    })

    it('switches the network', async () => {
      const { session, heard } = await connect()
      await session.switchNetwork(other, never)
      expect(session.networkId()).toBe(other.id)
      expect(heard.change).toHaveBeenCalledTimes(1)
    })

    it('signs for the account', async () => {
      const { session, wallet, account } = await connect()
      const message = 'Grüße, 世界 👋'
      const signature = await session.signMessage({ message, account, signal: never })
      expect(await wallet.isSigned({ message, signature, address: account.address })).toBe(true)
    })

    it('passes on that signing was refused', async () => {
      const { session, wallet, account } = await connect()
      wallet.react('refuse')
      await expect(
        session.signMessage({ message: 'x', account, signal: never }),
      ).rejects.toBeInstanceOf(UserRejectedError)
    })

    it('lets signing be cancelled', async () => {
      const { session, wallet, account, asked } = await connect()
      wallet.react('never')
      const { signal, abort } = cancellation()
      const signing = expect(
        session.signMessage({ message: 'x', account, signal }),
      ).rejects.toThrow('enough')
      await vi.waitFor(() => expect(asked()).toBe(1))
      abort()
      await signing
    })

    it("does not take another account's signature", async () => {
      const { session, wallet, account } = await connect()
      wallet.signWithAnotherKey()
      await expect(
        session.signMessage({ message: 'x', account, signal: never }),
      ).rejects.toBeInstanceOf(WrongSignerError)
    })

    it('signs only for accounts of this connection', async () => {
      const { session, account, asked } = await connect()
      const stranger = { ...account, address: `${account.address}x` }
      await expect(
        session.signMessage({ message: 'x', account: stranger, signal: never }),
      ).rejects.toMatchObject({ code: 'wallet/invalid-request' })
      expect(() => session.use(stranger)).toThrow()
      expect(asked()).toBe(0)
    })

    it('hears nothing after its end and settles what is open', async () => {
      const { session, wallet, heard, account, asked } = await connect()
      wallet.react('never')
      const open = expect(
        session.signMessage({ message: 'x', account, signal: never }),
      ).rejects.toBeInstanceOf(NotConnectedError)
      await vi.waitFor(() => expect(asked()).toBe(1))
      await session.end({ tellWallet: false })
      await open
      wallet.selectSecondAccount?.()
      wallet.hangUp?.()
      expect(heard.change).not.toHaveBeenCalled()
      expect(heard.ended).not.toHaveBeenCalled()
      expect(wallet.isTrusted()).toBe(true)
    })

    it('tells the wallet when asked to', async () => {
      const { session, wallet } = await connect()
      await session.end({ tellWallet: true })
      expect(wallet.isTrusted()).toBe(false)
    })

    it('moves coins, or says nothing of them at all', async () => {
      const { adapter, session } = await connect()
      const expected = subject.transfers ? 'function' : 'undefined'
      expect(typeof session.transfer).toBe(expected)
      expect(typeof adapter.transfers?.follow).toBe(expected)
    })

    const { transfers } = subject
    if (transfers) transferContract({ transfers, network: home, connect })

    it('names what pairing must grant', async () => {
      const { adapter } = await setUp()
      const needs = adapter.pairingNeeds(subject.networks)
      expect(needs.chains).toEqual(expect.arrayContaining(subject.networks.map(({ id }) => id)))
      expect(adapter.namespace).toBe(home.namespace)
    })
  })
}
