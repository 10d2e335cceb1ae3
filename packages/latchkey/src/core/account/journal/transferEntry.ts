import { isSameAddress } from '@latchkey/wire/lookAlike'
import type { Network } from '../../network/network.js'
import type { Journal, JournalEntry, TransferSummary } from './journal.js'

/** The asset, the amount and the recipient. */
export type TransferTerms = {
  readonly network: Pick<Network, 'id'>
  /** In the canonical form of the network. */
  readonly recipient: string
  readonly token: {
    /** Absent for the native coin. */
    readonly address?: string | undefined
    readonly symbol: string
    readonly decimals: number
    readonly icon?: string | undefined
  }
  readonly units: bigint
}

/** The journal entry of a transfer that is about to be requested. */
export function toTransferEntry(
  { network, recipient, token, units }: TransferTerms,
  from: string,
  more: Pick<TransferSummary, 'receiverName' | 'paymentId'> = {},
): Parameters<Journal['open']>[0] {
  const value = units.toString()
  return {
    networkId: network.id,
    from,
    request:
      token.address === undefined ? { to: recipient, value } : { to: token.address, value: '0' },
    transfer: {
      receiver: recipient,
      symbol: token.symbol,
      decimals: token.decimals,
      units: value,
      ...(token.address !== undefined && { tokenAddress: token.address }),
      ...(token.icon !== undefined && { tokenIcon: token.icon }),
      ...more,
    },
  }
}

/** Whether an entry is a transfer with the same terms, from any account. */
export function isSameTransfer(
  { networkId, transfer }: JournalEntry,
  { network, recipient, token, units }: TransferTerms,
): boolean {
  return (
    transfer !== undefined &&
    networkId === network.id &&
    isSameAddress(transfer.receiver, recipient) &&
    isSameAddress(transfer.tokenAddress ?? '', token.address ?? '') &&
    transfer.units === units.toString()
  )
}
