import type { NameRecord } from '@latchkey/wire/http/profile'
import { type Address, BaseError } from 'viem'
import { ApiError } from '../../errors/ApiError.js'
import { refusalIn } from '../../nodes/createNodes.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { ETHEREUM } from './coinTypes.js'
import { normalName } from './normalName.js'

/** Names of ENS itself, asked of the first chain that has it. */
export interface EnsNames {
  /** Undefined for a name that nobody has, or that points nowhere. */
  lookUp(name: string, signal?: AbortSignal): Promise<NameRecord | undefined>
}

/** Undefined when no chain has ENS. */
export function createEnsNames(nodes: Nodes): EnsNames | undefined {
  const chain = nodes.chains.find(({ ens }) => ens !== undefined)
  if (!chain?.ens) return undefined
  const universalResolverAddress = chain.ens.universalResolver as Address
  return {
    async lookUp(text, signal) {
      const name = normalName(text)
      const client = nodes.evm(chain.id, signal)
      try {
        const address = await client.getEnsAddress({ name, universalResolverAddress })
        if (address === null) return undefined
        return {
          name,
          attributes: null,
          addresses: { [ETHEREUM]: { address, created_at: null } },
        }
      } catch (error) {
        const refusal = refusalIn(error)
        if (refusal || !(error instanceof BaseError)) throw refusal ?? error
        // A resolver of somebody else's, or the server it sends us to, fails.
        throw new ApiError(503, 'name', 'This name cannot be resolved at the moment.', {
          cause: error,
        })
      }
    },
  }
}
