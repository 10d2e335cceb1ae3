import { type Hex, parseQuantity, toQuantity } from '@latchkey/wire/rpc/eip155'
import { hexToBytes, keccak256, serializeTransaction, type TransactionSerializable } from 'viem'
import { type ChainCall, ChainError } from '../api/chains.js'
import { unreachable } from '../api/timeout.js'
import type { Signer } from '../vault/signer.js'
import type { Call } from './action.js'
import {
  chainNumber,
  type Estimate,
  type EvmAccount,
  readGasPrice,
  signHash,
} from './evmAccount.js'
import { createQueue } from './queue.js'
import { batchErrors } from './walletErrors.js'

/** The gas of a transfer to an account without code, on every chain. */
const transferGas = 21_000n

/** The externally owned account of the key. */
export function createEoa({
  signer,
  rpc,
}: {
  readonly signer: Signer
  readonly rpc: ChainCall
}): EvmAccount {
  const address = signer.addresses.eip155
  const inTurn = createQueue()
  /** The last transaction sent on a chain. */
  const sent = new Map<string, { readonly nonce: bigint; readonly hash: Hex }>()

  async function isKnown(chainId: string, hash: Hex, signal: AbortSignal): Promise<boolean> {
    return (await rpc(chainId, 'eth_getTransactionByHash', [hash], signal)) !== null
  }

  /** A node that lags behind would return a nonce that is already used. */
  async function nextNonce(chainId: string, signal: AbortSignal): Promise<bigint> {
    const response = await rpc(chainId, 'eth_getTransactionCount', [address, 'pending'], signal)
    const count = parseQuantity(response)
    if (count === undefined) throw unreachable()
    const last = sent.get(chainId)
    if (!last || last.nonce < count) return count
    return (await isKnown(chainId, last.hash, signal)) ? last.nonce + 1n : count
  }

  async function sign(transaction: TransactionSerializable): Promise<Hex> {
    const hash = keccak256(serializeTransaction(transaction))
    const { r, s, yParity } = await signer.signSecp256k1(hexToBytes(hash))
    return serializeTransaction(transaction, { r: word(r), s: word(s), yParity })
  }

  async function broadcast(chainId: string, signed: Hex): Promise<Hex> {
    const hash = keccak256(signed)
    const { signal } = new AbortController()
    try {
      await rpc(chainId, 'eth_sendRawTransaction', [signed], signal)
    } catch (fault) {
      if (fault instanceof ChainError) throw fault
      // Without a response the transaction may still have arrived.
      if (!(await isKnown(chainId, hash, signal).catch(() => false))) throw fault
    }
    return hash
  }

  return {
    type: 'eoa',
    address,
    signHash: (_chainId, hash) => signHash(signer, hash),

    async estimate(chainId, calls, signal) {
      const call = onlyCall(calls)
      const [price, response] = await Promise.all([
        readGasPrice(rpc, chainId, signal),
        rpc(chainId, 'eth_estimateGas', [toRpcCall(address, call)], signal),
      ])
      const estimated = parseQuantity(response)
      if (estimated === undefined) throw unreachable()
      // A contract call may need more gas when it is mined.
      const gas = estimated === transferGas ? estimated : (estimated * 6n) / 5n
      return {
        fee: gas * price.maxFeePerGas,
        gas: { call: gas, verification: 0n, preVerification: 0n },
        price,
      }
    },

    send: (chainId, calls, estimate, signal) =>
      inTurn(chainId, signal, async () => {
        const nonce = await nextNonce(chainId, signal)
        signal.throwIfAborted()
        const signed = await sign(toTransaction(chainId, onlyCall(calls), estimate, nonce))
        const hash = await broadcast(chainId, signed)
        sent.set(chainId, { nonce, hash })
        return { transactionHash: hash, id: hash }
      }),
  }
}

function onlyCall(calls: readonly Call[]): Call {
  const [call, another] = calls
  if (!call || another) throw batchErrors.notAtomic()
  return call
}

/** A call in the format of nodes. */
export function toRpcCall(from: Hex, { to, value, data }: Call) {
  return { from, ...(to && { to }), value: toQuantity(value), data }
}

function toTransaction(
  chainId: string,
  { to, value, data }: Call,
  { gas, price }: Estimate,
  nonce: bigint,
): TransactionSerializable {
  const { maxFeePerGas, maxPriorityFeePerGas, isLegacy } = price
  const common = {
    chainId: chainNumber(chainId),
    nonce: Number(nonce),
    gas: gas.call,
    value,
    data,
    ...(to && { to }),
  }
  return isLegacy
    ? { ...common, type: 'legacy', gasPrice: maxFeePerGas }
    : { ...common, type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
}

function word(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}
