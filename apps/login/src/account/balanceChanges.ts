import { type Hex, parseAddress, parseData, parseQuantity } from '@latchkey/wire/rpc/eip155'
import { type ChainCall, ChainFault } from '../api/chains.js'
import type { Lookups } from '../screens/screens.js'
import type { BalanceChange, Call } from './action.js'
import { toRpcCall } from './eoa.js'
import { isRecord } from './isRecord.js'

/** Of ERC-20 and, in dry runs, of the network's own coin. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Who a dry run says has moved the network's own coin. */
const coinAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** What the calls would change for the account, fees apart. Undefined where the node makes no dry runs. */
export async function readChanges(
  { rpc, lookups }: { readonly rpc: ChainCall; readonly lookups: Lookups },
  chainId: string,
  account: Hex,
  calls: readonly Call[],
  signal: AbortSignal,
): Promise<readonly BalanceChange[] | undefined> {
  const logs = await dryRun(rpc, chainId, account, calls, signal)
  if (!logs) return undefined
  const units = new Map<string, bigint>()
  for (const { token, from, to, amount } of logs) {
    const before = units.get(token) ?? 0n
    const own = account.toLowerCase()
    units.set(token, before + (to === own ? amount : 0n) - (from === own ? amount : 0n))
  }
  const changed = [...units].filter(([, amount]) => amount !== 0n)
  const changes = await Promise.all(
    changed.map(async ([token, amount]): Promise<BalanceChange | undefined> => {
      const isCoin = token === coinAddress
      const known = isCoin
        ? lookups.chain(chainId)
        : await lookups.token(chainId, token as Hex, signal)
      return (
        known && {
          token: isCoin ? undefined : (token as Hex),
          symbol: known.symbol,
          decimals: known.decimals,
          units: amount,
        }
      )
    }),
  )
  // A list with something missing would say less than the truth.
  return changes.includes(undefined) ? undefined : (changes as BalanceChange[])
}

type Transfer = {
  readonly token: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

async function dryRun(
  rpc: ChainCall,
  chainId: string,
  account: Hex,
  calls: readonly Call[],
  signal: AbortSignal,
): Promise<readonly Transfer[] | undefined> {
  const asked = calls.map((call) => toRpcCall(account, call))
  const options = { blockStateCalls: [{ calls: asked }], traceTransfers: true, validation: false }
  const answer = await rpc(chainId, 'eth_simulateV1', [options, 'latest'], signal).catch(
    (fault: unknown) => {
      if (fault instanceof ChainFault) return undefined
      throw fault
    },
  )
  const block: unknown = Array.isArray(answer) ? answer[0] : undefined
  const results = isRecord(block) && Array.isArray(block.calls) ? block.calls : []
  if (results.length !== calls.length) return undefined
  const transfers: Transfer[] = []
  for (const result of results as unknown[]) {
    if (!isRecord(result) || parseQuantity(result.status) !== 1n) return undefined
    if (!Array.isArray(result.logs)) return undefined
    transfers.push(...result.logs.flatMap(readTransfer))
  }
  return transfers
}

function readTransfer(log: unknown): Transfer[] {
  if (!isRecord(log) || !Array.isArray(log.topics)) return []
  const token = parseAddress(log.address)
  const [topic, from, to, ...others] = log.topics.map(parseData)
  const amount = parseData(log.data)
  // A fourth topic makes it the transfer of a collectible.
  if (topic !== transferTopic || !token || !from || !to || others.length > 0) return []
  if (amount?.length !== 66) return []
  return [{ token, from: `0x${from.slice(-40)}`, to: `0x${to.slice(-40)}`, amount: BigInt(amount) }]
}
