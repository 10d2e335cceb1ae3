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
  /** The wallet takes the fee in a token that the account has. Read only if the coin does not suffice. */
  readonly canPayFeeInToken: boolean
}

/** Reads the fee and the balances of a transfer from the chain. */
export async function estimateTransfer(
  widget: Widget,
  transfer: Transfer,
  signal: AbortSignal,
): Promise<Estimate> {
  const { account, network, token, units } = transfer
  const reading = await loadTransferReading(widget, network)
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
  const costs = { fee: known, deposit, withheld, balance, coinBalance, reserve }
  const estimate = { ...costs, canPayFeeInToken: false }
  const isShortOfFee = fundsOf({ token, units, estimate }) === 'short-of-fee'
  return isShortOfFee
    ? { ...costs, canPayFeeInToken: await hasFeeToken(widget, reading, transfer, signal) }
    : estimate
}

/** Whether the account has some of a token in which its wallet takes fees. */
async function hasFeeToken(
  { sessions }: Widget,
  reading: TransferReading,
  { account: { address, type }, network }: Transfer,
  signal: AbortSignal,
): Promise<boolean> {
  const session = sessions.get(network.namespace)
  if (type !== 'smartAccount' || !session?.feeTokens) return false
  const tokens = await session.feeTokens(signal)
  const balances = await Promise.all(
    tokens.map((token) => {
      const { symbol, decimals } = network.nativeCurrency
      return reading.balance({
        address,
        token: { address: token, symbol, decimals },
        network,
        signal,
      })
    }),
  )
  return balances.some((units) => units > 0n)
}

export type Funds =
  | 'unknown'
  | 'enough'
  | 'fee-in-token'
  | 'short-of-token'
  | 'short-of-fee'
  | 'short-of-reserve'

type FundsParameters = {
  readonly token: Pick<Transfer['token'], 'address'>
  readonly units: bigint
  readonly estimate: Estimate | undefined
}

/** Whether the account can pay the transfer and its fee. */
export function fundsOf({ token, units, estimate }: FundsParameters): Funds {
  if (!estimate) return 'unknown'
  const { fee, balance, coinBalance, reserve, canPayFeeInToken } = estimate
  if (units > balance) return 'short-of-token'
  const needed = token.address === undefined ? units + (fee ?? 0n) : (fee ?? 0n)
  const left = coinBalance - needed
  if (fee === undefined || left < 0n) return canPayFeeInToken ? 'fee-in-token' : 'short-of-fee'
  return left > 0n && left < reserve ? 'short-of-reserve' : 'enough'
}

/** Whether the transfer can be sent now. */
export function isFunded(parameters: FundsParameters): boolean {
  const funds = fundsOf(parameters)
  return funds === 'enough' || funds === 'fee-in-token'
}
