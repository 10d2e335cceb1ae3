import { referenceOf } from '@latchkey/wire/caip'
import { isRecord } from '@latchkey/wire/json'
import {
  type Hex,
  type ListedTransaction,
  parseAddress,
  parseBlock,
  parseChainId,
  parseData,
  parseHash,
  parseListedTransaction,
  parseQuantity,
  parseReceipt,
  type Receipt,
  toQuantity,
} from '@latchkey/wire/rpc/eip155'
import {
  type Evidence,
  type ExpectedPayment,
  type Finality,
  matchTransfers,
  type TransferCandidate,
} from './evidence.js'
import { NodeCallError, type NodeReader } from './nodeReader.js'
import { VerificationError } from './verificationError.js'

/** `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const balanceOfSelector = '0x70a08231'
/** Of a receipt; a block has fewer. */
const maxLogs = 100_000

/** A sent transaction. `from` and `nonce` tell a replaced transaction from an unknown one. */
export type SentTransaction = {
  readonly hash: string
  readonly from?: string | undefined
  readonly nonce?: number | undefined
}

/** Reads the transaction from the node. Throws a RefusedPayment. */
export async function readEvmPayment(
  read: NodeReader,
  expected: ExpectedPayment,
  sent: SentTransaction,
  finality: Finality,
): Promise<Evidence> {
  const hash = parseHash(sent.hash)
  if (!hash) throw new VerificationError('invalid-transaction')
  const chainId = await read('eth_chainId', [], parseChainId)
  if (chainId !== referenceOf(expected.network)) throw new VerificationError('wrong-chain')

  // In this order: what has a receipt is included.
  const receipt = await read('eth_getTransactionReceipt', [hash], orNull(parseLoggedReceipt))
  const transaction = await read('eth_getTransactionByHash', [hash], orNull(parseListedTransaction))
  if (!transaction || !receipt) throw await explainAbsence(read, sent, transaction)
  if (transaction.hash !== hash || receipt.hash !== hash)
    throw new VerificationError('rpc-malformed')

  const { blockNumber, blockHash } = receipt
  const number = toQuantity(blockNumber)
  const block = await read('eth_getBlockByNumber', [number, false], orNull(parseBlock))
  // Nodes of one address may be at different blocks.
  if (transaction.blockNumber === undefined || !block) throw new VerificationError('pending')
  if (transaction.blockNumber !== blockNumber || block.hash !== blockHash) {
    throw new VerificationError('reorged')
  }
  if (!receipt.isSuccess) throw new VerificationError('failed')
  const result = matchTransfers(toCandidates(expected, transaction, receipt), expected)
  if ('reason' in result) throw new VerificationError(result.reason)
  if (expected.token) await checkReceived(read, expected, expected.token, receipt)
  if (!(await isFinal(read, receipt, finality))) throw new VerificationError('not-final')
  return { transaction: hash, transfers: result.transfers, includedAt: Number(block.timestamp) }
}

async function explainAbsence(
  read: NodeReader,
  sent: SentTransaction,
  transaction: ListedTransaction | null,
): Promise<VerificationError> {
  const from = transaction?.from ?? parseAddress(sent.from)
  const nonce = transaction?.nonce ?? sent.nonce
  if (from !== undefined && nonce !== undefined) {
    const count = await read('eth_getTransactionCount', [from, 'latest'], parseQuantity)
    // Between the calls it may have been included itself.
    const isIncluded =
      count > nonce &&
      (await read('eth_getTransactionReceipt', [sent.hash], orNull(parseReceipt))) !== null
    if (count > nonce && !isIncluded) return new VerificationError('replaced')
    if (isIncluded) return new VerificationError('pending')
  }
  return new VerificationError(transaction ? 'pending' : 'not-found')
}

function toCandidates(
  { token, recipient }: ExpectedPayment,
  { from, to, value, data }: ListedTransaction,
  { logs }: LoggedReceipt,
): TransferCandidate[] {
  if (token !== undefined) {
    return logs.flatMap((log, index) => {
      const transfer = log.address === token ? parseTransfer(log) : undefined
      return transfer ? [{ position: String(index), ...transfer }] : []
    })
  }
  // A call may give the value back; value sent by a contract is in no log.
  if (data !== '0x' || to !== recipient) {
    throw new VerificationError(data === '0x' && value > 0n ? 'wrong-recipient' : 'not-direct')
  }
  return [{ position: 'value', from, to, amount: value }]
}

