import { suggestNames } from '@latchkey/wire/http/profile'
import { type Route, route } from '../../http/route.js'
import type { ProfileParts } from './ProfileParts.js'

export function suggestionsRoute({ names }: ProfileParts): Route {
  return route(suggestNames, async ({ name, zone }) => ({
    suggestions: [...(await names.suggestions(name, zone))],
  }))
}
