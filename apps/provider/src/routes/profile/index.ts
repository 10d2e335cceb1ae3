import { lookUpName, registerName, reverseName, suggestNames } from '@latchkey/wire/http/profile'
import type { Hex } from 'viem'
import { ApiError } from '../../errors/ApiError.js'
import { type RawRoute, type Route, route } from '../../http/route.js'
import type { CcipGateway } from '../../sources/names/ccipGateway.js'
import type { Names } from '../../sources/names/createNames.js'
import type { EnsNames } from '../../sources/names/ensNames.js'
import { normalizeName } from '../../sources/names/normalizeName.js'
import type { SnsNames } from '../../sources/names/snsNames.js'
import { ccipRoutes } from './ccipRoutes.js'

/** Dependencies of the profile routes. */
type ProfileParts = {
  readonly names: Names
  /** Absent when no chain has ENS. */
  readonly ensNames?: EnsNames | undefined
  /** Absent when the main network of Solana is not served. */
  readonly snsNames?: SnsNames | undefined
  /** Absent without a signing key. */
  readonly ccipGateway?: CcipGateway | undefined
}

/** Names of accounts: look up, reverse, suggest, register. */
export function profileRoutes(parts: ProfileParts): Route[] {
  return [lookUpRoute(parts), reverseRoute(parts), suggestionsRoute(parts), registerRoute(parts)]
}

/** The same names for ENS clients (CCIP-Read). */
export function profileRawRoutes({ ccipGateway }: ProfileParts): RawRoute[] {
  return ccipGateway ? ccipRoutes(ccipGateway) : []
}

/** Local names, and names of ENS and SNS if their chains are served. */
function lookUpRoute({ names, ensNames, snsNames }: ProfileParts): Route {
  return route(lookUpName, async ({ name: written, apiVersion }, { signal }) => {
    const name = normalizeName(written)
    const isOf = (suffix: string) => !names.isLocal(name) && name.endsWith(suffix)
    const source = isOf('.eth') ? ensNames : isOf('.sol') ? snsNames : undefined
    const record = await (source ?? names).lookUp(name, signal)
    if (record) return record
    if (apiVersion === '2') return [] as []
    throw new ApiError(404, 'name', 'This name is not registered.')
  })
}

function registerRoute({ names }: ProfileParts): Route {
  return route(registerName, async (input, { project, network, origin, signal }) =>
    names.register(
      {
        coinType: input.coin_type,
        address: input.address,
        message: input.message,
        signature: input.signature as Hex,
      },
      { projectId: project.id, network, origin, signal },
    ),
  )
}

/** Without a name: an empty list with `apiVersion` 2, otherwise 404. */
function reverseRoute({ names }: ProfileParts): Route {
  return route(reverseName, async ({ address, apiVersion }) => {
    const records = await names.reverse(address)
    if (records.length > 0 || apiVersion === '2') return records
    throw new ApiError(404, 'address', 'This address has no name.')
  })
}

function suggestionsRoute({ names }: ProfileParts): Route {
  return route(suggestNames, async ({ name, zone }) => ({
    suggestions: [...(await names.suggestions(name, zone))],
  }))
}
