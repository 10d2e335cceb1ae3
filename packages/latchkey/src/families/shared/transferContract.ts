import { describe, expect, it, vi } from 'vitest'
import type { Journal } from '../../core/account/journal/journal.js'
import type { Account, ChainAdapter, ChainSession } from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'
import { UserRejectedError } from '../../core/runtime/errors/connection.js'

export type TransferSubject = {
  /** In the family's canonical writing. */
  readonly recipient: string
  /** What looks like an address to a person, and is none. */
  readonly misspelt: readonly string[]
}

/** A connection the suite can steer, made anew for every test. */
type ConnectedWallet = {
  readonly adapter: ChainAdapter
  readonly session: ChainSession
  readonly account: Account
  readonly journal: Journal
  readonly wallet: { react(mood: 'refuse' | 'never'): void }
  /** How often its user was asked since it is connected. */
  asked(): number
}

/** What a chain family that moves coins owes the rest of the product. */
export function transferContract({
  transfers: { recipient, misspelt },
  network,
  connect,
}: {
  readonly transfers: TransferSubject
  readonly network: Network
  readonly connect: () => Promise<ConnectedWallet>
}): void {
  const { signal: never } = new AbortController()

  describe('transfers', () => {
    const prepare = async () => {
      const setting = await connect()
      const { account, journal, session } = setting
      const request = { to: recipient, value: '1' }
      const { id } = journal.open({ networkId: network.id, from: account.address, request })
      const { name: _, ...token } = network.nativeCurrency
      const transfer = { account, network, token, recipient, units: 1n }
      const send = (signal = never) => session.transfer?.(transfer, { entryId: id, signal })
      return { ...setting, id, send }
    }

    it('know an address from what is none', async () => {
      const { adapter } = await connect()
      expect(adapter.transfers?.parseRecipient(recipient)).toBe(recipient)
      for (const text of ['', ' ', '0x', 'somebody', `${recipient}0`, ...misspelt]) {
        expect(adapter.transfers?.parseRecipient(text)).toBeUndefined()
      }
    })

    it('ask the wallet once, and write down what it says', async () => {
      const { send, journal, asked } = await prepare()
      const hash = await send()
      expect(journal.entries()).toMatchObject([{ status: 'pending', hash }])
      expect(await send()).toBe(hash)
      expect(asked()).toBe(1)
    })

    it('leave no trace when they are refused', async () => {
      const { send, journal, wallet } = await prepare()
      wallet.react('refuse')
      await expect(send()).rejects.toBeInstanceOf(UserRejectedError)
      expect(journal.entries()).toEqual([])
    })

    it('stay unclear when nobody waits for them any more', async () => {
      const { send, journal, wallet, asked } = await prepare()
      wallet.react('never')
      const { signal, abort } = cancellation()
      const sending = expect(send(signal)).rejects.toThrow('enough')
      await vi.waitFor(() => expect(asked()).toBe(1))
      abort()
      await sending
      expect(journal.entries()).toMatchObject([{ status: 'unclear' }])
      await expect(send()).rejects.toThrow()
      expect(asked()).toBe(1)
    })
  })
}

export function cancellation() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort(new Error('enough')) }
}
