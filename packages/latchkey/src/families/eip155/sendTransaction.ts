import {
  type Hex,
  parseData,
  parseHash,
  parseSentTransaction,
  parseTransactionRequest,
  type TransactionEffect,
  toQuantity,
} from '@latchkey/wire/rpc/eip155'
import { NodeError } from '../../core/errors/network.js'
import { InvalidRequestError, WrongTransactionError } from '../../core/errors/wallet.js'
import * as limits from '../../core/limits.js'
import type { Network } from '../../core/network.js'
import { askNode } from './nodes.js'
import type { LiveConnection } from './session.js'

/** Has the wallet send a transaction and makes sure that this very one reached the network. */
export async function sendTransaction(live: LiveConnection, request: unknown): Promise<Hex> {
  const { call, effect } = prepareTransaction(live, request)
  const network = live.activeNetwork()
  const hash = await live.ask({
    method: 'eth_sendTransaction',
    params: [call],
    limit: limits.walletDecisionWait,
    parse: parseHash,
  })
  if (network) await checkSent({ live, network, hash, asked: effect })
  return hash
}

/** The request with sender and chain filled in. Refused when it names others than the active ones. */
export function prepareTransaction(
  live: LiveConnection,
  request: unknown,
): { readonly call: Readonly<Record<string, unknown>>; readonly effect: TransactionEffect } {
  if (typeof request !== 'object' || request === null) throw new InvalidRequestError('parameters')
  const fields: Record<string, unknown> = { ...request }
  const parsed = parseTransactionRequest(fields)
  if (!parsed) throw new InvalidRequestError('parameters')
  const { to, value, data } = parsed
  const from = live.checkAccount(parsed.from)
  // `data` and `input` are two names for one thing; wallets read the first.
  const { to: _to, data: _data, input: _input, ...rest } = fields
  return {
    call: {
      ...rest,
      from: live.state().active.address,
      chainId: live.checkChain(parsed.chainId),
      value: toQuantity(value),
      ...(to && { to }),
      ...(data !== '0x' && { data }),
    },
    effect: { from, to, value, data },
  }
}

/**
 * Reads the transaction back. One that no node shows in time is left at that: private relays keep
 * transactions to themselves until they are mined.
 */
async function checkSent({
  live,
  network,
  hash,
  asked,
}: {
  readonly live: LiveConnection
  readonly network: Network
  readonly hash: Hex
  readonly asked: TransactionEffect
}): Promise<void> {
  const { clock, signal } = live
  const deadline = clock.now() + limits.receiptWait
  while (!signal.aborted) {
    const sent = await readTransaction({ network, hash, signal })
    if (sent) {
      if (isSame(sent, asked)) return
      // A contract account's transactions are sent by somebody else and look different.
      if (await hasCode({ network, address: asked.from, signal })) return
      throw new WrongTransactionError(hash)
    }
    if (clock.now() + limits.nodePolling > deadline) return
    await clock.sleep(limits.nodePolling, signal).catch(() => {
      // Aborted: the loop ends, and the site still gets its hash.
    })
  }
}

async function readTransaction({
  network,
  hash,
  signal,
}: {
  readonly network: Network
  readonly hash: Hex
  readonly signal: AbortSignal
}): Promise<TransactionEffect | undefined> {
  try {
    const method = 'eth_getTransactionByHash'
    return await askNode({ network, method, params: [hash], parse: parseSentTransaction, signal })
  } catch (error) {
    if (error instanceof NodeError || signal.aborted) return undefined
    throw error
  }
}

async function hasCode({
  network,
  address,
  signal,
}: {
  readonly network: Network
  readonly address: Hex
  readonly signal: AbortSignal
}): Promise<boolean> {
  try {
    const params = [address, 'latest']
    const code = await askNode({ network, method: 'eth_getCode', params, parse: parseData, signal })
    return code !== '0x'
  } catch {
    // The transaction differs and nothing excuses it.
    return false
  }
}

function isSame(sent: TransactionEffect, asked: TransactionEffect): boolean {
  return (
    sent.from === asked.from &&
    sent.to === asked.to &&
    sent.value === asked.value &&
    sent.data === asked.data
  )
}
