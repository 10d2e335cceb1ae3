import { isRecord } from '@latchkey/wire/json'
import { type Hex, parseAddress, parseData, parseHash, toQuantity } from '@latchkey/wire/rpc/eip155'
import type { Journal, JournalEntry } from '../../core/account/journal/journal.js'
import type { ChainSession, Proposal } from '../../core/connection/family.js'
import type { ContractCall } from '../../core/connection/transfer.js'
import { TransferRefusedError } from '../../core/runtime/errors/transfer.js'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import { lazyImport } from '../shared/lazyImport.js'
import { requestOnce } from '../shared/requestOnce.js'
import { claimEntry, requestSending, sendTransaction } from './sendTransaction.js'
import type { EvmConnection } from './session.js'
import { simulateCall } from './tokens.js'

type SendCalls = NonNullable<ChainSession['sendCalls']>

/** Calls contracts through the wallet, once per journal entry across all tabs. */
export async function sendCalls(
  connection: EvmConnection,
  { account, network, calls }: Parameters<SendCalls>[0],
  { entryId, signal }: Parameters<SendCalls>[1],
): Promise<string> {
  const journal = await lazyImport(connection.journal())
  return requestOnce(journal, entryId, async () => {
    connection.checkAccount(parseAddress(account.address))
    const chainId = connection.checkChain(network.reference)
    const parsed = calls.map(parseCall)
    const [first, ...others] = parsed
    if (!first) throw new InvalidRequestError('parameters')
    if (others.length > 0) {
      const entry = claimEntry(journal, connection, toEffect(connection, parsed), entryId)
      return sendBatch(connection, { calls: parsed, chainId, entry, journal, signal })
    }
    const { endpoints } = connection
    const from = account.address
    const either = AbortSignal.any([connection.signal, signal])
    if (!(await simulateCall({ endpoints, from, call: first, network, signal: either }))) {
      throw new TransferRefusedError()
    }
    return sendTransaction(
      connection,
      { from, ...toParameters(first), chainId },
      { entryId, signal },
    )
  })
}

type ParsedCall = ContractCall & { readonly to: Hex; readonly data: Hex }

function parseCall({ to, value, data }: ContractCall): ParsedCall {
  const parsed = { to: parseAddress(to), data: parseData(data) }
  if (!parsed.to || !parsed.data || value < 0n || value >= 2n ** 256n) {
    throw new InvalidRequestError('parameters')
  }
  return { to: parsed.to, data: parsed.data, value }
}

function toParameters({ to, value, data }: ParsedCall) {
  return { to, value: toQuantity(value), data }
}

/** The journal shows the last call: the ones before it prepare it. */
function toEffect(connection: EvmConnection, calls: readonly ParsedCall[]) {
  const [{ to, data }] = calls.slice(-1) as [ParsedCall]
  const value = calls.reduce((sum, call) => sum + call.value, 0n)
  return { from: connection.checkAccount(undefined), to, value, data }
}

/** EIP-5792. A wallet with several owners names its proposal, which is followed as such. */
async function sendBatch(
  connection: EvmConnection,
  {
    calls,
    chainId,
    entry,
    journal,
    signal,
  }: {
    readonly calls: readonly ParsedCall[]
    readonly chainId: Hex
    readonly entry: JournalEntry
    readonly journal: Journal
    readonly signal: AbortSignal
  },
): Promise<string> {
  const isProposal = connection.proposal !== undefined
  const id = await requestSending(connection, {
    method: 'wallet_sendCalls',
    call: {
      version: '2.0.0',
      from: connection.state().active.address,
      chainId,
      atomicRequired: true,
      calls: calls.map(toParameters),
    },
    parse: parseBatchId,
    toIds: (proposal) => ({ proposal, ...(!isProposal && { isBatch: true }) }),
    entry,
    journal,
    signal,
  })
  if (isProposal) connection.followProposals()
  return id
}

/** EIP-5792: the longest id of a batch. */
const maxBatchIdLength = 8_194

/** The first version of the method returned only the id. */
function parseBatchId(response: unknown): string | undefined {
  const id = isRecord(response) ? response.id : response
  return typeof id === 'string' && id !== '' && id.length <= maxBatchIdLength ? id : undefined
}

/** The state of a batch; its hash comes with the receipt. */
export function readBatch(
  connection: EvmConnection,
  id: string,
  signal: AbortSignal,
): Promise<Proposal> {
  return connection.request({
    method: 'wallet_getCallsStatus',
    params: [id],
    timeout: limits.walletSilentWait,
    signal,
    parse: parseBatch,
  })
}

/** EIP-5792: 1xx pending, 2xx confirmed, 4xx and above failed. */
function parseBatch(response: unknown): Proposal | undefined {
  if (!isRecord(response) || typeof response.status !== 'number') return undefined
  const { status, receipts } = response
  const last: unknown = Array.isArray(receipts) ? receipts.at(-1) : undefined
  const hash = isRecord(last) ? parseHash(last.transactionHash) : undefined
  if (status < 200) return { status: 'waiting' }
  return { status: status < 300 ? 'sent' : 'failed', ...(hash && { hash }) }
}
