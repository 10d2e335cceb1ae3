import { randomBytes } from 'node:crypto'
import { namespaceOf } from '@latchkey/wire/caip'
import {
  directTransferId,
  type quoteTransfer,
  type TransferQuote,
  type TransferStatus,
} from '@latchkey/wire/http/transfers'
import { parseAddress, parseBlock, parseData } from '@latchkey/wire/rpc/eip155'
import type * as v from 'valibot'
import {
  concatHex,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  keccak256,
  maxUint256,
  toHex,
} from 'viem'
import { ApiError } from '../../../errors/ApiError.js'
import { NodeRpcError, type Nodes } from '../../../nodes/Nodes.js'
import { readContracts } from '../../../nodes/readContracts.js'
import { ExchangeError } from '../../convert/Exchange.js'
import { buildExactPayment, type ExactPayment } from '../../convert/uniswapV2Payment.js'
import type { Tokens } from '../../tokens/createTokens.js'
import { nativeToken } from '../../tokens/Token.js'
import { readTransferStatus } from './readTransferStatus.js'
import { addressOf, contractOf, describeSide, readSide, type Side } from './side.js'
import { openTransferRequest, sealTransferRequest } from './transferRequest.js'

type TransferOrder = v.InferOutput<typeof quoteTransfer.body>
type TransferCaller = {
  readonly projectId: string
  readonly publicUrl: string
  readonly signal: AbortSignal
}

/** Payments of an exact amount with another token of the payer. Throws ApiErrors. */
export type Transfers = {
  quote(order: TransferOrder, caller: TransferCaller): Promise<TransferQuote>
  readStatus(requestId: string, caller: Omit<TransferCaller, 'publicUrl'>): Promise<TransferStatus>
}

/** How long the exchange accepts the payment. */
const lifetimeSeconds = 10 * 60
/** Estimates for the page. */
const expectedSeconds = { swap: 30, direct: 6 }
/** Starts the code of an account with its own key (EIP-7702). */
const delegationPrefix = '0xef0100'

export function createTransfers({
  nodes,
  tokens,
  clock,
  secret,
}: {
  readonly nodes: Nodes
  readonly tokens: Tokens
  readonly clock: { now(): number }
  /** Seals the ids of payments; shared by all processes. */
  readonly secret: Buffer
}): Transfers {
  const sources = { nodes, tokens }
  /** The newest block, once the payer can pay as quoted. */
  async function checkPayer(
    payment: ExactPayment,
    { origin, user, signal }: { origin: Side; user: `0x${string}`; signal: AbortSignal },
  ): Promise<{ readonly block: number; readonly allowance: bigint }> {
    const { chain, token } = origin
    const isCoin = token.address === nativeToken
    const args = { address: token.address, abi: erc20Abi }
    const [latest, code, held, allowed] = await Promise.all([
      nodes.call(chain, 'eth_getBlockByNumber', ['latest', false], signal),
      nodes.call(chain, 'eth_getCode', [user, 'latest'], signal),
      isCoin
        ? nodes.call(chain, 'eth_getBalance', [user, 'latest'], signal)
        : readContracts(nodes, chain, [{ ...args, functionName: 'balanceOf', args: [user] }]),
      isCoin
        ? undefined
        : readContracts(nodes, chain, [
            { ...args, functionName: 'allowance', args: [user, payment.router] },
          ]),
    ])
    const head = parseBlock(latest)
    if (!head) throw new ApiError(503, 'originChainId', 'The chain does not respond.')
    const bytecode = parseData(code) ?? '0x'
    if (bytecode !== '0x' && !bytecode.startsWith(delegationPrefix)) {
      const text =
        'Smart accounts cannot pay with another token here: pay with the token asked for.'
      throw new ApiError(400, 'user', text)
    }
    const balance = BigInt(String(Array.isArray(held) ? (held[0] ?? 0n) : held))
    if (balance < payment.amountInMax) {
      throw new ApiError(
        400,
        'user',
        `The account has too little ${token.symbol} for this payment.`,
      )
    }
    const allowance = isCoin ? payment.amountInMax : BigInt(String(allowed?.[0] ?? 0n))
    return { block: Number(head.number), allowance }
  }

  /** Some tokens change an allowance only to or from zero, which would need a third step. */
  async function assertApprovable(
    { chain, token }: Side,
    call: { readonly from: string; readonly to: string; readonly data: string },
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await nodes.call(chain, 'eth_call', [call, 'latest'], signal)
    } catch (error) {
      if (!(error instanceof NodeRpcError)) throw error
      const text = `Revoke the allowance of ${token.symbol} first: it cannot be raised.`
      throw new ApiError(400, 'originCurrency', text, { cause: error })
    }
  }

  async function quoteSwap(
    order: TransferOrder,
    { origin, destination }: { readonly origin: Side; readonly destination: Side },
    { projectId, publicUrl, signal }: TransferCaller,
  ): Promise<TransferQuote> {
    const { chain } = origin
    assertSwappable(order, origin, destination, nodes)
    const [user, recipient] = [
      readAddress(order.user, 'user'),
      readAddress(order.recipient, 'recipient'),
    ]
    const deadline = Math.floor(clock.now() / 1_000) + lifetimeSeconds
    const payment = await buildExactPayment(
      nodes,
      {
        from: { chain, address: contractOf(origin) },
        to: { chain, address: contractOf(destination) },
        amount: BigInt(order.amount),
        recipient: getAddress(recipient),
        deadline,
      },
      signal,
    ).catch(translate)
    const { block, allowance } = await checkPayer(payment, { origin, user, signal })
    // The exchange ignores what follows the arguments: it makes the call of this payment unique.
    const data = concatHex([payment.data, toHex(randomBytes(16))])
    const requestId = sealTransferRequest(
      {
        projectId,
        chain,
        user,
        router: payment.router.toLowerCase() as `0x${string}`,
        dataHash: keccak256(data),
        ...addressOf('originToken', origin),
        ...addressOf('destinationToken', destination),
        recipient,
        amount: order.amount,
        block,
        deadline,
      },
      secret,
    )
    const from = getAddress(user)
    const toStep = (transaction: { to: string; data: string; value: string }) => ({
      type: 'transaction' as const,
      requestId,
      transaction: { from, ...transaction },
    })
    const steps = [toStep({ to: payment.router, data, value: payment.value.toString() })]
    if (allowance < payment.amountInMax) {
      const args = [payment.router, payment.amountInMax] as const
      const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
      const call = { to: getAddress(origin.token.address), data: approve }
      await assertApprovable(origin, { from, ...call }, signal)
      steps.unshift(toStep({ ...call, value: '0' }))
    }
    const currency = describeSide(origin, publicUrl)
    const fee = { id: 'service', label: 'Exchange fee', amount: payment.fee.toString(), currency }
    return {
      origin: { amount: payment.amountInMax.toString(), currency },
      destination: { amount: order.amount, currency: describeSide(destination, publicUrl) },
      steps,
      fees: [fee],
      timeInSeconds: expectedSeconds.swap,
    }
  }

  return {
    async quote(order, caller) {
      const amount = BigInt(order.amount)
      if (amount === 0n || amount > maxUint256) {
        throw new ApiError(400, 'amount', 'The amount must be above zero and fit the token.')
      }
      const [origin, destination] = await Promise.all([
        readSide(sources, [order.originChainId, order.originCurrency], 'origin'),
        readSide(sources, [order.destinationChainId, order.destinationCurrency], 'destination'),
      ])
      const isSame =
        origin.chain === destination.chain && origin.token.address === destination.token.address
      return isSame
        ? toDirectQuote(order, destination, caller.publicUrl)
        : quoteSwap(order, { origin, destination }, caller)
    },

    async readStatus(requestId, { projectId, signal }) {
      const request = openTransferRequest(requestId, secret)
      if (request?.projectId !== projectId) {
        throw new ApiError(404, 'requestId', 'This payment is unknown here.')
      }
      return readTransferStatus(nodes, request, { now: clock.now(), signal })
    },
  }
}

