import { isNetworkId } from '@latchkey/wire/caip'
import { safeParseJson } from '@latchkey/wire/json'
import { journalPrefix, type Ports, type StorageKey } from '../../runtime/ports.js'
import {
  isSettled,
  type JournalEntry,
  type JournalStatus,
  type SwapSummary,
  statuses,
  type TokenSummary,
  type TransactionSummary,
  type TransferSummary,
} from './journal.js'

/** Left of a removed entry, so that no other tab restores it. */
type Removed = { readonly id: string; readonly madeAt: number; readonly status: 'removed' }

/** A stored record of the journal. */
export type JournalRecord = JournalEntry | Removed

export function isEntry(record: JournalRecord): record is JournalEntry {
  return record.status !== 'removed'
}

/** Number of settled records kept; unsettled ones are always kept. */
export const maxSettled = 200
/** Kept characters of a transaction's data while it is pending, and once it is settled. */
const maxData = { underway: 65_536, settled: 1_024 }
const maxText = 256
const maxIcon = 2_048
/** EIP-5792: the longest id of a batch. */
const maxProposal = 8_194

/** Newest first, with at most `maxSettled` settled records. */
export function tidy(records: Iterable<JournalRecord>): readonly JournalRecord[] {
  const sorted = [...records].sort(
    (one, other) => other.madeAt - one.madeAt || (one.id < other.id ? -1 : 1),
  )
  let settled = 0
  return sorted.filter((record) => {
    if (isEntry(record) && !isSettled(record)) return true
    settled += 1
    return settled <= maxSettled
  })
}

export function toKey({ id }: JournalRecord): StorageKey {
  return `${journalPrefix}${id}`
}

export function writeRecord(record: JournalRecord): string {
  return JSON.stringify(isEntry(record) ? shorten(record) : record)
}

/** Long calldata and icons would fill the site's storage. */
function shorten(entry: JournalEntry): JournalEntry {
  const { request, transfer, swap } = entry
  const room = isSettled(entry) ? maxData.settled : maxData.underway
  return {
    ...entry,
    ...((request.data?.length ?? 0) > room && { request: { ...request, data: undefined } }),
    ...(transfer && { transfer: shortenIcon(transfer) }),
    ...(swap && {
      swap: { ...swap, source: shortenIcon(swap.source), target: shortenIcon(swap.target) },
    }),
  }
}

function shortenIcon<token extends TokenSummary>(token: token): token {
  return (token.tokenIcon?.length ?? 0) > maxIcon ? { ...token, tokenIcon: undefined } : token
}

/** All that any tab has stored. */
export function readRecords(
  storage: Pick<Ports['storage'], 'get' | 'keys'>,
): readonly JournalRecord[] {
  return storage.keys(journalPrefix).flatMap((key) => readRecord(storage, key) ?? [])
}

/** Undefined if it is malformed: any script of the site can write here. */
export function readRecord(
  storage: Pick<Ports['storage'], 'get'>,
  key: StorageKey,
): JournalRecord | undefined {
  const record = parseRecord(safeParseJson(storage.get(key) ?? ''))
  return record && toKey(record) === key ? record : undefined
}

/** As the next page reads it, so that all tabs compare the same. */
export function toStored(record: JournalRecord): JournalRecord {
  return parseRecord(JSON.parse(writeRecord(record))) ?? record
}

function parseRecord(value: unknown): JournalRecord | undefined {
  const record = fieldsOf(value)
  const { id, madeAt, status } = record
  if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id) || !isTime(madeAt)) return undefined
  if (status === 'removed') return { id, madeAt, status }
  const { networkId, from, revision = 0 } = record
  const request = parseRequest(record.request)
  if (!isStatus(status) || !isNetworkId(networkId) || !isText(from) || !request) return undefined
  if (!isTime(revision)) return undefined
  const { requestedAt, minedAt, endedAt, hash, proposal } = record
  // A pending transaction has a hash or a proposal id.
  const isNamed = isText(hash) || isText(proposal, maxProposal)
  if (!isNamed && statuses.indexOf(status) >= statuses.indexOf('pending')) return undefined
  return {
    id,
    networkId,
    from,
    madeAt,
    request,
    status,
    revision,
    ...optional('transfer', parseTransfer(record.transfer)),
    ...optional('swap', parseSwap(record.swap)),
    ...optional('requestedAt', isTime(requestedAt) ? requestedAt : undefined),
    ...optional('minedAt', isTime(minedAt) ? minedAt : undefined),
    ...optional('endedAt', isTime(endedAt) ? endedAt : undefined),
    ...optional('hash', isText(hash) ? hash : undefined),
    ...optional('proposal', isText(proposal, maxProposal) ? proposal : undefined),
    ...optional('nonce', isUnits(record.nonce) ? record.nonce : undefined),
    ...optional('blockHash', isText(record.blockHash) ? record.blockHash : undefined),
    ...optional('replacedBy', isText(record.replacedBy) ? record.replacedBy : undefined),
    ...optional('isBatch', record.isBatch === true || undefined),
    ...optional('isLate', record.isLate === true || undefined),
    ...optional('isMismatch', record.isMismatch === true || undefined),
    ...optional('isProvisional', record.isProvisional === true || undefined),
  }
}

function parseRequest(value: unknown): TransactionSummary | undefined {
  const { to, value: units, data } = fieldsOf(value)
  if (!isUnits(units)) return undefined
  if (to !== undefined && !isText(to)) return undefined
  if (data !== undefined && !isText(data, maxData.underway)) return undefined
  return { ...optional('to', to), value: units, ...optional('data', data) }
}

function parseTransfer(value: unknown): TransferSummary | undefined {
  const { receiver, receiverName, paymentId } = fieldsOf(value)
  const token = parseTokenSummary(value)
  if (!token || !isText(receiver)) return undefined
  return {
    receiver,
    ...token,
    ...optional('receiverName', isText(receiverName) ? receiverName : undefined),
    ...optional('paymentId', isText(paymentId) ? paymentId : undefined),
  }
}

function parseSwap(value: unknown): SwapSummary | undefined {
  const { step, source: sourceValue, target: targetValue } = fieldsOf(value)
  const source = parseTokenSummary(sourceValue)
  const target = parseTokenSummary(targetValue)
  if (!source || !target || (step !== 'approval' && step !== 'swap')) return undefined
  return { step, source, target }
}

function parseTokenSummary(value: unknown): TokenSummary | undefined {
  const { symbol, decimals, units, tokenAddress, tokenIcon } = fieldsOf(value)
  if (!isText(symbol) || !isUnits(units)) return undefined
  if (!isTime(decimals) || decimals > 255) return undefined
  return {
    symbol,
    decimals,
    units,
    ...optional('tokenAddress', isText(tokenAddress) ? tokenAddress : undefined),
    ...optional('tokenIcon', isText(tokenIcon, maxIcon) ? tokenIcon : undefined),
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** An object with the field, or an empty one when the value is undefined. */
function optional<name extends string, value>(
  name: name,
  value: value | undefined,
): { readonly [key in name]?: value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [key in name]?: value }
}

function isStatus(value: unknown): value is JournalStatus {
  return statuses.includes(value as JournalStatus)
}

/** A whole number that is exact and not negative. */
function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isText(value: unknown, maxLength = maxText): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxLength
}

function isUnits(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,78}$/.test(value)
}
