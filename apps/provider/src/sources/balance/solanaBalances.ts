import type { NetworkId } from '@latchkey/wire/caip'
import { ApiError } from '../../errors/ApiError.js'
import { NodeRpcError, type Nodes } from '../../nodes/Nodes.js'
import type { Tokens } from '../tokens/createTokens.js'
import type { TokenAmount } from './createBalances.js'

const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

/** SOL and all SPL tokens of the account, summed per mint. */
export async function readSolanaBalances(
  parts: { readonly nodes: Nodes; readonly tokens: Tokens },
  chain: NetworkId,
  account: string,
): Promise<readonly TokenAmount[]> {
  const { nodes, tokens } = parts
  const [native, held] = await Promise.all([
    readLamports(nodes, chain, account),
    readTokenBalances(nodes, chain, account),
  ])
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
export async function readTokenBalances(
  nodes: Nodes,
  chain: NetworkId,
  account: string,
): Promise<readonly { readonly mint: string; readonly units: bigint }[]> {
  const programs = await Promise.all(
    tokenPrograms.map((programId) => readTokenAccounts(nodes, chain, account, programId)),
  )
  const totals = new Map<string, bigint>()
  for (const { mint, amount } of programs.flat())
    totals.set(mint, (totals.get(mint) ?? 0n) + amount)
  return [...totals].flatMap(([mint, units]) => (units > 0n ? [{ mint, units }] : []))
}

async function readLamports(nodes: Nodes, chain: NetworkId, account: string): Promise<bigint> {
  const answer = await nodes.call(chain, 'getBalance', [account]).catch((cause: unknown) => {
    if (!(cause instanceof NodeRpcError)) throw cause
    throw new ApiError(503, 'chainId', 'The balance cannot be read at the moment.', { cause })
  })
  return BigInt((answer as { readonly value: number | string }).value)
}

/** A chain may lack the newer token program, and then has no tokens of it. */
async function readTokenAccounts(
  nodes: Nodes,
  chain: NetworkId,
  account: string,
  programId: string,
): Promise<readonly { readonly mint: string; readonly amount: bigint }[]> {
  const answer = await nodes
    .call(chain, 'getTokenAccountsByOwner', [account, { programId }, { encoding: 'jsonParsed' }])
    .catch((error: unknown) => {
      if (error instanceof NodeRpcError) return { value: [] }
      throw error
    })
  return (answer as { readonly value: readonly unknown[] }).value.flatMap((entry) => {
    const info = (entry as TokenAccount).account?.data?.parsed?.info
    const amount = info?.tokenAmount?.amount
    if (typeof info?.mint !== 'string' || typeof amount !== 'string') return []
    return /^\d{1,20}$/.test(amount) ? [{ mint: info.mint, amount: BigInt(amount) }] : []
  })
}

type TokenAccount = {
  readonly account?: {
    readonly data?: {
      readonly parsed?: {
        readonly info?: {
          readonly mint?: unknown
          readonly tokenAmount?: { readonly amount?: unknown }
        }
      }
    }
  }
}
