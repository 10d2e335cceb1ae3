import {
  type Hex,
  parseHash,
  parseLooseQuantity,
  parseTransactionRequest,
  toQuantity,
} from '@latchkey/wire/rpc/eip155'
import type { Proposal } from '../../core/connection/family.js'
import { MalformedAnswerError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import { parseDetails, parseProposed, RpcError, rpcErrorCodes, toFields } from './hostResponses.js'
import type { SafeAccess } from './safeTransport.js'

/** A transaction in the Safe Apps protocol: wei in decimal. */
type SafeTransaction = { readonly to: Hex; readonly value: string; readonly data: Hex }

export type SafeSender = {
  /** Returns the Safe's own hash: the transaction hash exists once enough owners confirmed. */
  send(request: unknown, signal?: AbortSignal): Promise<Hex>
  sendCalls(request: unknown, signal?: AbortSignal): Promise<unknown>
  callsStatus(id: unknown, signal?: AbortSignal): Promise<unknown>
  transaction(hash: unknown, signal?: AbortSignal): Promise<unknown>
  receipt(hash: unknown, signal?: AbortSignal): Promise<unknown>
  proposal(id: string, signal: AbortSignal): Promise<Proposal>
  /** Sends a read to the host's node. */
  read(call: string, params: unknown, signal?: AbortSignal): Promise<unknown>
}

/** The limit of calls per batch, and of batches and transactions remembered for this page. */
const maxCalls = 100
const maxRemembered = 200
/** Characters of a call id that a site chooses (EIP-5792). */
const maxIdLength = 4_096

/** Proposes transactions to a Safe's owners and reads their status. */
export function createSender({ channel, confirm }: SafeAccess): SafeSender {
  const batches = new Map<string, Hex>()
  const proposed = new Map<Hex, object>()
  const quiet = (signal: AbortSignal | undefined) => ({ signal, limit: limits.walletSilentWait })

  async function propose(
    txs: readonly SafeTransaction[],
    gas: unknown,
    signal: AbortSignal | undefined,
  ): Promise<Hex> {
    const safeTxGas = readGas(gas)
    const params = { txs, ...(safeTxGas !== undefined && { params: { safeTxGas } }) }
    const hash = parseProposed(await channel.send('sendTransactions', params, { signal }))
    if (!hash) throw new MalformedAnswerError('sendTransactions')
    return hash
  }

  async function details(hash: Hex, signal: AbortSignal | undefined) {
    const response = await channel.send('getTxBySafeTxHash', { safeTxHash: hash }, quiet(signal))
    return parseDetails(response)
  }

  /**
   * The transaction hash behind a hash that may be the Safe's. Hosts return an error for other hashes.
   */
  async function chainHash(hash: Hex, signal: AbortSignal | undefined): Promise<Hex | undefined> {
    try {
      return (await details(hash, signal))?.hash
    } catch {
      signal?.throwIfAborted()
      return undefined
    }
  }

  const read: SafeSender['read'] = (call, params, signal) =>
    channel.send('rpcCall', { call, params: Array.isArray(params) ? params : [] }, quiet(signal))

  /** A transaction or receipt under the requested hash, which libraries expect. */
  async function readAs(
    call: string,
    hash: Hex,
    field: string,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const record = await read(call, [(await chainHash(hash, signal)) ?? hash], signal)
    return typeof record === 'object' && record !== null ? { ...record, [field]: hash } : null
  }

  return {
    read,
    async send(request, signal) {
      const transaction = readTransaction(request)
      const { from, chainId, gas } = toFields(request)
      const { address } = await confirm({ address: from, chainId }, signal)
      const hash = await propose([transaction], gas, signal)
      remember(proposed, hash, {
        hash,
        from: address,
        to: transaction.to,
        value: toQuantity(BigInt(transaction.value)),
        input: transaction.data,
        nonce: '0x0',
        gas: '0x0',
        gasPrice: '0x0',
        type: '0x0',
        blockHash: null,
        blockNumber: null,
        transactionIndex: null,
      })
      return hash
    },
    async sendCalls(request, signal) {
      const { calls, from, chainId, id, version, capabilities } = toFields(request)
      if (!Array.isArray(calls) || calls.length === 0 || calls.length > maxCalls)
        throw invalidParameters()
      if (id !== undefined && (typeof id !== 'string' || id.length > maxIdLength))
        throw invalidParameters()
      if (id !== undefined && batches.has(id))
        throw new RpcError(rpcErrorCodes.repeatedCalls, 'The id was used before')
      refuseCapabilities(capabilities)
      const transactions = calls.map((call) => {
        refuseCapabilities(toFields(call).capabilities)
        return readTransaction(call)
      })
      await confirm({ address: from, chainId }, signal)
      const hash = await propose(transactions, undefined, signal)
      const name = id ?? hash
      remember(batches, name, hash)
      // The first version of the method returned only the id.
      return version === '1.0' ? name : { id: name }
    },
    async callsStatus(id, signal) {
      const hash = typeof id === 'string' ? (batches.get(id) ?? parseHash(id)) : undefined
      const unknown = new RpcError(rpcErrorCodes.unknownCalls, 'No such calls')
      if (!hash) throw unknown
      const known = await details(hash, signal).catch(() => undefined)
      signal?.throwIfAborted()
      if (!known) throw unknown
      const { chainId } = await confirm({}, signal)
      const receipt = known.hash
        ? await read('eth_getTransactionReceipt', [known.hash], signal)
        : undefined
      const isThere = typeof receipt === 'object' && receipt !== null
      return {
        version: '2.0.0',
        id,
        chainId: toQuantity(BigInt(chainId)),
        // Executed does not mean mined.
        status:
          known.state === 'sent' && !isThere ? callsStatuses.waiting : callsStatuses[known.state],
        atomic: true,
        ...(isThere && { receipts: [receipt] }),
      }
    },
    async transaction(given, signal) {
      const hash = readHash(given)
      const record = await readAs('eth_getTransactionByHash', hash, 'hash', signal)
      return record ?? proposed.get(hash) ?? null
    },
    receipt: async (given, signal) =>
      readAs('eth_getTransactionReceipt', readHash(given), 'transactionHash', signal),
    async proposal(id, signal) {
      const known = await details(readHash(id), signal)
      if (!known) throw new MalformedAnswerError('getTxBySafeTxHash')
      return { status: known.state, ...(known.hash && { hash: known.hash }) }
    },
  }
}

const callsStatuses = { waiting: 100, sent: 200, cancelled: 400, failed: 500 } as const

function readTransaction(request: unknown): SafeTransaction {
  const parsed = parseTransactionRequest(request)
  if (!parsed) throw invalidParameters()
  const { to, value, data } = parsed
  if (!to) throw new RpcError(rpcErrorCodes.invalidParameters, 'A Safe cannot create contracts')
  return { to, value: value.toString(), data }
}

/** The protocol expects a number; an invalid one is left out. */
function readGas(gas: unknown): number | undefined {
  const units = parseLooseQuantity(gas)
  return units !== undefined && units <= maxGas ? Number.parseInt(units.toString(), 10) : undefined
}

const maxGas = 1_000_000_000n

function refuseCapabilities(capabilities: unknown): void {
  for (const [name, wanted] of Object.entries(toFields(capabilities))) {
    if (toFields(wanted).optional === true) continue
    throw new RpcError(
      rpcErrorCodes.unsupportedCapability,
      `A Safe does not have ${name.slice(0, 64)}`,
    )
  }
}

function readHash(value: unknown): Hex {
  const hash = parseHash(value)
  if (!hash) throw invalidParameters()
  return hash
}

function invalidParameters(): RpcError {
  return new RpcError(rpcErrorCodes.invalidParameters, 'The parameters do not fit the method')
}

/** Removes the oldest entry when the map is full. */
function remember<key, value>(map: Map<key, value>, key: key, value: value): void {
  map.set(key, value)
  if (map.size <= maxRemembered) return
  for (const oldest of map.keys()) {
    map.delete(oldest)
    return
  }
}
