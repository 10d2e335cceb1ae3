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

/** A transaction as a page asks for it: everything but the sender and the purpose may be open. */
export type TransactionWish = {
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

type Place = { readonly chainId: number; readonly rpcUrl: string }

function chainAt({ chainId, rpcUrl }: Place) {
  const { name, symbol } = networkOf(chainId)
  return defineChain({
    id: chainId,
    name,
    nativeCurrency: { name: symbol, symbol, decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
}

const clientAt = (place: Place, account: LocalAccount) =>
  createWalletClient({ account, chain: chainAt(place), transport: http(place.rpcUrl) })

/** Fills in nonce, gas and fees where the page left them open. */
async function prepare(wish: TransactionWish, account: LocalAccount, place: Place) {
  const { from: _from, chainId: _chainId, gasPrice, maxFeePerGas, ...rest } = wish
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
  return clientAt(place, account).prepareTransactionRequest({ ...plain, ...fees } as never)
}

export async function signTransaction(
  wish: TransactionWish,
  account: LocalAccount,
  place: Place,
): Promise<Hex> {
  try {
    const request = await prepare(wish, account, place)
    return await clientAt(place, account).signTransaction(request as never)
  } catch (error) {
    throw asRpcError(error)
  }
}

/** Signs here and broadcasts the raw bytes: the node never holds a key. */
export async function sendTransaction(
  wish: TransactionWish,
  account: LocalAccount,
  place: Place,
): Promise<Hash> {
  const serializedTransaction = await signTransaction(wish, account, place)
  try {
    return await clientAt(place, account).sendRawTransaction({ serializedTransaction })
  } catch (error) {
    throw asRpcError(error)
  }
}

/** The most this transaction can cost in network fees, or undefined when the node cannot tell. */
export async function estimateFee(
  wish: TransactionWish,
  place: Place,
): Promise<bigint | undefined> {
  const client = createPublicClient({ chain: chainAt(place), transport: http(place.rpcUrl) })
  try {
    const gas = wish.gas ?? (await client.estimateGas({ ...callOf(wish), account: wish.from }))
    const price =
      wish.maxFeePerGas ?? wish.gasPrice ?? (await client.estimateFeesPerGas()).maxFeePerGas
    return gas * price
  } catch {
    // A transaction that would fail cannot be estimated; the request still shows, without a fee.
    return undefined
  }
}

function callOf({ to, value, data }: TransactionWish) {
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
