import type { NetworkId } from '@latchkey/wire/caip'
import { toQuantity } from '@latchkey/wire/rpc/eip155'
import { readTokenCall } from '@latchkey/wire/rpc/tokenCall'
import { getAddress, type Hex } from 'viem'
import { Refusal } from '../../api/Refusal.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { inParallel } from '../inParallel.js'
import type { NftMetadataSource } from '../nfts/createNftMetadata.js'
import type { Nft } from '../nfts/Nft.js'
import type { Tokens } from '../tokens/createTokens.js'
import { NATIVE } from '../tokens/Token.js'
import type { Approval, HistoryItem, HistoryPage, Movement } from './HistoryItem.js'
import { operationOf } from './operationOf.js'
import { isSpam, isSpamNft } from './spam.js'
import {
  type CoinMovement,
  type MinedTransaction,
  readMined,
  type TransactionSearch,
} from './transactionSearch.js'
import { scanTransfers, type TransferLog, toNumber } from './transferLogs.js'

/** Ranges of blocks searched for logs per page. */
const RANGES = 8
const AT_ONCE = 8
/** Calls that move no coins of their own: looking inside them is not worth the time. */
const PLAIN_CALLS = new Set(['0xa9059cbb', '0x23b872dd', '0x095ea7b3', '0xa22cb465', '0x42842e0e'])

type Parts = {
  readonly nodes: Nodes
  readonly tokens: Tokens
  readonly nfts: NftMetadataSource
  readonly search: TransactionSearch
}

/** What is known of an asset, whoever moved it. */
type Described = Omit<Movement, 'direction' | 'amount' | 'sender' | 'recipient'>

type Place = { readonly block: number; readonly index: number }

/** One asset that went from one address to another. */
type Move = {
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly asset:
    | { readonly kind: 'fungible'; readonly address: string }
    | ({ readonly kind: 'nft' } & Nft)
}

/**
 * The newest transactions of an account below a place in the chain. A page depends only on blocks below
 * that place, so new blocks do not shift it, and no page reads more than a bounded number of blocks.
 */
export async function readEvmPage(
  parts: Parts,
  chain: NetworkId,
  account: Hex,
  position: string | undefined,
  size: number,
): Promise<HistoryPage> {
  const { nodes, search } = parts
  const before = position === undefined ? undefined : readPlace(position)
  const high = before ? highestBelow(before) : await readHead(nodes, chain)
  const isBelow = (place: Place) =>
    !before ||
    place.block < before.block ||
    (place.block === before.block && place.index < before.index)

  const native = await search.below(chain, account, high + 1, size)
  const found = new Map<string, Place>()
  for (const tx of native?.found ?? []) if (isBelow(tx)) found.set(tx.hash, tx)
  const logs = await scanTransfers(nodes, chain, account, {
    high,
    low: native?.from ?? 0,
    direction: 'both',
    mostRanges: RANGES,
    isEnough: (transfers) =>
      new Set(transfers.filter(isBelow).map(({ hash }) => hash)).size >= size,
  })
  const transfersOf = new Map<string, TransferLog[]>()
  for (const transfer of logs.transfers) {
    if (!isBelow(transfer)) continue
    found.set(transfer.hash, transfer)
    transfersOf.set(transfer.hash, [...(transfersOf.get(transfer.hash) ?? []), transfer])
  }

  // Below this block something may still be missing.
  const floor = Math.max(native?.from ?? 0, logs.from)
  const known = new Map(native?.found.map((tx) => [tx.hash as string, tx]))
  const all = [...found]
    .filter(([, { block }]) => block >= floor)
    .sort(([, a], [, b]) => descending(a, b))
  const page = all.slice(0, size)
  const entries = (
    await inParallel(page, AT_ONCE, async ([hash, place]) => {
      const transfers = transfersOf.get(hash) ?? []
      const searched = known.get(hash)
      const tx = searched ?? (await readTransaction(nodes, chain, hash as Hex, place))
      if (!tx) return []
      const time = tx.time ?? transfers[0]?.time ?? (await readTime(nodes, chain, tx.block))
      const inside = searched ? await coinsInside(search, chain, account, searched) : []
      const moves = tx.isFailed ? [] : movesOf(nodes, chain, account, tx, inside, transfers)
      return [{ tx, time, moves, isPoison: isPoison(account, tx, moves) }]
    })
  ).flat()
  const shown = entries.filter(({ isPoison }) => !isPoison)
  const [describe, approvalOf] = await Promise.all([
    describeAssets(parts, chain, shown),
    readApprovals(parts, chain, account, shown),
  ])
  const last = page.at(-1)?.[1]
  const next = all.length > size && last ? last : floor > 0 ? { block: floor, index: 0 } : undefined
  return {
    items: shown.map(({ tx, time, moves }) => ({
      position: writePlace(tx),
      item: {
        ...toItem(parts, chain, account, { tx, time, moves }, describe),
        approval: approvalOf(tx),
      },
    })),
    next: next && writePlace(next),
  }
}

