import {
  type Hex,
  parseAddress,
  parseData,
  parseHash,
  parseSentTransaction,
  parseTransactionRequest,
  type TransactionEffect,
  toQuantity,
} from '@latchkey/wire/rpc/eip155'
import type { Journal, JournalEntry } from '../../core/account/journal/journal.js'
import type { ChainSession } from '../../core/connection/family.js'
import type { Transfer } from '../../core/connection/transfer.js'
import type { Network } from '../../core/network/network.js'
import { UserRejectedError } from '../../core/runtime/errors/connection.js'
import { OpenerPolicyError, PopupBlockedError } from '../../core/runtime/errors/connectors.js'
import { AlreadyRequestedError, TransferRefusedError } from '../../core/runtime/errors/transfer.js'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import { lazyImport } from '../shared/lazyImport.js'
import { requestOnce } from '../shared/requestOnce.js'
import { parseRecipient } from './address.js'
import type { ReadContext } from './chainReader.js'
import { isRevert, requestNode } from './nodes.js'
import type { EvmConnection } from './session.js'
import { checkTransferResult, type TransferCall, toTransferCall } from './tokens.js'

/**
 * Sends a transaction and returns its hash, or the proposal id of a wallet with several owners. The
 * journal entry is written first and removed only if the user rejects.
 */
export async function sendTransaction(
  connection: EvmConnection,
  request: unknown,
  { entryId, signal }: { readonly entryId?: string; readonly signal?: AbortSignal } = {},
): Promise<Hex> {
  const journal = await lazyImport(connection.journal())
  connection.signal.throwIfAborted()
  signal?.throwIfAborted()
  const { call, effect } = prepareTransaction(connection, request)
  const network = connection.activeNetwork()
  const entry = claimEntry(journal, connection, effect, entryId)
  const hash = await requestSending(connection, {
    method: 'eth_sendTransaction',
    call,
    parse: parseHash,
    toIds: (id) => (connection.proposal ? { proposal: id } : { hash: id }),
    entry,
    journal,
    signal,
  })
  if (connection.proposal) connection.followProposals()
  else if (network) {
    void isMismatch({ connection, network, hash, requested: effect }).then(
      (isDifferent) => isDifferent && journal.reportMismatch(entry.id),
    )
  }
  return hash
}

export function claimEntry(
  journal: Journal,
  connection: EvmConnection,
  { to, value, data }: TransactionEffect,
  entryId: string | undefined,
): JournalEntry {
  const { active, networkId } = connection.state()
  const request = { to, value: value.toString(), ...(data !== '0x' && { data }) }
  const id = entryId ?? journal.open({ networkId, from: active.address, request }).id
  const entry = journal.claim(id, request)
  if (!entry) throw new AlreadyRequestedError(id)
  return entry
}

/** Asks the wallet to send and records its answer, also a late one. */
export async function requestSending<id extends string>(
  connection: EvmConnection,
  {
    method,
    call,
    parse,
    toIds,
    entry: { id: entryId },
    journal,
    signal,
  }: {
    readonly method: 'eth_sendTransaction' | 'wallet_sendCalls'
    readonly call: object
    readonly parse: (response: unknown) => id | undefined
    readonly toIds: (id: id) => Partial<JournalEntry>
    readonly entry: JournalEntry
    readonly journal: Journal
    readonly signal: AbortSignal | undefined
  },
): Promise<id> {
  let isSent = false
  try {
    return await connection.request({
      method,
      params: [call],
      timeout: limits.walletDecisionWait,
      signal,
      parse,
      onResponse(id, { isLate }) {
        isSent = true
        journal.update(entryId, { status: 'pending', ...toIds(id), ...(isLate && { isLate }) })
      },
    })
  } catch (error) {
    const isUnsent = error instanceof PopupBlockedError || error instanceof OpenerPolicyError
    if (isUnsent || error instanceof UserRejectedError) journal.remove(entryId)
    // After any other error the wallet may still have sent it.
    else if (!isSent) journal.update(entryId, { status: 'unclear' })
    throw error
  }
}

/** Fills in sender and chain. Throws when the request names others than the active ones. */
export function prepareTransaction(
  connection: EvmConnection,
  request: unknown,
): { readonly call: Readonly<Record<string, unknown>>; readonly effect: TransactionEffect } {
  if (typeof request !== 'object' || request === null) throw new InvalidRequestError('parameters')
  const fields: Record<string, unknown> = { ...request }
  const parsed = parseTransactionRequest(fields)
  if (!parsed) throw new InvalidRequestError('parameters')
  const { to, value, data } = parsed
  const from = connection.checkAccount(parsed.from)
  // `data` and `input` mean the same; wallets read the first.
  const { to: _to, data: _data, input: _input, ...rest } = fields
  return {
    call: {
      ...rest,
      from: connection.state().active.address,
      chainId: connection.checkChain(parsed.chainId),
      value: toQuantity(value),
      ...(to && { to }),
      ...(data !== '0x' && { data }),
    },
    effect: { from, to, value, data },
  }
}

