import { isRecord } from '@latchkey/wire/json'
import { zeroAddress } from '@latchkey/wire/login/permissions'
import { delegateAddress } from '@latchkey/wire/login/smartAccount'
import { type Hex, parseQuantity, toQuantity } from '@latchkey/wire/rpc/eip155'
import { hexToBytes, keccak256, serializeTransaction, type TransactionSerializable } from 'viem'
import { hashAuthorization } from 'viem/utils'
import { type ChainCall, ChainError } from '../api/chains.js'
import { pause, unreachable, withTimeout } from '../api/timeout.js'
import type { Signer } from '../vault/signer.js'
import { encodeCalls } from './accountCalls.js'
import type { Call } from './action.js'
import { canDelegate, type Delegation, readDelegation } from './delegation.js'
import {
  chainNumber,
  type Estimate,
  type EvmAccount,
  readGasPrice,
  signHash,
} from './evmAccount.js'
import { createQueue } from './queue.js'
import { withTargets } from './smartAccount.js'
import { batchErrors, delegationErrors } from './walletErrors.js'

/** The key's own account, which can be delegated to the wallet's contract (EIP-7702). */
export type Eoa = EvmAccount & {
  readDelegation(chainId: string, signal: AbortSignal): Promise<Delegation>
  /** Whether the chain has delegations and the wallet's contract. */
  canDelegate(chainId: string, signal: AbortSignal): Promise<boolean>
  /** Of starting or ending a delegation. */
  estimateDelegation(chainId: string, signal: AbortSignal): Promise<Estimate>
  /**
   * Delegates the account to the wallet's contract, or ends any delegation. There is no way to name another
   * contract. Resolves when the chain has done it.
   */
  setDelegation(
    chainId: string,
    change: DelegationChange,
    estimate: Estimate,
    signal: AbortSignal,
  ): Promise<void>
}

export type DelegationChange = 'start' | 'end'

/** The gas of a transfer to an account without code, on every chain. */
const transferGas = 21_000n
/** What EIP-7702 charges for an authorization, and some for the code that runs then. */
const authorizationGas = 30_000n
/** How long the chain may take. */
const minedLimit = 90_000
const minedPause = 500

