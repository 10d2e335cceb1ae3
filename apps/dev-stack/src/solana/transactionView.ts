import { getBase58Decoder, getBase64Encoder } from '@solana/kit'
import type { LedgerRecord } from './Ledger.js'
import { decodeTransaction, type Message } from './message.js'

/** A recorded transaction in the requested encoding. */
export function viewTransaction(record: LedgerRecord, encoding = 'json') {
  const wire = getBase64Encoder().encode(record.wire)
  const { message, transaction } = decodeTransaction(wire)
  const view = {
    slot: record.slot,
    blockTime: record.blockTime,
    version: message.version,
    meta: viewMeta(record),
  }
  if (encoding === 'base64') return { ...view, transaction: [record.wire, encoding] }
  if (encoding === 'base58') {
    return { ...view, transaction: [getBase58Decoder().decode(wire), encoding] }
  }
  const signatures = Object.values(transaction.signatures).map((signature) =>
    signature === null ? '' : getBase58Decoder().decode(signature),
  )
  const body = encoding === 'jsonParsed' ? viewNamed(message, record) : viewNumbered(message)
  return {
    ...view,
    transaction: { signatures, message: { ...body, recentBlockhash: message.lifetimeToken } },
  }
}

function viewMeta(record: LedgerRecord) {
  const { accountKeys, err } = record
  const loaded = (writable: boolean) =>
    accountKeys
      .filter((key) => key.source === 'lookupTable' && key.writable === writable)
      .map(({ pubkey }) => pubkey)
  return {
    err,
    status: err === null ? { Ok: null } : { Err: err },
    fee: record.fee,
    preBalances: record.preBalances,
    postBalances: record.postBalances,
    preTokenBalances: record.preTokenBalances,
    postTokenBalances: record.postTokenBalances,
    innerInstructions: record.innerInstructions,
    logMessages: record.logMessages,
    computeUnitsConsumed: record.computeUnitsConsumed,
    loadedAddresses: { writable: loaded(true), readonly: loaded(false) },
    rewards: [],
  }
}

/** Accounts by index, as in the transaction. */
function viewNumbered(message: Message) {
  const { header, staticAccounts } = message
  return {
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    accountKeys: staticAccounts,
    instructions: instructionsOf(message).map(({ programIdIndex, accounts, data }) => ({
      programIdIndex,
      accounts,
      data,
      stackHeight: 1,
    })),
    ...('addressTableLookups' in message
      ? {
          addressTableLookups: (message.addressTableLookups ?? []).map((lookup) => ({
            accountKey: lookup.lookupTableAddress,
            writableIndexes: lookup.writableIndexes,
            readonlyIndexes: lookup.readonlyIndexes,
          })),
        }
      : {}),
  }
}

/** Accounts by address. Instructions stay undecoded, which nodes may do. */
function viewNamed(message: Message, { accountKeys }: LedgerRecord) {
  const nameOf = (index: number) => accountKeys[index]?.pubkey
  return {
    accountKeys,
    instructions: instructionsOf(message).map(({ programIdIndex, accounts, data }) => ({
      programId: nameOf(programIdIndex),
      accounts: accounts.map(nameOf),
      data,
      stackHeight: 1,
    })),
  }
}

function instructionsOf(message: Message) {
  if (!('instructions' in message)) return []
  return message.instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
    programIdIndex: programAddressIndex,
    accounts: accountIndices,
    data: data === undefined ? '' : getBase58Decoder().decode(data),
  }))
}
