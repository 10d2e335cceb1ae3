import {
  type Address,
  BaseError,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hash,
  type Hex,
  http,
  type LocalAccount,
} from 'viem'
import { networkOf } from './network.js'
import { RpcError } from './rpcError.js'

/** A transaction as a page requests it; fees, gas and nonce are optional. */
export type TransactionRequest = {
  readonly from: Address
  readonly to?: Address
  readonly value?: bigint
  readonly data?: Hex
  readonly gas?: bigint
  readonly gasPrice?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
  readonly nonce?: number
  readonly chainId?: number
}

type ChainEndpoint = { readonly chainId: number; readonly rpcUrl: string }

function chainAt({ chainId, rpcUrl }: ChainEndpoint) {
  const { name, symbol } = networkOf(chainId)
  return defineChain({
    id: chainId,
    name,
    nativeCurrency: { name: symbol, symbol, decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
}

const clientAt = (endpoint: ChainEndpoint, account: LocalAccount) =>
  createWalletClient({ account, chain: chainAt(endpoint), transport: http(endpoint.rpcUrl) })

/** Fills in missing nonce, gas and fees. */
async function prepare(
  transaction: TransactionRequest,
  account: LocalAccount,
  endpoint: ChainEndpoint,
) {
  const { from: _from, chainId: _chainId, gasPrice, maxFeePerGas, ...rest } = transaction
  const { maxPriorityFeePerGas, ...plain } = rest
  // A page may give both fee styles; the newer one wins because every supported chain knows it.
  const fees =
    maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined
      ? {
          ...(maxFeePerGas !== undefined && { maxFeePerGas }),
          ...(maxPriorityFeePerGas !== undefined && { maxPriorityFeePerGas }),
        }
      : gasPrice === undefined
        ? {}
        : { gasPrice }
  const request = await clientAt(endpoint, account).prepareTransactionRequest({
    ...plain,
    ...fees,
  } as never)
  const { gas } = request as { gas: bigint }
  return { ...request, gas: transaction.gas ?? withMargin(gas) }
}

const transferGas = 21_000n

/** A contract call may need more gas when it is mined than when it was estimated. */
const withMargin = (gas: bigint) => (gas === transferGas ? gas : (gas * 6n) / 5n)

export async function signTransaction(
  transaction: TransactionRequest,
  account: LocalAccount,
  endpoint: ChainEndpoint,
): Promise<Hex> {
  try {
    const request = await prepare(transaction, account, endpoint)
    return await clientAt(endpoint, account).signTransaction(request as never)
  } catch (error) {
    throw asRpcError(error)
  }
}

/** Signs locally and broadcasts the raw transaction. */
export async function sendTransaction(
  transaction: TransactionRequest,
  account: LocalAccount,
  endpoint: ChainEndpoint,
): Promise<Hash> {
  const serializedTransaction = await signTransaction(transaction, account, endpoint)
  try {
    return await clientAt(endpoint, account).sendRawTransaction({ serializedTransaction })
  } catch (error) {
    throw asRpcError(error)
  }
}

/** The maximum network fee, or undefined when the node cannot estimate it. */
export async function estimateFee(
  transaction: TransactionRequest,
  endpoint: ChainEndpoint,
): Promise<bigint | undefined> {
  const client = createPublicClient({ chain: chainAt(endpoint), transport: http(endpoint.rpcUrl) })
  try {
    const gas =
      transaction.gas ??
      withMargin(await client.estimateGas({ ...callOf(transaction), account: transaction.from }))
    const price =
      transaction.maxFeePerGas ??
      transaction.gasPrice ??
      (await client.estimateFeesPerGas()).maxFeePerGas
    return gas * price
  } catch {
    // A failing transaction cannot be estimated; the request is shown without a fee.
    return undefined
  }
}

function callOf({ to, value, data }: TransactionRequest) {
  return {
    ...(to !== undefined && { to }),
    ...(value !== undefined && { value }),
    ...(data !== undefined && { data }),
  }
}

function asRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error
  const message = error instanceof BaseError ? error.shortMessage : 'The transaction failed.'
  return new RpcError(-32000, message, { cause: error })
}