/**
 * Reads the transaction back and compares it. Private relays hide transactions until they are mined, so
 * one that no node has in time is not a mismatch. Never rejects.
 */
async function isMismatch({
  connection,
  network,
  hash,
  requested,
}: {
  readonly connection: EvmConnection
  readonly network: Network
  readonly hash: Hex
  readonly requested: TransactionEffect
}): Promise<boolean> {
  const { clock, endpoints, signal } = connection
  const deadline = clock.now() + limits.receiptWait
  while (!signal.aborted) {
    const sent = await readTransaction({ endpoints, network, hash, signal })
    if (sent) {
      if (isSameEffect(sent, requested)) return false
      // A contract account's transactions are sent by another account, so they look different.
      return !(await hasCode({ endpoints, network, address: requested.from, signal }))
    }
    if (clock.now() + limits.nodePolling > deadline) return false
    await clock.sleep(limits.nodePolling, signal).catch(() => {
      // Aborted: the loop ends.
    })
  }
  return false
}

async function readTransaction({
  hash,
  ...context
}: ReadContext & { readonly hash: Hex }): Promise<TransactionEffect | undefined> {
  try {
    const method = 'eth_getTransactionByHash'
    return await requestNode({ ...context, method, params: [hash], parse: parseSentTransaction })
  } catch {
    // No node has it, or none responds.
    return undefined
  }
}

async function hasCode({
  address,
  ...context
}: ReadContext & { readonly address: Hex }): Promise<boolean> {
  try {
    const params = [address, 'latest']
    const code = await requestNode({ ...context, method: 'eth_getCode', params, parse: parseData })
    return code !== '0x'
  } catch {
    // Without proof of a contract account, a different transaction is a mismatch.
    return false
  }
}

function isSameEffect(sent: TransactionEffect, requested: TransactionEffect): boolean {
  return (
    sent.from === requested.from &&
    sent.to === requested.to &&
    sent.value === requested.value &&
    sent.data === requested.data
  )
}

/**
 * Sends coins or tokens through the wallet. The transfer is simulated first, so that no failing
 * transfer is signed, and requested once per journal entry across all tabs.
 */
export async function sendTransfer(
  connection: EvmConnection,
  transfer: Transfer,
  { entryId, signal }: Parameters<NonNullable<ChainSession['transfer']>>[1],
): Promise<string> {
  return requestOnce(await lazyImport(connection.journal()), entryId, async () => {
    checkParameters(transfer)
    const call = toTransferCall(transfer)
    await simulate(connection, transfer, call, AbortSignal.any([connection.signal, signal]))
    const { from, to, value, data } = call
    const chainId = toQuantity(BigInt(transfer.network.reference))
    const request = { from, to, value: toQuantity(value), data, chainId }
    return sendTransaction(connection, request, { entryId, signal })
  })
}

function checkParameters({ recipient, token, units }: Transfer): void {
  const isToken = token.address === undefined || parseAddress(token.address) !== undefined
  if (!isToken || parseRecipient(recipient) === undefined || units <= 0n || units >= 2n ** 256n) {
    throw new InvalidRequestError('parameters')
  }
}

async function simulate(
  connection: EvmConnection,
  transfer: Transfer,
  { from, to, value, data }: TransferCall,
  signal: AbortSignal,
): Promise<void> {
  const active: Network | undefined = connection.activeNetwork()
  if (active?.id !== transfer.network.id) throw new InvalidRequestError('network')
  const context = { endpoints: connection.endpoints, network: active, signal, parse: parseData }
  const call = { from, to, value: toQuantity(value), ...(data !== '0x' && { data }) }
  try {
    const params = [call, 'latest']
    const result = await requestNode({ ...context, method: 'eth_call', params })
    if (transfer.token.address === undefined) return
    const outcome = checkTransferResult(transfer.token.address, result)
    if (outcome === 'succeeds') return
    if (outcome === 'fails') throw new TransferRefusedError()
    // Many tokens return nothing; so does an address without a contract.
    const code = await requestNode({ ...context, method: 'eth_getCode', params: [to, 'latest'] })
    if (code === '0x') throw new TransferRefusedError()
  } catch (error) {
    throw isRevert(error) ? new TransferRefusedError({ cause: error }) : error
  }
}
