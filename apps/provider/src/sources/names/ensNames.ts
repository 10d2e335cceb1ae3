import type { NameRecord } from '@latchkey/wire/http/profile'
import { type Address, BaseError } from 'viem'
import { ApiError, findApiError } from '../../errors/ApiError.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { ethereumCoinType } from './coinTypes.js'
import { normalizeName } from './normalizeName.js'

/** ENS names, resolved on the first chain that has ENS. */
export type EnsNames = {
  /** Undefined for an unregistered name, or one without an address. */
  lookUp(name: string, signal?: AbortSignal): Promise<NameRecord | undefined>
}

/** Undefined when no chain has ENS. */
export function createEnsNames(nodes: Nodes): EnsNames | undefined {
  const chain = nodes.chains.find(({ ens }) => ens !== undefined)
  if (!chain?.ens) return undefined
  const universalResolverAddress = chain.ens.universalResolver as Address
  return {
    async lookUp(text, signal) {
      const name = normalizeName(text)
      const client = nodes.evm(chain.id, signal)
      try {
        const address = await client.getEnsAddress({ name, universalResolverAddress })
        if (address === null) return undefined
        return {
          name,
          attributes: null,
          addresses: { [ethereumCoinType]: { address, created_at: null } },
        }
      } catch (error) {
        const apiError = findApiError(error)
        if (apiError || !(error instanceof BaseError)) throw apiError ?? error
        // The name's resolver or its gateway failed.
        throw new ApiError(503, 'name', 'This name cannot be resolved at the moment.', {
          cause: error,
        })
      }
    },
  }
}
