import type { Hex } from 'viem'
import type { StoredTransaction } from '../../store/accountHistory.js'
import type { AssetTransfer } from './assetTransfers.js'
import type { EvmEntry } from './evmEntries.js'

/** Enough of the account's own calls to decode approvals, of others only the selector. */
const ownInputLength = 2 + 8 + 4 * 64
const otherInputLength = 2 + 8

type Fields = [
  hash: Hex,
  from: Hex,
  to: Hex | 0,
  value: string,
  nonce: number,
  input: Hex,
  isFailed: 0 | 1,
  time: number,
  createdContract: Hex | 0,
  moves: readonly Move[],
]

type Move = [
  from: string,
  to: string,
  amount: string,
  contract: string,
  tokenId?: string,
  standard?: 'erc721' | 'erc1155',
]

/** A short text for the database. */
export function formatEntry(account: Hex, { tx, time, moves }: EvmEntry): StoredTransaction {
  const inputLength = tx.from === account ? ownInputLength : otherInputLength
  const fields: Fields = [
    tx.hash,
    tx.from,
    tx.to ?? 0,
    tx.value.toString(),
    tx.nonce,
    tx.input.slice(0, inputLength) as Hex,
    tx.isFailed ? 1 : 0,
    time,
    tx.createdContract ?? 0,
    moves.map(({ from, to, amount, asset }): Move => {
      const common = [from, to, amount.toString()] as const
      return asset.kind === 'nft'
        ? [...common, asset.contract, asset.tokenId.toString(), asset.standard]
        : [...common, asset.address]
    }),
  ]
  return { block: tx.block, index: tx.index, entry: JSON.stringify(fields) }
}

/** The input is shortened. */
export function parseEntry({ block, index, entry }: StoredTransaction): EvmEntry {
  const fields = JSON.parse(entry) as Fields
  const [hash, from, to, value, nonce, input, isFailed, time, createdContract, moves] = fields
  return {
    tx: {
      ...{ hash, block, index, from, nonce, input, time },
      to: to || undefined,
      value: BigInt(value),
      isFailed: isFailed === 1,
      createdContract: createdContract || undefined,
    },
    time,
    moves: moves.map(
      ([from, to, amount, contract, tokenId, standard]): AssetTransfer => ({
        from,
        to,
        amount: BigInt(amount),
        asset:
          tokenId !== undefined && standard !== undefined
            ? { kind: 'nft', contract, tokenId: BigInt(tokenId), standard }
            : { kind: 'fungible', address: contract },
      }),
    ),
  }
}
