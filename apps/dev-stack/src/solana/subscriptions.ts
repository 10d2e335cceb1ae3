import { type Address, isAddress } from '@solana/kit'
import { viewAccount } from './accountView.js'
import type { Ledger, LedgerRecord } from './Ledger.js'
import type { Method } from './methods.js'
import { RpcError, rpcCodes } from './RpcError.js'

/** The subscriptions of one client: its methods and their cleanup. */
export type Subscriptions = {
  readonly methods: Readonly<Record<string, Method>>
  close(): void
}

/** `notify` receives whole JSON-RPC notifications. */
export function createSubscriptions(
  ledger: Ledger,
  notify: (notification: unknown) => void,
): Subscriptions {
  const ends = new Map<number, () => void>()
  let count = 0

  const send = (method: string, subscription: number, result: unknown) =>
    notify({ jsonrpc: '2.0', method, params: { result, subscription } })
  const withContext = (slot: number, value: unknown) => ({ context: { slot }, value })

  const open = (listen: (id: number) => () => void): number => {
    count += 1
    ends.set(count, listen(count))
    return count
  }
  const unsubscribe: Method = ([id]) => {
    const end = ends.get(Number(id))
    if (end === undefined) {
      throw new RpcError(rpcCodes.invalidParams, 'Invalid subscription id.')
    }
    end()
    return ends.delete(Number(id))
  }

  return {
    methods: {
      signatureSubscribe: ([signature]) =>
        open((id) => {
          const report = ({ slot, err }: LedgerRecord) => {
            // A signature notifies only once.
            ends.get(id)?.()
            ends.delete(id)
            send('signatureNotification', id, withContext(slot, { err }))
          }
          const known = ledger.record(String(signature))
          if (known === undefined) {
            return ledger.subscribe({
              onRecord: (record) => record.signature === signature && report(record),
            })
          }
          // The client must receive its subscription id first.
          const soon = setImmediate(() => report(known))
          return () => clearImmediate(soon)
        }),
      signatureUnsubscribe: unsubscribe,
      slotSubscribe: () =>
        open((id) =>
          ledger.subscribe({
            onSlot: (slot) =>
              send('slotNotification', id, {
                slot,
                parent: slot - 1,
                root: Math.max(0, slot - 32),
              }),
          }),
        ),
      slotUnsubscribe: unsubscribe,
      accountSubscribe([address, config]) {
        if (typeof address !== 'string' || !isAddress(address)) {
          throw new RpcError(rpcCodes.invalidParams, 'Invalid params: expected an address')
        }
        return open((id) =>
          ledger.subscribe({
            onRecord({ accountKeys, slot }) {
              if (!accountKeys.some(({ pubkey, writable }) => writable && pubkey === address))
                return
              send('accountNotification', id, withContext(slot, view(ledger, address, config)))
            },
          }),
        )
      },
      accountUnsubscribe: unsubscribe,
    },
    close() {
      for (const end of ends.values()) end()
      ends.clear()
    },
  }
}

function view(ledger: Ledger, address: Address, config: unknown) {
  const account = ledger.account(address)
  return account.exists ? viewAccount(ledger, account, config ?? {}) : null
}
