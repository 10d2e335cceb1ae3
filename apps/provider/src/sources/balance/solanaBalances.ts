import type { NetworkId } from '@latchkey/wire/caip'
import { ApiError } from '../../errors/ApiError.js'
import { NodeRpcError, type Nodes } from '../../nodes/Nodes.js'
import type { Tokens } from '../tokens/createTokens.js'
import type { TokenAccount, TokenAccounts } from '../tokens/solanaTokenAccounts.js'
import { nativeToken } from '../tokens/Token.js'
import type { TokenAmount } from './createBalances.js'

/** SOL and all SPL tokens of the account, summed per mint. */
export async function readSolanaBalances(
  parts: {
    readonly nodes: Nodes
    readonly tokens: Tokens
    readonly tokenAccounts: TokenAccounts
  },
  chain: NetworkId,
  account: string,
  named: readonly string[],
): Promise<readonly TokenAmount[]> {
  const { nodes, tokens, tokenAccounts } = parts
  const mints = named.filter((mint) => mint !== nativeToken)
  const [native, accounts] = await Promise.all([
    readLamports(nodes, chain, account),
    tokenAccounts.read(chain, account, mints),
  ])
  const held = sumByMint(accounts)
  const found = await tokens.find(
    chain,
    held.map(({ mint }) => mint),
  )
  return [
    { token: tokens.native(chain), units: native },
    ...held.flatMap(({ mint, units }) => {
      const token = found.get(mint)
      return token ? [{ token, units }] : []
    }),
  ]
}

/** What an account holds of each mint. */
export function sumByMint(
  accounts: readonly TokenAccount[],
): readonly { readonly mint: string; readonly units: bigint }[] {
  const totals = new Map<string, bigint>()
  for (const { mint, units } of accounts) totals.set(mint, (totals.get(mint) ?? 0n) + units)
  return [...totals].map(([mint, units]) => ({ mint, units }))
}

async function readLamports(nodes: Nodes, chain: NetworkId, account: string): Promise<bigint> {
  const answer = await nodes.call(chain, 'getBalance', [account]).catch((cause: unknown) => {
    if (!(cause instanceof NodeRpcError)) throw cause
    throw new ApiError(503, 'chainId', 'The balance cannot be read at the moment.', { cause })
  })
  return BigInt((answer as { readonly value: number | string }).value)
}
