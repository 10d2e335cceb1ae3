import { type NetworkId, parseAccountId } from '@latchkey/wire/caip'
import { type Hex, parseAddress, parseData } from '@latchkey/wire/rpc/hex'
import type { SwapTerms } from '../../../core/connection/swapTerms.js'
import type { ContractCall } from '../../../core/connection/transfer.js'
import { SwapMismatchError } from '../../../core/runtime/errors/swap.js'
import type { SwapContract } from '../swapContracts.js'
import { decodeArguments } from './decodeCall.js'
import { readSwapCall } from './readSwapCall.js'

/** What the visitor reviewed, and the contracts that may be called. */
export type ReviewedSwap = SwapTerms & {
  readonly networkId: NetworkId
  readonly contracts: readonly SwapContract[]
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** A transaction of the provider. Its gas fields are for the screen only and never reach the wallet. */
export type BuiltTransaction = {
  readonly from: string
  readonly to: string
  readonly data: string
  readonly value?: string | undefined
}

/** Longest deadline of a swap, in seconds. */
const maxDeadline = 3_600

/**
 * Checks a built swap against the review and returns the calls for the wallet. Throws a
 * `SwapMismatchError` for anything that differs, also for call data that cannot be decoded.
 */
export function checkSwap(
  built: BuiltTransaction,
  reviewed: ReviewedSwap,
): ContractCall & { readonly spender: string } {
  const { networkId, contracts, now } = reviewed
  const account = parseAddress(reviewed.account)
  assertSame('sender', parseBuiltAddress(built.from, networkId, 'sender'), account)
  const to = parseBuiltAddress(built.to, networkId, 'contract')
  const data = parseData(built.data)
  const call = data && findCall(contracts, to, data)
  if (call === undefined) throw new SwapMismatchError('contract')
  if (!call.swap || !data) throw new SwapMismatchError('call')
  const { sourceToken, toToken, amount, minimum, recipient, deadline } = call.swap
  assertSame('token', sourceToken, toAddress(reviewed.sourceToken))
  assertSame('token', toToken, toAddress(reviewed.toToken))
  const isCoin = sourceToken === undefined
  if (amount === undefined ? !isCoin : amount !== reviewed.amount)
    throw new SwapMismatchError('amount')
  assertSame('recipient', recipient, account)
  if (reviewed.minimum <= 0n || minimum < reviewed.minimum) throw new SwapMismatchError('minimum')
  const seconds = BigInt(Math.floor(now / 1_000))
  const isInTime =
    deadline === undefined || (deadline > seconds && deadline <= seconds + BigInt(maxDeadline))
  if (!isInTime) throw new SwapMismatchError('deadline')
  return { to, value: isCoin ? reviewed.amount : 0n, data, spender: call.contract.spender ?? '' }
}

/** The contract that is called, and what the call does. `swap` is undefined if it cannot be decoded. */
function findCall(contracts: readonly SwapContract[], to: Hex, data: Hex) {
  const known = contracts.filter(
    ({ kind, address, spender }) => address === to || (kind === '0x' && spender === to),
  )
  const calls = known.map((contract) => {
    const swap = readSwapCall(contract.kind, data)
    // A call through the spender must pass the tokens on to the listed contract.
    const isListed = swap?.executor
      ? to === contract.spender && swap.executor === contract.address
      : to === contract.address
    return { contract, swap: isListed ? swap : undefined }
  })
  return calls.find(({ swap }) => swap) ?? calls[0]
}

const approveSelector = '0x095ea7b3'

/**
 * Checks a built approval: exactly the amount, of the source token, for a spender on the list. Returns
 * the spender.
 */
export function checkApproval(
  built: BuiltTransaction,
  {
    networkId,
    sourceToken,
    amount,
    contracts,
  }: Pick<ReviewedSwap, 'networkId' | 'sourceToken' | 'amount' | 'contracts'>,
): Hex {
  const token = toAddress(sourceToken)
  if (token === undefined) throw new SwapMismatchError('token')
  // Providers name the token as sender, as receiver or as both.
  assertSame('token', parseBuiltAddress(built.from, networkId, 'token'), token)
  assertSame('token', parseBuiltAddress(built.to, networkId, 'token'), token)
  if (built.value !== '0') throw new SwapMismatchError('amount')
  const data = parseData(built.data)
  const values = data?.startsWith(approveSelector) && decodeArguments(data, ['address', 'uint'])
  if (!values) throw new SwapMismatchError('call')
  const [spender, approved] = values
  if (!contracts.some((contract) => contract.spender === spender)) {
    throw new SwapMismatchError('spender')
  }
  if (approved !== amount) throw new SwapMismatchError('amount')
  return spender as Hex
}

/** `approve(address,uint256)` of a token, encoded here and not by the provider. */
export function toApproveCall(token: string, spender: string, amount: bigint): ContractCall {
  const words = [BigInt(spender), amount].map((word) => word.toString(16).padStart(64, '0'))
  return { to: token as Hex, value: 0n, data: `${approveSelector}${words.join('')}` as Hex }
}

function parseBuiltAddress(
  id: string,
  networkId: NetworkId,
  reason: 'sender' | 'contract' | 'token',
): Hex {
  const parsed = parseAccountId(id)
  if (parsed?.networkId !== networkId) throw new SwapMismatchError('chain')
  const address = parseAddress(parsed.address)
  if (!address) throw new SwapMismatchError(reason)
  return address
}

function toAddress(token: string | undefined): Hex | undefined {
  return token === undefined ? undefined : parseAddress(token)
}

function assertSame(
  reason: 'sender' | 'token' | 'recipient',
  found: Hex | undefined,
  expected: Hex | undefined,
): void {
  if (found !== expected) throw new SwapMismatchError(reason)
}