function toItem(
  { nodes }: Parts,
  chain: NetworkId,
  account: Hex,
  { tx, time, moves }: { tx: MinedTransaction; time: number; moves: readonly Move[] },
  describe: (move: Move, isAskedFor: boolean) => Described | undefined,
): HistoryItem {
  const { exchange } = nodes.settings(chain)
  return {
    chain,
    hash: tx.hash,
    operation: operationOf({
      ...tx,
      account,
      moved: moves,
      router: exchange?.router.toLowerCase(),
      wrappedNative: exchange?.wrappedNative.toLowerCase(),
    }),
    isFailed: tx.isFailed,
    time,
    from: getAddress(tx.from),
    to: getAddressOrEmpty(tx.to ?? tx.made),
    nonce: tx.nonce,
    movements: moves.flatMap((move) => {
      const described = describe(move, tx.from === account)
      if (!described) return []
      const ends = { sender: getAddress(move.from), recipient: getAddress(move.to) }
      return [{ ...described, ...ends, direction: directionOf(account, move), amount: move.amount }]
    }),
  }
}

/** Coins moved by contracts; the transaction's own value is not among them. */
async function coinsInside(
  search: TransactionSearch,
  chain: NetworkId,
  account: Hex,
  { hash, from, to, value, input, isFailed }: MinedTransaction,
): Promise<readonly CoinMovement[]> {
  const isPlain = input === '0x' || PLAIN_CALLS.has(input.slice(0, 10))
  const isOwn = from === account || to === account
  if (isFailed || to === undefined || (isOwn && isPlain)) return []
  const inside = await search.inside(chain, hash)
  // Some nodes count the outermost call too.
  const [first, ...rest] = inside
  const isOutermost = first?.from === from && first.to === to && first.value === value
  return isOutermost ? rest : inside
}

/** Everything of value that left or reached the account. */
function movesOf(
  nodes: Nodes,
  chain: NetworkId,
  account: Hex,
  tx: MinedTransaction,
  inside: readonly CoinMovement[],
  transfers: readonly TransferLog[],
): readonly Move[] {
  const coins = [
    ...(tx.value > 0n ? [{ from: tx.from, to: tx.to ?? tx.made ?? tx.from, value: tx.value }] : []),
    ...inside,
  ].filter(({ from, to }) => from === account || to === account)
  const native = { kind: 'fungible', address: NATIVE } as const
  return [
    ...coins.map(({ from, to, value }) => ({ from, to, amount: value, asset: native })),
    ...wrapping(nodes, chain, account, tx, transfers),
    ...[...transfers]
      .sort((a, b) => a.logIndex - b.logIndex)
      .map(({ from, to, amount, kind, contract, tokenId, standard }): Move => {
        if (kind === 'nft' && tokenId !== undefined && standard !== 'erc20') {
          return { from, to, amount, asset: { kind, contract, tokenId, standard } }
        }
        return { from, to, amount, asset: { kind: 'fungible', address: contract } }
      }),
  ]
}

