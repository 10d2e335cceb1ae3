import { formatAmount } from '@latchkey/wire/amount'
import { type NetworkId, namespaceOf, parseAccountId, toAccountId } from '@latchkey/wire/caip'
import { getAccountBalance, getMintImage, type TokenBalance } from '@latchkey/wire/http/balance'
import { getAddress } from 'viem'
import type { Clock } from '../../clock.js'
import { ApiError } from '../../errors/ApiError.js'
import { type Route, route } from '../../http/route.js'
import { type Nodes, withNodeDeadline } from '../../nodes/Nodes.js'
import type { Balances, Holding } from '../../sources/balance/createBalances.js'
import type { SolanaNfts } from '../../sources/nfts/createSolanaNfts.js'
import type { Tokens } from '../../sources/tokens/createTokens.js'
import { iconOf, nativeToken, solanaNativeAddress } from '../../sources/tokens/Token.js'
import { getChains, parseAccount } from './parseAccount.js'

/** The image that a Solana token or NFT names for itself. */
export function mintImageRoute({
  clock,
  nodes,
  solanaNfts,
}: {
  readonly clock: Clock
  readonly nodes: Nodes
  readonly solanaNfts: SolanaNfts
}): Route {
  return route(getMintImage, async ({ chainId, mint }) => {
    const { id } = nodes.settings(chainId)
    if (namespaceOf(id) !== 'solana') throw new ApiError(400, 'chainId', 'Not a Solana chain.')
    const picture = await withNodeDeadline(clock, solanaNfts.readImage(id, parseAccount(id, mint)))
    if (!picture) throw new ApiError(404, 'mint', 'There is no image for this token.')
    return picture
  })
}

/** Balances of an account on one chain, or on all served chains of its namespace. */
export function balanceRoute(parts: {
  readonly clock: Clock
  readonly nodes: Nodes
  readonly tokens: Tokens
  readonly balances: Balances
}): Route {
  const { clock, nodes, tokens, balances } = parts

  function namedTokens(forced: readonly string[], chain: NetworkId): string[] {
    return forced.flatMap((written) => {
      const token = parseAccountId(written)
      if (!token || token.networkId !== chain) return []
      const address = tokens.normalise(chain, token.address)
      if (address === undefined) throw new ApiError(400, 'forceUpdate', 'Not a token address.')
      return [address]
    })
  }

  return route(getAccountBalance, async ({ address, chainId, forceUpdate = [] }, { publicUrl }) => {
    const chains = getChains(nodes, address, chainId)
    const account = parseAccount(chains[0] ?? 'eip155:1', address)
    const named = chains.map((chain) => namedTokens(forceUpdate, chain))
    const read = await Promise.allSettled(
      chains.map((chain, index) =>
        withNodeDeadline(clock, balances.read(chain, account, named[index])),
      ),
    )
    // One chain that fails must not fail the others.
    const succeeded = read.filter((result) => result.status === 'fulfilled')
    const failed = read.find((result) => result.status === 'rejected')
    if (failed && succeeded.length === 0) throw failed.reason
    const holdings = succeeded.flatMap(({ value }) => value)
    return { balances: holdings.map((holding) => toBalance(holding, publicUrl)) }
  })
}

function toBalance({ chain, token, units, price }: Holding, publicUrl: string): TokenBalance {
  const numeric = formatAmount(units, token.decimals)
  const address = addressOf(chain, token.address)
  return {
    name: token.name,
    symbol: token.symbol,
    chainId: chain,
    ...(address === undefined ? {} : { address }),
    ...(price === undefined ? {} : { value: Number(numeric) * price.dollars }),
    price: price?.dollars ?? 0,
    ...(price?.isStale && { isPriceStale: true as const }),
    quantity: { decimals: String(token.decimals), numeric },
    iconUrl: iconOf(publicUrl, chain, token),
  }
}

function addressOf(chain: NetworkId, address: string): string | undefined {
  const isEvm = namespaceOf(chain) === 'eip155'
  if (address === nativeToken) return isEvm ? undefined : solanaNativeAddress
  return toAccountId(chain, isEvm ? getAddress(address) : address)
}
