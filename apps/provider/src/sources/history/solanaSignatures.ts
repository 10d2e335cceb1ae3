import type { NetworkId } from '@latchkey/wire/caip'
import { ApiError } from '../../errors/ApiError.js'
import { NodeRpcError, type Nodes } from '../../nodes/Nodes.js'

/** A finalized transaction of a Solana account. */
export type Signature = {
  readonly signature: string
  readonly slot: number
  readonly blockTime?: number | null
}

/** Where the transactions of accounts are found before the nodes are asked. */
export type SignatureSource = {
  serves(chain: NetworkId): boolean
  /** The newest before a signature, of those that `confirm` lets through. Undefined if there is no answer. */
  find<entry>(
    chain: NetworkId,
    account: string,
    page: {
      readonly before: Signature | undefined
      readonly size: number
      readonly confirm: (
        found: readonly Signature[],
        signal: AbortSignal,
      ) => Promise<readonly entry[]>
    },
  ): Promise<
    { readonly entries: readonly entry[]; readonly next: Signature | undefined } | undefined
  >
}

/** The node's limit per request. */
export const maxSignatures = 1_000

export function isSolanaSignature(value: unknown): value is string {
  return typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{64,90}$/.test(value)
}

export function formatPosition({ slot, signature }: Signature): string {
  return `${slot}.${signature}`
}

export function parsePosition(text: string): Signature {
  const [, slot, signature] = /^(\d{1,15})\.(\w+)$/.exec(text) ?? []
  if (!isSolanaSignature(signature)) {
    throw new ApiError(400, 'cursor', 'Not a cursor from this provider.')
  }
  return { slot: Number(slot), signature }
}

/** The newest transactions that name an address, newest first. */
export async function listSignatures(
  nodes: Nodes,
  chain: NetworkId,
  address: string,
  options: { readonly limit: number; readonly before?: string; readonly until?: string },
): Promise<readonly Signature[]> {
  const params = [address, { ...options, commitment: 'finalized' }]
  const answer = await nodes
    .call(chain, 'getSignaturesForAddress', params)
    .catch((cause: unknown) => {
      if (!(cause instanceof NodeRpcError)) throw cause
      const message = 'The chain cannot be read at the moment.'
      throw new ApiError(503, 'chainId', message, { cause })
    })
  return answer as readonly Signature[]
}
