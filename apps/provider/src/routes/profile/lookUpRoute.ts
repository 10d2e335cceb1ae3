import { lookUpName } from '@latchkey/wire/http/profile'
import { ApiError } from '../../errors/ApiError.js'
import { type Route, route } from '../../http/route.js'
import { normalizeName } from '../../sources/names/normalizeName.js'
import type { ProfileParts } from './ProfileParts.js'

/** Local names, and ENS names if a chain has ENS. */
export function lookUpRoute({ names, ensNames }: ProfileParts): Route {
  return route(lookUpName, async ({ name: written, apiVersion }, { signal }) => {
    const name = normalizeName(written)
    const record =
      ensNames && !names.isLocal(name) && name.endsWith('.eth')
        ? await ensNames.lookUp(name, signal)
        : await names.lookUp(name)
    if (record) return record
    if (apiVersion === '2') return [] as []
    throw new ApiError(404, 'name', 'This name is not registered.')
  })
}
