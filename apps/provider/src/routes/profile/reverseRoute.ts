import { reverseName } from '@latchkey/wire/http/profile'
import { ApiError } from '../../errors/ApiError.js'
import { type Route, route } from '../../http/route.js'
import type { ProfileParts } from './ProfileParts.js'

/** Without a name: an empty list with `apiVersion` 2, otherwise 404. */
export function reverseRoute({ names }: ProfileParts): Route {
  return route(reverseName, async ({ address, apiVersion }) => {
    const records = await names.reverse(address)
    if (records.length > 0 || apiVersion === '2') return records
    throw new ApiError(404, 'address', 'This address has no name.')
  })
}