/** A plain transfer by the payer's wallet. */
function toDirectQuote(
  { amount, recipient }: TransferOrder,
  side: Side,
  publicUrl: string,
): TransferQuote {
  const currency = describeSide(side, publicUrl)
  const deposit = { amount, currency: side.asset, receiver: recipient }
  return {
    type: directTransferId,
    origin: { amount, currency },
    destination: { amount, currency },
    steps: [{ type: 'deposit', requestId: directTransferId, deposit }],
    fees: [{ id: 'service', label: 'Service fee', amount: '0', currency }],
    timeInSeconds: expectedSeconds.direct,
  }
}

function assertSwappable(
  { user }: TransferOrder,
  origin: Side,
  destination: Side,
  nodes: Nodes,
): void {
  if (origin.chain !== destination.chain) {
    const text = 'Paying from another network is not offered: pay on the network asked for.'
    throw new ApiError(400, 'originChainId', text)
  }
  if (user === undefined) {
    const text = 'An exchange can only send the token asked for.'
    throw new ApiError(400, 'originCurrency', text)
  }
  const { swapSources, exchange } = nodes.settings(origin.chain)
  const hasExchange = exchange !== undefined && (swapSources?.includes('uniswapV2') ?? true)
  if (namespaceOf(origin.chain) !== 'eip155' || !hasExchange) {
    const text = 'Paying with another token is not offered on this network.'
    throw new ApiError(400, 'originChainId', text)
  }
  // A coin and its wrapped form have no pool.
  const wrapped = exchange.wrappedNative.toLowerCase()
  const [start, end] = [origin, destination].map(({ token }) =>
    token.address === nativeToken ? wrapped : token.address,
  )
  if (start === end)
    throw new ApiError(400, 'originCurrency', 'These tokens are not exchanged here.')
}

function translate(error: unknown): never {
  if (!(error instanceof ExchangeError)) throw error
  const text = 'There is insufficient liquidity for this payment.'
  throw new ApiError(400, 'amount', text, { cause: error })
}

function readAddress(text: string | undefined, field: string): `0x${string}` {
  const address = parseAddress(text)
  if (address === undefined || BigInt(address) === 0n) {
    throw new ApiError(400, field, 'Not an address on this network.')
  }
  return address
}
