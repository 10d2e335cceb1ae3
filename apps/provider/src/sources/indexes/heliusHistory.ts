import type { NetworkId } from '@latchkey/wire/caip'
import { isRecord } from '@latchkey/wire/json'
import { isSolanaSignature, type Signature } from '../history/solanaSignatures.js'
import { assertAnswer, IndexError } from './ChainIndex.js'
import type { IndexCall, IndexParts } from './requestIndex.js'

/** An index of the transactions of Solana accounts, also of those that only concern their token accounts. */
export type SignatureIndex = {
  /** The newest transactions before a signature, newest first. */
  findSignatures(
    chain: NetworkId,
    account: string,
    before: Signature | undefined,
    size: number,
    signal: AbortSignal,
  ): Promise<readonly Signature[]>
}

/** Helius' enhanced transactions: https://www.helius.dev/docs/enhanced-transactions/transaction-history */
export function createHeliusHistory({
  url,
  key,
  call,
}: Pick<IndexParts, 'url' | 'key'> & { readonly call: IndexCall }): SignatureIndex {
  return {
    async findSignatures(_, account, before, size, signal) {
      const query = new URLSearchParams({
        'api-key': key ?? '',
        limit: String(size),
        commitment: 'finalized',
        'token-accounts': 'balanceChanged',
        ...(before && { 'before-signature': before.signature }),
      })
      const path = `${url}/v0/addresses/${account}/transactions?${query}`
      const answer = await call(path, undefined, signal).catch(withoutPlan)
      const isPage = Array.isArray(answer) && answer.length <= size
      assertAnswer(isPage, 'The transactions are wrong.')
      const found = answer.map(readSignature)
      found.forEach(({ slot, signature }, index) => {
        const newer = found[index - 1] ?? before
        const isNext = newer === undefined || (slot <= newer.slot && signature !== newer.signature)
        assertAnswer(isNext, 'The transactions are not in order.')
      })
      return found
    },
  }
}

/** A plan may lack this API only, so the key is still good for others. */
function withoutPlan(error: unknown): never {
  const isRefused = error instanceof IndexError && error.code === 'unauthorized'
  throw isRefused ? new IndexError('unsupported', error.message) : error
}

function readSignature(row: unknown): Signature {
  assertAnswer(isRecord(row), 'A transaction is not an object.')
  const { signature, slot, timestamp } = row
  assertAnswer(isSolanaSignature(signature), 'A transaction has no signature.')
  const isSlot = typeof slot === 'number' && Number.isSafeInteger(slot) && slot >= 0
  assertAnswer(isSlot, 'A transaction has no slot.')
  return { signature, slot, blockTime: typeof timestamp === 'number' ? timestamp : null }
}
