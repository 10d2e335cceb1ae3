import type { Transfer, TransferReading } from '../../connection/transfer.js'
import type { Network } from '../../network/network.js'
import { FeeUnknownError, UnsupportedChainError } from '../../runtime/errors/send.js'
import type { Widget } from '../../widget.js'

/** How transfers of the network's family are parsed, priced and followed. */
export async function loadTransferReading(
  widget: Widget,
  network: Network,
): Promise<TransferReading> {
  const adapter = await widget.families.get(network.namespace)?.loadAdapter()
  if (!adapter?.transfers) throw new UnsupportedChainError(network.id)
  return adapter.transfers
}

/** Costs and balances read from the chain, in smallest units. */
export type Estimate = {
  /** Undefined if the account has too little for the node to estimate it. */
  readonly fee: bigint | undefined
  /** Part of the fee: opens a token account for the recipient. */
  readonly deposit: bigint
  /** Part of the amount: the token's own transfer fee. The recipient gets the rest. */
  readonly withheld: bigint
  readonly balance: bigint
  readonly coinBalance: bigint
  /** The least of the coin that must stay in the account, unless it is emptied. */
  readonly reserve: bigint
}

/** Reads the fee and the balances of a transfer from the chain. */
export async function estimateTransfer(
  reading: TransferReading,
  transfer: Transfer,
  signal: AbortSignal,
): Promise<Estimate> {
  const { account, network, token, units } = transfer
  const balanceOf = (one: Transfer['token']) =>
    reading.balance({ address: account.address, token: one, network, signal })
  const [fee, terms, balance, coinBalance, reserve = 0n] = await Promise.all([
    reading.fee(transfer, signal).catch((cause: unknown) => new FeeUnknownError({ cause })),
    reading.terms?.(transfer, signal),
    balanceOf(token),
    balanceOf(network.nativeCurrency),
    reading.reserve?.({ network, signal }),
  ])
  signal.throwIfAborted()
  // Nodes do not estimate what the account cannot pay. The review then shows the low balance.
  const isShort = units > balance || coinBalance === 0n
  if (typeof fee !== 'bigint' && !isShort) throw fee
  const known = typeof fee === 'bigint' ? fee : undefined
  const { deposit = 0n, withheld = 0n } = terms ?? {}
  return { fee: known, deposit, withheld, balance, coinBalance, reserve }
}

export type Funds = 'unknown' | 'enough' | 'short-of-token' | 'short-of-fee' | 'short-of-reserve'

type FundsParameters = {
  readonly token: Pick<Transfer['token'], 'address'>
  readonly units: bigint
  readonly estimate: Estimate | undefined
}

/** Whether the account can pay the transfer and its fee. */
export function fundsOf({ token, units, estimate }: FundsParameters): Funds {
  if (!estimate) return 'unknown'
  const { fee, balance, coinBalance, reserve } = estimate
  if (units > balance) return 'short-of-token'
  if (fee === undefined) return 'unknown'
  const needed = token.address === undefined ? units + fee : fee
  const left = coinBalance - needed
  if (left < 0n) return 'short-of-fee'
  return left > 0n && left < reserve ? 'short-of-reserve' : 'enough'
}
