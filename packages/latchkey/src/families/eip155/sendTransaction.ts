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
import type { JournalEntry } from '../../core/account/journal/entry.js'
import type { Journal } from '../../core/account/journal/journal.js'
import type { ChainSession } from '../../core/connection/family.js'
import type { Transfer } from '../../core/connection/transfer.js'
import type { Network } from '../../core/network/network.js'
import { UserRejectedError } from '../../core/runtime/errors/connection.js'
import { OpenerPolicyError, PopupBlockedError } from '../../core/runtime/errors/connectors.js'
import { AlreadyAskedError, TransferRefusedError } from '../../core/runtime/errors/transfer.js'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import { lazyImport } from '../shared/lazyImport.js'
import { requestOnce } from '../shared/requestOnce.js'
import { parseRecipient } from './address.js'
import type { ReadContext } from './chainReader.js'
import { judgeTransfer, type TransferCall, transferCall } from './erc20.js'
import { askNode, isRevert } from './nodes.js'
import type { EvmConnection } from './session.js'

/**
 * Has the wallet send a transaction and answers with its hash at once; whether this very one reached
 * the network is checked afterwards. It is in the journal before the wallet hears of it, and stays there
 * unless the wallet's user refuses. Where others have to agree first, the id is the wallet's own.
 */
export async function sendTransaction(
  live: EvmConnection,
  request: unknown,
  { entryId, signal }: { readonly entryId?: string; readonly signal?: AbortSignal } = {},
): Promise<Hex> {
  const journal = await lazyImport(live.journal())
  live.signal.throwIfAborted()
  signal?.throwIfAborted()
  const { call, effect } = prepareTransaction(live, request)
  const network = live.activeNetwork()
  const entry = enter(journal, live, effect, entryId)
  const hash = await ask(live, { call, entry, journal, signal })
  if (live.proposal) live.followProposals()
  else if (network) {
    void isMismatch({ live, network, hash, asked: effect }).then(
      (isOther) => isOther && journal.reportMismatch(entry.id),
    )
  }
  return hash
}

function enter(
  journal: Journal,
  live: EvmConnection,
  { to, value, data }: TransactionEffect,
  entryId: string | undefined,
): JournalEntry {
  const { active, networkId } = live.state()
  const request = { to, value: value.toString(), ...(data !== '0x' && { data }) }
  const id = entryId ?? journal.open({ networkId, from: active.address, request }).id
  const entry = journal.claim(id, request)
  if (!entry) throw new AlreadyAskedError(id)
  return entry
}

async function ask(
  live: EvmConnection,
  {
    call,
    entry: { id },
    journal,
    signal,
  }: {
    readonly call: object
    readonly entry: JournalEntry
    readonly journal: Journal
    readonly signal: AbortSignal | undefined
  },
): Promise<Hex> {
  let isSent = false
  try {
    return await live.ask({
      method: 'eth_sendTransaction',
      params: [call],
      limit: limits.walletDecisionWait,
      signal,
      parse: parseHash,
      heard(hash, { isLate }) {
        isSent = true
        const name = live.proposal ? { proposal: hash } : { hash }
        journal.update(id, { status: 'pending', ...name, ...(isLate && { isLate }) })
      },
    })
  } catch (error) {
    const isUnasked = error instanceof PopupBlockedError || error instanceof OpenerPolicyError
    if (isUnasked || error instanceof UserRejectedError) journal.remove(id)
    // Whatever else went wrong, the wallet may have sent it all the same.
    else if (!isSent) journal.update(id, { status: 'unclear' })
    throw error
  }
}

/** The request with sender and chain filled in. Refused when it names others than the active ones. */
export function prepareTransaction(
  live: EvmConnection,
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
 * Reads the transaction back and compares it. One that no node shows in time is left at that: private
 * relays keep transactions to themselves until they are mined. Never rejects.
 */
async function isMismatch({
  live,
  network,
  hash,
  asked,
}: {
  readonly live: EvmConnection
  readonly network: Network
  readonly hash: Hex
  readonly asked: TransactionEffect
}): Promise<boolean> {
  const { clock, endpoints, signal } = live
  const deadline = clock.now() + limits.receiptWait
  while (!signal.aborted) {
    const sent = await readTransaction({ endpoints, network, hash, signal })
    if (sent) {
      if (isSame(sent, asked)) return false
      // A contract account's transactions are sent by somebody else and look different.
      return !(await hasCode({ endpoints, network, address: asked.from, signal }))
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
  ...place
}: ReadContext & { readonly hash: Hex }): Promise<TransactionEffect | undefined> {
  try {
    const method = 'eth_getTransactionByHash'
    return await askNode({ ...place, method, params: [hash], parse: parseSentTransaction })
  } catch {
    // No node has it, or none can be asked.
    return undefined
  }
}

async function hasCode({
  address,
  ...place
}: ReadContext & { readonly address: Hex }): Promise<boolean> {
  try {
    const params = [address, 'latest']
    const code = await askNode({ ...place, method: 'eth_getCode', params, parse: parseData })
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

/**
 * Has the wallet move coins or tokens. Tried out first, so that nobody is asked to sign what the
 * network would refuse, and asked for once per entry of the journal, in whichever tab.
 */
export async function sendTransfer(
  live: EvmConnection,
  transfer: Transfer,
  { entryId, signal }: Parameters<NonNullable<ChainSession['transfer']>>[1],
): Promise<string> {
  return requestOnce(await lazyImport(live.journal()), entryId, async () => {
    checkParameters(transfer)
    const call = transferCall(transfer)
    await tryOut(live, transfer, call, AbortSignal.any([live.signal, signal]))
    const { from, to, value, data } = call
    const chainId = toQuantity(BigInt(transfer.network.reference))
    const request = { from, to, value: toQuantity(value), data, chainId }
    return sendTransaction(live, request, { entryId, signal })
  })
}

function checkParameters({ recipient, token, units }: Transfer): void {
  const isToken = token.address === undefined || parseAddress(token.address) !== undefined
  if (!isToken || parseRecipient(recipient) === undefined || units <= 0n || units >= 2n ** 256n) {
    throw new InvalidRequestError('parameters')
  }
}

async function tryOut(
  live: EvmConnection,
  transfer: Transfer,
  { from, to, value, data }: TransferCall,
  signal: AbortSignal,
): Promise<void> {
  const active: Network | undefined = live.activeNetwork()
  if (active?.id !== transfer.network.id) throw new InvalidRequestError('network')
  const place = { endpoints: live.endpoints, network: active, signal, parse: parseData }
  const call = { from, to, value: toQuantity(value), ...(data !== '0x' && { data }) }
  try {
    const params = [call, 'latest']
    const answer = await askNode({ ...place, method: 'eth_call', params })
    if (transfer.token.address === undefined) return
    const verdict = judgeTransfer(transfer.token.address, answer)
    if (verdict === 'moves') return
    if (verdict === 'refuses') throw new TransferRefusedError()
    // Many tokens answer nothing; so does an address where there is no token at all.
    const code = await askNode({ ...place, method: 'eth_getCode', params: [to, 'latest'] })
    if (code === '0x') throw new TransferRefusedError()
  } catch (error) {
    throw isRevert(error) ? new TransferRefusedError({ cause: error }) : error
  }
}
