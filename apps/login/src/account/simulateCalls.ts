import { isRecord } from '@latchkey/wire/json'
import { type Hex, parseAddress, parseData, parseQuantity } from '@latchkey/wire/rpc/eip155'
import { decodeAbiParameters } from 'viem/utils'
import { type ChainCall, ChainError } from '../api/chains.js'
import type { Lookups } from '../screens/screens.js'
import type { BalanceChange, Call, Simulation } from './action.js'
import { toRpcCall } from './eoa.js'

/** Transfer of ERC-20, ERC-721 and, in simulations, of the network's coin. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Transfer of ERC-1155. */
const singleTopic = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const batchTopic = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
/** The contract that simulations use for transfers of the network's coin. */
const coinAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** The balance changes of the account, without fees. Never rejects. */
export async function simulateCalls(
  { rpc, lookups }: { readonly rpc: ChainCall; readonly lookups: Lookups },
  chainId: string,
  account: Hex,
  calls: readonly Call[],
  signal: AbortSignal,
): Promise<Simulation> {
  try {
    const transfers = await simulate(rpc, chainId, account, calls, signal)
    if (!Array.isArray(transfers)) return transfers
    const changes = await Promise.all(
      sumUp(transfers, account).map(async ({ token, isItems, units }): Promise<BalanceChange> => {
        if (isItems) return { token, symbol: undefined, decimals: undefined, isItems, units }
        const isCoin = token === coinAddress
        const known = isCoin
          ? lookups.chain(chainId)
          : await lookups.token(chainId, token as Hex, signal)
        return {
          token: isCoin ? undefined : token,
          symbol: known?.symbol,
          decimals: known?.decimals,
          units,
        }
      }),
    )
    return { status: 'succeeded', changes, losesControl: false }
  } catch {
    return { status: 'unavailable' }
  }
}

type Transfer = {
  readonly token: string
  readonly isItems?: true
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

function sumUp(transfers: readonly Transfer[], account: Hex) {
  const own = account.toLowerCase()
  const totals = new Map<string, { token: string; isItems?: true; units: bigint }>()
  for (const { token, isItems, from, to, amount } of transfers) {
    const key = `${token} ${isItems ?? false}`
    const before = totals.get(key)?.units ?? 0n
    const units = before + (to === own ? amount : 0n) - (from === own ? amount : 0n)
    totals.set(key, { token, ...(isItems && { isItems }), units })
  }
  return [...totals.values()].filter(({ units }) => units !== 0n)
}

async function simulate(
  rpc: ChainCall,
  chainId: string,
  account: Hex,
  calls: readonly Call[],
  signal: AbortSignal,
): Promise<Transfer[] | Simulation> {
  const rpcCalls = calls.map((call) => toRpcCall(account, call))
  const options = {
    blockStateCalls: [{ calls: rpcCalls }],
    traceTransfers: true,
    validation: false,
  }
  const response = await rpc(chainId, 'eth_simulateV1', [options, 'latest'], signal).catch(
    (fault: unknown) => {
      if (fault instanceof ChainError) return undefined
      throw fault
    },
  )
  const block: unknown = Array.isArray(response) ? response[0] : undefined
  const results = isRecord(block) && Array.isArray(block.calls) ? block.calls : []
  if (results.length !== calls.length) return { status: 'unavailable' }
  const transfers: Transfer[] = []
  for (const result of results as unknown[]) {
    if (!isRecord(result) || !Array.isArray(result.logs)) return { status: 'unavailable' }
    if (parseQuantity(result.status) !== 1n) return { status: 'failed' }
    transfers.push(...result.logs.flatMap(readTransfer))
  }
  return transfers
}

function readTransfer(log: unknown): Transfer[] {
  if (!isRecord(log) || !Array.isArray(log.topics)) return []
  const token = parseAddress(log.address)
  const data = parseData(log.data)
  const topics = log.topics.map(parseData)
  if (!token || data === undefined) return []
  const between = (from: Hex | undefined, to: Hex | undefined, amount: bigint, isItems?: true) =>
    from && to
      ? [{ token, from: toAddress(from), to: toAddress(to), amount, ...(isItems && { isItems }) }]
      : []
  switch (topics[0]) {
    case transferTopic: {
      // A fourth topic is the id of an ERC-721 token.
      if (topics.length === 4) return between(topics[1], topics[2], 1n, true)
      return data.length === 66 ? between(topics[1], topics[2], BigInt(data)) : []
    }
    case singleTopic:
      return between(topics[2], topics[3], BigInt(`0x${data.slice(66, 130) || '0'}`), true)
    case batchTopic:
      return between(topics[2], topics[3], sumOfCounts(data), true)
    default:
      return []
  }
}

/** The total amount of an ERC-1155 batch. */
function sumOfCounts(data: Hex): bigint {
  try {
    const [, counts] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data)
    return counts.reduce((sum, count) => sum + count, 0n)
  } catch {
    return 0n
  }
}

const toAddress = (topic: Hex) => `0x${topic.slice(-40)}`