/** The externally owned account of the key. */
export function createEoa({
  signer,
  rpc,
}: {
  readonly signer: Signer
  readonly rpc: ChainCall
}): Eoa {
  const address = signer.addresses.eip155
  const inTurn = createQueue()
  /** The last transaction sent on a chain. */
  const sent = new Map<string, { readonly nonce: bigint; readonly hash: Hex }>()

  async function isKnown(chainId: string, hash: Hex, signal: AbortSignal): Promise<boolean> {
    return (await rpc(chainId, 'eth_getTransactionByHash', [hash], signal)) !== null
  }

  async function readCount(chainId: string, block: 'latest' | 'pending', signal: AbortSignal) {
    const response = await rpc(chainId, 'eth_getTransactionCount', [address, block], signal)
    const count = parseQuantity(response)
    if (count === undefined) throw unreachable()
    return count
  }

  async function readGas(chainId: string, call: Call, signal: AbortSignal) {
    const [price, response] = await Promise.all([
      readGasPrice(rpc, chainId, signal),
      rpc(chainId, 'eth_estimateGas', [toRpcCall(address, call)], signal),
    ])
    const gas = parseQuantity(response)
    if (gas === undefined) throw unreachable()
    return { gas, price }
  }

  /** A node that lags behind would return a nonce that is already used. */
  async function nextNonce(chainId: string, signal: AbortSignal): Promise<bigint> {
    const count = await readCount(chainId, 'pending', signal)
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

  async function assertDelegated(chainId: string, signal: AbortSignal): Promise<void> {
    const { status } = await readDelegation(rpc, chainId, address, signal)
    if (status !== 'own') throw batchErrors.notAtomic()
  }

  /**
   * Only with the account's next nonce can anything change its delegation. So once all transactions before
   * this one are mined, what it is delegated to stays until this one.
   */
  async function assertStillDelegated(chainId: string, nonce: bigint, signal: AbortSignal) {
    await withTimeout(minedLimit, signal, async (bounded) => {
      while ((await readCount(chainId, 'latest', bounded)) < nonce) await pause(minedPause, bounded)
    })
    await assertDelegated(chainId, signal)
  }

  async function signDelegation(
    chainId: string,
    change: DelegationChange,
    { gas, price }: Estimate,
    nonce: bigint,
  ): Promise<Hex> {
    const authorization = {
      address: change === 'start' ? delegateAddress : zeroAddress,
      // Never 0, which would be valid on every chain.
      chainId: chainNumber(chainId),
      // The transaction uses up one nonce before it is read.
      nonce: Number(nonce) + 1,
    }
    const hash = hashAuthorization(authorization)
    const { r, s, yParity } = await signer.signSecp256k1(hexToBytes(hash))
    const { maxFeePerGas, maxPriorityFeePerGas } = price
    return sign({
      type: 'eip7702',
      chainId: authorization.chainId,
      nonce: Number(nonce),
      gas: gas.call,
      maxFeePerGas,
      maxPriorityFeePerGas,
      to: address,
      authorizationList: [{ ...authorization, r: word(r), s: word(s), yParity }],
    })
  }

  async function awaitDelegation(
    chainId: string,
    { change, hash }: { readonly change: DelegationChange; readonly hash: Hex },
    signal: AbortSignal,
  ): Promise<void> {
    const expected = change === 'start' ? 'own' : 'none'
    await withTimeout(minedLimit, signal, async (bounded) => {
      for (;;) {
        const receipt = await rpc(chainId, 'eth_getTransactionReceipt', [hash], bounded)
        const { status } = await readDelegation(rpc, chainId, address, bounded)
        if (isRecord(receipt) && status === expected) return
        if (isRecord(receipt) && parseQuantity(receipt.status) !== 1n) {
          throw delegationErrors.unchanged()
        }
        await pause(minedPause, bounded)
      }
    })
  }

  return {
    type: 'eoa',
    address,
    readDelegation: (chainId, signal) => readDelegation(rpc, chainId, address, signal),
    canDelegate: (chainId, signal) => canDelegate(rpc, chainId, address, signal),
    signHash: (_chainId, hash) => signHash(signer, hash),

    async estimate(chainId, calls, signal) {
      if (calls.length > 1) await assertDelegated(chainId, signal)
      const { gas, price } = await readGas(chainId, toOneCall(address, calls), signal)
      // A contract call may need more gas when it is mined.
      return toEstimate(gas === transferGas ? gas : (gas * 6n) / 5n, price)
    },

    send: (chainId, calls, estimate, signal) =>
      inTurn(chainId, signal, async () => {
        const nonce = await nextNonce(chainId, signal)
        if (calls.length > 1) await assertStillDelegated(chainId, nonce, signal)
        signal.throwIfAborted()
        const signed = await sign(
          toTransaction(chainId, toOneCall(address, calls), estimate, nonce),
        )
        const hash = await broadcast(chainId, signed)
        sent.set(chainId, { nonce, hash })
        return { transactionHash: hash, id: hash }
      }),

    async estimateDelegation(chainId, signal) {
      // Not to the account itself: it could already run code.
      const transfer: Call = { to: zeroAddress, value: 0n, data: '0x' }
      const { gas, price } = await readGas(chainId, transfer, signal)
      if (price.isLegacy) throw delegationErrors.unavailable()
      return toEstimate((gas * 6n) / 5n + authorizationGas, price)
    },

    setDelegation: (chainId, change, estimate, signal) =>
      inTurn(chainId, signal, async () => {
        const nonce = await nextNonce(chainId, signal)
        signal.throwIfAborted()
        const hash = await broadcast(
          chainId,
          await signDelegation(chainId, change, estimate, nonce),
        )
        // The authorization uses up a nonce, too.
        sent.set(chainId, { nonce: nonce + 1n, hash })
        await awaitDelegation(chainId, { change, hash }, signal)
      }),
  }
}

/** Several calls are one that the delegated account makes to itself. */
function toOneCall(account: Hex, calls: readonly Call[]): Call {
  const [call, another] = calls
  if (!call) throw batchErrors.notAtomic()
  return another ? { to: account, value: 0n, data: encodeCalls(withTargets(calls)) } : call
}

function toEstimate(gas: bigint, price: Estimate['price']): Estimate {
  return {
    fee: gas * price.maxFeePerGas,
    gas: { call: gas, verification: 0n, preVerification: 0n },
    price,
  }
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
