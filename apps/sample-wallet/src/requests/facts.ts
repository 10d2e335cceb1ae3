import { createPublicClient, erc20Abi, http } from 'viem'
import { estimateFee } from '../chain/transaction.js'
import type { Context } from './describeRequest.js'
import type { WalletCall } from './readCall.js'
import { readTokenCall } from './tokenCall.js'

export type Facts = Pick<Context, 'fee' | 'token'>

/** Chain data for a request: its maximum fee and its token. */
export async function readFacts(
  call: WalletCall,
  { chainId, rpcUrl }: { readonly chainId: number; readonly rpcUrl: string | undefined },
): Promise<Facts> {
  if (call.kind !== 'transaction' || rpcUrl === undefined) return {}
  const { transaction } = call
  const [fee, token] = await Promise.all([
    estimateFee(transaction, { chainId, rpcUrl }),
    transaction.to && readTokenCall(transaction.data)
      ? readToken(transaction.to, rpcUrl)
      : undefined,
  ])
  return { ...(fee !== undefined && { fee }), ...(token && { token }) }
}

async function readToken(address: `0x${string}`, rpcUrl: string): Promise<Facts['token']> {
  const client = createPublicClient({ transport: http(rpcUrl) })
  const contract = { address, abi: erc20Abi } as const
  try {
    const [symbol, decimals] = await Promise.all([
      client.readContract({ ...contract, functionName: 'symbol' }),
      client.readContract({ ...contract, functionName: 'decimals' }),
    ])
    return { symbol: symbol.slice(0, 12), decimals }
  } catch {
    // Not a standard token: the request shows raw units.
    return undefined
  }
}
