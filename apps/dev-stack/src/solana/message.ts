import {
  type Address,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getAddressDecoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type ReadonlyUint8Array,
  type Transaction,
} from '@solana/kit'

export type Message = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime

export type AccountKey = {
  readonly pubkey: Address
  readonly signer: boolean
  readonly writable: boolean
  readonly source: 'transaction' | 'lookupTable'
}

/** Offset of the addresses in a lookup table account. */
const tableHeader = 56
const addressSize = 32

export function decodeTransaction(wire: ReadonlyUint8Array): {
  transaction: Transaction
  message: Message
} {
  const transaction = getTransactionDecoder().decode(wire)
  return { transaction, message: decodeMessage(transaction.messageBytes) }
}

export function decodeMessage(bytes: ReadonlyUint8Array): Message {
  return getCompiledTransactionMessageDecoder().decode(bytes) as Message
}

/** Every account of a message, in the order its instructions index them. */
export function listAccountKeys(
  message: Message,
  readTable: (table: Address) => ReadonlyUint8Array | undefined,
): AccountKey[] {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } =
    message.header
  const { staticAccounts } = message
  const fixed = staticAccounts.map((pubkey, i): AccountKey => {
    const signer = i < numSignerAccounts
    const lastWritable = signer
      ? numSignerAccounts - numReadonlySignerAccounts
      : staticAccounts.length - numReadonlyNonSignerAccounts
    return { pubkey, signer, writable: i < lastWritable, source: 'transaction' }
  })
  const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : []
  const loaded = (writable: boolean) =>
    lookups.flatMap(({ lookupTableAddress, writableIndexes, readonlyIndexes }) => {
      const table = readTable(lookupTableAddress)
      if (table === undefined) return []
      return (writable ? writableIndexes : readonlyIndexes).map((index): AccountKey => {
        const pubkey = getAddressDecoder().decode(table, tableHeader + index * addressSize)
        return { pubkey, signer: false, writable, source: 'lookupTable' }
      })
    })
  return [...fixed, ...loaded(true), ...loaded(false)]
}
