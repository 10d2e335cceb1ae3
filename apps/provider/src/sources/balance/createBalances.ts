import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import type { Hex } from 'viem'
import type { Clock } from '../../clock.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { createCache } from '../createCache.js'
import type { ReceivedTokens } from '../history/createReceived.js'
import type { Price, Prices } from '../price/createPrices.js'
import type { Tokens } from '../tokens/createTokens.js'
import type { TokenAccounts } from '../tokens/solanaTokenAccounts.js'
import type { Token } from '../tokens/Token.js'
import { readEvmBalances } from './evmBalances.js'
import { readSolanaBalances } from './solanaBalances.js'

export type TokenAmount = { readonly token: Token; readonly units: bigint }

export type Balances = {
  /** Balances on one chain, native coin first. `named` tokens bypass the cache and are listed even at zero. */
  read(chain: NetworkId, account: string, named?: readonly string[]): Promise<readonly Holding[]>
}

const lifetimeMs = 10_000
const maxEntries = 10_000

export function createBalances(parts: {
  readonly nodes: Nodes
  readonly tokens: Tokens
  readonly prices: Prices
  readonly received: ReceivedTokens
  readonly tokenAccounts: TokenAccounts
  readonly clock: Clock
}): Balances {
  const { prices } = parts
  const cache = createCache<readonly Holding[]>(parts.clock, {
    lifetime: lifetimeMs,
    size: maxEntries,
  })

  async function read(chain: NetworkId, account: string, named: readonly string[]) {
    const amounts =
      namespaceOf(chain) === 'solana'
        ? await readSolanaBalances(parts, chain, account, named)
        : await readEvmBalances(parts, chain, account as Hex, named)
    // A token without decimals is not a currency.
    const shown = amounts.filter(({ token }) => token.decimals > 0)
    const dollars = await prices
      .read(
        chain,
        shown.map(({ token }) => token),
      )
      // Balances are useful without prices.
      .catch(() => new Map<string, Price>())
    return shown.map(({ token, units }) => ({
      chain,
      token,
      units,
      price: dollars.get(token.address),
    }))
  }

  return {
    async read(chain, account, named = []) {
      const key = `${chain}:${account}`
      if (named.length === 0) return cache.get(key, () => read(chain, account, []))
      const holdings = await read(chain, account, named)
      const isHeld = ({ token, units }: Holding) => units > 0n || token.address === 'native'
      cache.set(key, holdings.filter(isHeld))
      return holdings
    },
  }
}

/** An account's balance of one token. */
export type Holding = {
  readonly chain: NetworkId
  readonly token: Token
  readonly units: bigint
  /** Undefined without a reliable price. */
  readonly price: Price | undefined
}