/** A token may credit less than it logs: what arrived in the block must cover all of its logs. */
async function checkReceived(
  read: NodeReader,
  { recipient, amount }: ExpectedPayment,
  token: string,
  receipt: LoggedReceipt,
): Promise<void> {
  const net = (logs: readonly Log[]) =>
    logs.reduce((sum, log) => {
      const transfer = log.address === token ? parseTransfer(log) : undefined
      if (!transfer) return sum
      const isIn = transfer.to === recipient ? transfer.amount : 0n
      return sum + isIn - (transfer.from === recipient ? transfer.amount : 0n)
    }, 0n)
  if (net(receipt.logs) < amount) throw new VerificationError('not-received')
  const { blockHash, blockNumber } = receipt
  const topic = toTopic(recipient)
  const readLogs = (topics: readonly unknown[]) =>
    read('eth_getLogs', [{ blockHash, address: token, topics }], parseLogs)
  const readBalance = (block: bigint) => {
    const call = { to: token, data: `${balanceOfSelector}${topic.slice(2)}` }
    return read('eth_call', [call, toQuantity(block)], parseWord)
  }
  try {
    const [received, sent, before, after] = await Promise.all([
      readLogs([transferTopic, null, topic]),
      readLogs([transferTopic, topic]),
      readBalance(blockNumber - 1n),
      readBalance(blockNumber),
    ])
    if (after - before < net([...received, ...sent])) throw new VerificationError('not-received')
  } catch (error) {
    // A node keeps old state for a while only; then the logs count.
    if (!(error instanceof NodeCallError)) throw error
  }
}

async function isFinal(
  read: NodeReader,
  { blockNumber }: Receipt,
  finality: Finality,
): Promise<boolean> {
  if (finality === 'finalized') {
    const block = await read('eth_getBlockByNumber', ['finalized', false], orNull(parseBlock))
    return block !== null && block.number >= blockNumber
  }
  const newest = await read('eth_blockNumber', [], parseQuantity)
  return newest - blockNumber + 1n >= BigInt(finality)
}

type Log = { readonly address: Hex; readonly topics: readonly Hex[]; readonly data: Hex }
type LoggedReceipt = Receipt & { readonly logs: readonly Log[] }

function parseLoggedReceipt(value: unknown): LoggedReceipt | undefined {
  const receipt = parseReceipt(value)
  const logs = parseLogs(Object(value).logs)
  return receipt && logs && { ...receipt, logs }
}

function parseLogs(value: unknown): readonly Log[] | undefined {
  if (!Array.isArray(value) || value.length > maxLogs) return undefined
  const logs = value.map((entry) => {
    if (!isRecord(entry) || entry.removed === true || !Array.isArray(entry.topics)) return undefined
    const address = parseAddress(entry.address)
    const topics = entry.topics.map(parseHash)
    const data = parseData(entry.data)
    if (!address || !data || topics.includes(undefined)) return undefined
    return { address, topics: topics as Hex[], data }
  })
  return logs.includes(undefined) ? undefined : (logs as Log[])
}

/** An ERC-721 transfer has the same signature, but a topic more. */
function parseTransfer({ topics, data }: Log) {
  const [signature, from, to, ...more] = topics
  const amount = parseWord(data)
  if (signature !== transferTopic || !from || !to || more.length > 0) return undefined
  return amount === undefined
    ? undefined
    : { from: `0x${from.slice(-40)}`, to: `0x${to.slice(-40)}`, amount }
}

function parseWord(value: unknown): bigint | undefined {
  const word = parseHash(value)
  return word === undefined ? undefined : BigInt(word)
}

function toTopic(address: string): string {
  return `0x${address.slice(2).padStart(64, '0')}`
}

function orNull<value>(parse: (result: unknown) => value | undefined) {
  return (result: unknown): value | null | undefined => (result === null ? null : parse(result))
}
