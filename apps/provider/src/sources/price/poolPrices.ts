import type { NetworkId } from '@latchkey/wire/caip'
import { parseAbi, zeroAddress } from 'viem'
import type { Nodes } from '../../nodes/Nodes.js'
import { readContracts } from '../../nodes/readContracts.js'
import type { Tokens } from '../tokens/createTokens.js'
import { nativeToken, type Token } from '../tokens/Token.js'
import { isPlausible, minPoolDollars, type PriceDriver } from './PriceDriver.js'

const factoryAbi = parseAbi(['function getPair(address, address) view returns (address)'])
const pairAbi = parseAbi(['function getReserves() view returns (uint112, uint112, uint32)'])

/** Prices are computed in units of 10⁻¹⁸ dollars. */
const precision = 10n ** 18n

/**
 * Prices from the reserves of a Uniswap-V2-style exchange, against the dollar token directly or through
 * the wrapped native coin; the deeper pool wins.
 */
export function createPoolPrices(parts: {
  readonly nodes: Nodes
  readonly tokens: Tokens
  readonly chain: NetworkId
  readonly exchange: {
    readonly factory: string
    readonly wrappedNative: string
    readonly dollar: string
  }
  readonly minDollars?: number
}): PriceDriver {
  const { nodes, tokens, chain } = parts
  const dollar = parts.exchange.dollar.toLowerCase()
  const wrapped = parts.exchange.wrappedNative.toLowerCase()
  const minDepth = BigInt(parts.minDollars ?? minPoolDollars) * precision
  /** The address of a pair never changes. */
  const pairs = new Map<string, string>()

  const pairKey = (one: string, other: string) => [one, other].sort().join()

  async function findPairs(requested: readonly (readonly [string, string])[]): Promise<void> {
    const unknown = requested.filter(([one, other]) => !pairs.has(pairKey(one, other)))
    if (unknown.length === 0) return
    const found = await readContracts(
      nodes,
      chain,
      unknown.map((args) => ({
        address: parts.exchange.factory,
        abi: factoryAbi,
        functionName: 'getPair',
        args,
      })),
    )
    unknown.forEach(([one, other], index) => {
      const pair = found[index]
      if (typeof pair === 'string' && pair !== zeroAddress) pairs.set(pairKey(one, other), pair)
    })
  }

  /** The reserves of a pair; undefined without one. */
  async function reserves(requested: readonly (readonly [string, string])[]) {
    await findPairs(requested)
    const existing = requested.filter(([one, other]) => pairs.has(pairKey(one, other)))
    const read = await readContracts(
      nodes,
      chain,
      existing.map(([one, other]) => ({
        address: pairs.get(pairKey(one, other)) as string,
        abi: pairAbi,
        functionName: 'getReserves',
      })),
    )
    const found = new Map(
      existing.map(([one, other], index) => [
        pairKey(one, other),
        read[index] as readonly [bigint, bigint, number] | undefined,
      ]),
    )
    return (of: string, against: string): { of: bigint; against: bigint } | undefined => {
      const both = found.get(pairKey(of, against))
      if (!both) return undefined
      // A pair sorts its tokens by address.
      return of < against ? { of: both[0], against: both[1] } : { of: both[1], against: both[0] }
    }
  }

  return {
    async read(requested) {
      const addresses = requested.map((token) => addressOf(token, wrapped))
      const [dollarToken, wrappedToken] = await tokens
        .find(chain, [dollar, wrapped])
        .then((found) => [found.get(dollar), found.get(wrapped)])
      if (!dollarToken || !wrappedToken) return new Map()
      const routes = addresses.flatMap((address) =>
        [dollar, wrapped]
          .filter((other) => other !== address)
          .map((other) => [address, other] as const),
      )
      const reservesOf = await reserves([[wrapped, dollar], ...routes])

      /** Dollars per token, and the pool's depth in dollars, both in 10⁻¹⁸. */
      const price = (token: Token, address: string, against: Token, againstPrice: bigint) => {
        const pool = reservesOf(address, against.address)
        if (!pool || pool.of === 0n) return undefined
        const depth = (pool.against * againstPrice) / 10n ** BigInt(against.decimals)
        return { value: (depth * 10n ** BigInt(token.decimals)) / pool.of, depth }
      }
      const native = price(wrappedToken, wrapped, dollarToken, precision)
      const nativePrice = native && native.depth >= minDepth ? native.value : undefined

      return new Map(
        requested.flatMap((token, index) => {
          const address = addresses[index] as string
          if (address === dollar) return [[token.address, { dollars: 1 }] as const]
          const direct = price(token, address, dollarToken, precision)
          const through =
            address === wrapped || nativePrice === undefined
              ? undefined
              : price(token, address, wrappedToken, nativePrice)
          const best = through && (!direct || through.depth > direct.depth) ? through : direct
          const value = best && best.depth >= minDepth ? toNumber(best.value) : 0
          return isPlausible(value) ? [[token.address, { dollars: value }] as const] : []
        }),
      )
    },
  }
}

function addressOf({ address }: Token, wrapped: string): string {
  return address === nativeToken ? wrapped : address
}

/** Twelve digits are enough and fit a double. */
function toNumber(price: bigint): number {
  const digits = price.toString()
  return Number(`${digits.slice(0, 12)}e${Math.max(0, digits.length - 12) - 18}`)
}
