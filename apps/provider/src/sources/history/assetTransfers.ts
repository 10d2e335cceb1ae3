import type { NetworkId } from '@latchkey/wire/caip'
import type { Hex } from 'viem'
import type { Nodes } from '../../nodes/Nodes.js'
import type { Nft } from '../nfts/Nft.js'
import { nativeToken } from '../tokens/Token.js'
import type { HistoryTransfer } from './HistoryItem.js'
import type { InternalTransfer, MinedTransaction, TransactionSearch } from './transactionSearch.js'
import type { TransferLog } from './transferLogs.js'

/** Selectors of calls that transfer no native coins: their internal transfers are not read. */
const tokenCallSelectors = new Set([
  '0xa9059cbb',
  '0x23b872dd',
  '0x095ea7b3',
  '0xa22cb465',
  '0x42842e0e',
])

/** A transfer of one asset between two addresses. */
export type AssetTransfer = {
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly asset:
    | { readonly kind: 'fungible'; readonly address: string }
    | ({ readonly kind: 'nft' } & Nft)
}

/** Native coins transferred by contracts, without the transaction's own value. */
export async function readInternalTransfers(
  search: TransactionSearch,
  chain: NetworkId,
  account: Hex,
  tx: MinedTransaction,
): Promise<readonly InternalTransfer[]> {
  const { from, to, value, input, isFailed } = tx
  const isPlain = input === '0x' || tokenCallSelectors.has(input.slice(0, 10))
  const isOwn = from === account || to === account
  if (isFailed || to === undefined || (isOwn && isPlain)) return []
  const inside = await search.readInternal(chain, tx)
  // Some nodes include the outermost call.
  const [first, ...rest] = inside
  const isOutermost = first?.from === from && first.to === to && first.value === value
  return isOutermost ? rest : inside
}

/** All assets sent from or to the account. */
export function getAssetTransfers(
  nodes: Nodes,
  chain: NetworkId,
  account: Hex,
  tx: MinedTransaction,
  inside: readonly InternalTransfer[],
  transfers: readonly TransferLog[],
): readonly AssetTransfer[] {
  const coins = [
    ...(tx.value > 0n
      ? [{ from: tx.from, to: tx.to ?? tx.createdContract ?? tx.from, value: tx.value }]
      : []),
    ...inside,
  ].filter(({ from, to }) => from === account || to === account)
  const native = { kind: 'fungible', address: nativeToken } as const
  return [
    ...coins.map(({ from, to, value }) => ({ from, to, amount: value, asset: native })),
    ...wrapping(nodes, chain, account, tx, transfers),
    ...[...transfers]
      .sort((a, b) => a.logIndex - b.logIndex)
      .map(({ from, to, amount, kind, contract, tokenId, standard }): AssetTransfer => {
        if (kind === 'nft' && tokenId !== undefined && standard !== 'erc20') {
          return { from, to, amount, asset: { kind, contract, tokenId, standard } }
        }
        return { from, to, amount, asset: { kind: 'fungible', address: contract } }
      }),
  ]
}

/** WETH emits no transfer event for wrapping and unwrapping. */
function wrapping(
  nodes: Nodes,
  chain: NetworkId,
  account: Hex,
  { from, to, value, input }: MinedTransaction,
  transfers: readonly TransferLog[],
): readonly AssetTransfer[] {
  const wrapped = nodes.settings(chain).exchange?.wrappedNative.toLowerCase()
  if (wrapped === undefined || to !== wrapped || from !== account) return []
  if (transfers.some(({ contract }) => contract === wrapped)) return []
  const asset = { kind: 'fungible', address: wrapped } as const
  if (input.startsWith('0x2e1a7d4d') && input.length === 74) {
    return [{ from: account, to: wrapped, amount: BigInt(`0x${input.slice(10)}`), asset }]
  }
  const isDeposit = input === '0x' || input.startsWith('0xd0e30db0')
  return isDeposit && value > 0n ? [{ from: wrapped, to: account, amount: value, asset }] : []
}

/** Address poisoning: a zero transfer by a stranger, made to put a look-alike address into the history. */
export function isPoison(
  account: Hex,
  tx: MinedTransaction,
  moves: readonly AssetTransfer[],
): boolean {
  const isOwn = tx.from === account || tx.to === account
  return !isOwn && moves.length > 0 && moves.every(({ amount }) => amount === 0n)
}

export function getDirection(
  account: Hex,
  { from, to }: AssetTransfer,
): HistoryTransfer['direction'] {
  if (from === to) return 'self'
  return to === account ? 'in' : 'out'
}
