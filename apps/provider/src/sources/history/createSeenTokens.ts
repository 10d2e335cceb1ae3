import type { NetworkId } from '@latchkey/wire/caip'
import type { Hex } from 'viem'
import type { Clock } from '../../clock.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { createMemory } from '../createMemory.js'
import { scanTransfers, toNumber } from './transferLogs.js'

/** Fungible tokens an account ever received, as far back as was looked so far. */
export interface SeenTokens {
  of(chain: NetworkId, account: Hex): Promise<ReadonlySet<string>>
}

type Seen = { readonly tokens: ReadonlySet<string>; readonly from: number; readonly to: number }

const LIFETIME = 24 * 3_600_000
const ACCOUNTS = 5_000
/** Anybody can send worthless tokens by the thousand; the first ones seen are kept. */
const MOST_TOKENS = 200
/** Ranges of blocks read per question: an old account is looked through over several. */
const RANGES = 4

export function createSeenTokens(parts: {
  readonly nodes: Nodes
  readonly clock: Clock
}): SeenTokens {
  const { nodes } = parts
  const memory = createMemory<Seen>(parts.clock, { lifetime: LIFETIME, size: ACCOUNTS })
  return {
    async of(chain, account) {
      const key = `${chain}:${account}`
      const head = toNumber(await nodes.call(chain, 'eth_blockNumber', [])) ?? 0
      const known = memory.peek(key)
      const tokens = new Set(known?.tokens)
      const look = async (high: number, low: number) => {
        const scan = {
          high,
          low,
          direction: 'in',
          mostRanges: RANGES,
          isEnough: () => false,
        } as const
        const { transfers, from } = await scanTransfers(nodes, chain, account, scan)
        for (const { kind, contract } of transfers) {
          if (kind === 'fungible' && tokens.size < MOST_TOKENS) tokens.add(contract)
        }
        return from
      }
      // A chain that was rolled back is looked at afresh.
      if (!known || head < known.to) {
        memory.set(key, { tokens, from: await look(head, 0), to: head })
        return tokens
      }
      // What is new must join what is known; a gap too long to read is closed by starting again.
      const joined = head === known.to ? known.to + 1 : await look(head, known.to + 1)
      const isJoined = joined <= known.to + 1
      const from = isJoined ? (known.from > 0 ? await look(known.from - 1, 0) : 0) : joined
      memory.set(key, { tokens, from, to: head })
      return tokens
    },
  }
}
