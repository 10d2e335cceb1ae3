import type { NetworkId } from '@latchkey/wire/caip'
import { ApiError } from '../../errors/ApiError.js'
import type { Nodes } from '../../nodes/Nodes.js'
import type { SignatureSource } from '../history/solanaSignatures.js'
import {
  deriveTokenAccounts,
  readOwnedAccounts,
  readTokenAccounts,
  type TokenAccounts,
} from '../tokens/solanaTokenAccounts.js'
import { IndexError } from './ChainIndex.js'
import type { Indexes } from './createIndexes.js'
import type { TokenAccountIndex } from './das.js'
import type { SignatureIndex } from './heliusHistory.js'

/** By the nodes; if they do not list an owner's accounts, an index says where to look on them. */
export function createTokenAccounts({
  nodes,
  indexes,
}: {
  readonly nodes: Nodes
  readonly indexes: Indexes<TokenAccountIndex>
}): TokenAccounts {
  async function readIndexed(chain: NetworkId, owner: string) {
    return indexes.read(chain, async (index, signal) => {
      const found = await index.findTokenAccounts(chain, owner, signal)
      const accounts = await readTokenAccounts(nodes, chain, owner, found, signal)
      if (accounts.length === 0 && found.length > 0) {
        throw new IndexError('contradicted', 'The nodes have none of the token accounts.')
      }
      return accounts
    })
  }

  return {
    async read(chain, owner, named = []) {
      const { accounts: owned, isComplete } = await readOwnedAccounts(nodes, chain, owner).catch(
        (error: unknown) => {
          // Some nodes give up on owners with very many accounts.
          if (!(error instanceof ApiError && indexes.serves(chain))) throw error
          return { accounts: [], isComplete: false }
        },
      )
      const found = isComplete ? [] : ((await readIndexed(chain, owner)) ?? [])
      const places = isComplete ? [] : await deriveTokenAccounts(owner, named)
      const all = [...owned, ...found, ...(await readTokenAccounts(nodes, chain, owner, places))]
      const unique = new Map(all.map((account) => [account.address, account]))
      return [...unique.values()].filter(({ units }) => units > 0n)
    },
  }
}

/** The transactions that an index names and the nodes confirm. */
export function createIndexedSignatures(indexes: Indexes<SignatureIndex>): SignatureSource {
  return {
    serves: indexes.serves,
    find: (chain, account, { before, size, confirm }) =>
      indexes.read(chain, async (index, signal) => {
        const found = await index.findSignatures(chain, account, before, size, signal)
        const entries = await confirm(found, signal)
        if (entries.length === 0 && found.length > 0) {
          throw new IndexError('contradicted', 'The nodes have none of the transactions.')
        }
        return { entries, next: found.length < size ? undefined : found.at(-1) }
      }),
  }
}
