import type { NetworkId } from '@latchkey/wire/caip'
import { ApiError } from '../../../errors/ApiError.js'
import type { Transfer, TransferOrder, Transfers } from './Transfers.js'

/** Something to pay out: signed once it is `paid`, then sent until it is settled. */
export type Payable = {
  readonly id: string
  readonly state: string
  readonly chain: NetworkId
  readonly transfer: Transfer | undefined
}

/** Each state change happens once, also with concurrent callers. */
export type PayoutStore<item extends Payable> = {
  find(id: string): Promise<item | undefined>
  /** Signs the transfer of a paid item under a lock; `nextNonce` is the sender's first unused one. */
  sign(
    id: string,
    sender: string,
    prepare: (item: item, nextNonce: number) => Promise<Transfer>,
  ): Promise<void>
  finish(id: string, hash: string, state: 'delivered' | 'failed'): Promise<void>
  /** It can never be executed: makes the item `paid` again, so that a new transfer is signed. */
  removeTransfer(id: string, hash: string): Promise<void>
  findUnfinished(): Promise<string[]>
}

/** Makes exactly one transfer per paid item. */
export type Payouts<item extends Payable> = {
  /** Throws an ApiError (503) if the transfer would fail now. */
  check(item: item, signal?: AbortSignal): Promise<void>
  /** Moves an item to its next state if possible. Safe to repeat and to run concurrently. */
  advance(id: string, signal?: AbortSignal): Promise<void>
  /** Continues all unfinished items. */
  resume(): Promise<void>
}

export function createPayouts<item extends Payable>({
  store,
  transfersOf,
  toOrder,
}: {
  readonly store: PayoutStore<item>
  readonly transfersOf: (item: item) => Promise<Transfers>
  readonly toOrder: (item: item) => TransferOrder
}): Payouts<item> {
  async function sign(item: item, signal?: AbortSignal): Promise<void> {
    const transfers = await transfersOf(item)
    await store.sign(item.id, transfers.sender, (paid, nextNonce) =>
      transfers.sign(toOrder(paid), nextNonce, signal),
    )
  }

  async function send(item: item, signal?: AbortSignal): Promise<void> {
    const { id, chain, transfer } = item
    if (!transfer) return
    const outcome = await (await transfersOf(item)).send(chain, transfer, signal)
    if (outcome === 'lost') await store.removeTransfer(id, transfer.hash)
    else if (outcome !== 'pending') await store.finish(id, transfer.hash, outcome)
  }

  async function advance(id: string, signal?: AbortSignal): Promise<void> {
    const before = await store.find(id)
    if (before?.state === 'paid') await sign(before, signal)
    const item = before?.state === 'paid' ? await store.find(id) : before
    if (item?.state === 'sending') await send(item, signal)
  }

  return {
    advance,
    async check(item, signal) {
      await (await transfersOf(item)).check(toOrder(item), signal)
    },
    async resume() {
      // One at a time, so that nonces follow the order of payments.
      for (const id of await store.findUnfinished()) {
        await advance(id).catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error
        })
      }
    },
  }
}