/** The usual wrapped coin reports no transfer when coins are wrapped and unwrapped. */
function wrapping(
  nodes: Nodes,
  chain: NetworkId,
  account: Hex,
  { from, to, value, input }: MinedTransaction,
  transfers: readonly TransferLog[],
): readonly Move[] {
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

/**
 * A stranger's transfer of nothing, made so that a look-alike address shows up among one's own: it moved
 * nothing and is shown to nobody.
 */
function isPoison(account: Hex, tx: MinedTransaction, moves: readonly Move[]): boolean {
  const isOwn = tx.from === account || tx.to === account
  return !isOwn && moves.length > 0 && moves.every(({ amount }) => amount === 0n)
}

async function describeAssets(
  { tokens, nfts }: Parts,
  chain: NetworkId,
  entries: readonly { readonly tx: MinedTransaction; readonly moves: readonly Move[] }[],
) {
  const assets = entries.flatMap(({ moves }) => moves.map(({ asset }) => asset))
  const pieces = assets.flatMap((asset) => (asset.kind === 'nft' ? [asset] : []))
  const fungible = assets.flatMap((asset) => (asset.kind === 'fungible' ? [asset.address] : []))
  const [known, metadata] = await Promise.all([
    tokens.find(chain, fungible),
    nfts.of(chain, pieces),
  ])
  const nftOf = new Map(pieces.map((piece, index) => [piece, metadata[index]]))
  const listed = tokens.listed(chain)
  const wellKnown = [tokens.native(chain), ...listed]
  return ({ asset }: Move, isAskedFor: boolean): Described | undefined => {
    if (asset.kind === 'fungible') {
      const token = known.get(asset.address)
      if (!token) return undefined
      const { name, symbol, decimals, isListed } = token
      return {
        decimals,
        asset: { kind: 'fungible', name, symbol },
        isSpam: isSpam(token, { isListed, isAskedFor, wellKnown }),
      }
    }
    const nft = nftOf.get(asset)
    if (!nft) return undefined
    const { name, image } = nft
    return {
      decimals: 0,
      asset: { kind: 'nft', nft: asset, name, image },
      isSpam: isSpamNft(nft, { isAskedFor }),
    }
  }
}

/** Whom the account let take what: said by its own calls to tokens. */
async function readApprovals(
  { tokens }: Parts,
  chain: NetworkId,
  account: Hex,
  entries: readonly { readonly tx: MinedTransaction }[],
): Promise<(tx: MinedTransaction) => Approval | undefined> {
  const callOf = ({ from, to, input }: MinedTransaction) => {
    const call = from === account ? readTokenCall(input) : undefined
    const contract = call?.kind === 'approve' ? (call.token?.toLowerCase() ?? to) : undefined
    return call?.kind === 'approve' && contract ? { ...call, contract } : undefined
  }
  const contracts = entries.flatMap(({ tx }) => callOf(tx)?.contract ?? [])
  const known = await tokens.find(chain, contracts)
  return (tx) => {
    const call = callOf(tx)
    return (
      call && {
        spender: getAddress(call.spender as Hex),
        limit: call.amount,
        token: known.get(call.contract),
      }
    )
  }
}

/** A transaction known by its logs, which also means that it did not fail. */
async function readTransaction(
  nodes: Nodes,
  chain: NetworkId,
  hash: Hex,
  { block, index }: Place,
): Promise<MinedTransaction | undefined> {
  const tx = await nodes.call(chain, 'eth_getTransactionByHash', [hash])
  if (typeof tx !== 'object' || tx === null) return undefined
  // For a moment after the block a node may still call it pending; the logs know better.
  const place = {
    blockNumber: toQuantity(BigInt(block)),
    transactionIndex: toQuantity(BigInt(index)),
  }
  return readMined({ ...tx, ...place })
}

async function readTime(nodes: Nodes, chain: NetworkId, block: number): Promise<number> {
  const answer = await nodes.call(chain, 'eth_getBlockByNumber', [toQuantity(BigInt(block)), false])
  const time = toNumber((answer as { readonly timestamp?: unknown } | null)?.timestamp)
  if (time === undefined)
    throw new Refusal(503, 'chainId', 'The chain cannot be read at the moment.')
  return time
}

async function readHead(nodes: Nodes, chain: NetworkId): Promise<number> {
  return toNumber(await nodes.call(chain, 'eth_blockNumber', [])) ?? 0
}

/** The highest block with anything below a place. */
function highestBelow({ block, index }: Place): number {
  return index === 0 ? block - 1 : block
}

function directionOf(account: Hex, { from, to }: Move): Movement['direction'] {
  if (from === to) return 'self'
  return to === account ? 'in' : 'out'
}

function getAddressOrEmpty(address: Hex | undefined): string {
  return address === undefined ? '' : getAddress(address)
}

function descending(a: Place, b: Place): number {
  return b.block - a.block || b.index - a.index
}

function writePlace({ block, index }: Place): string {
  return `${block}.${index}`
}

function readPlace(text: string): Place {
  const match = /^(\d{1,15})\.(\d{1,9})$/.exec(text)
  if (!match) throw new Refusal(400, 'cursor', 'Not a cursor this provider gave out.')
  return { block: Number(match[1]), index: Number(match[2]) }
}
