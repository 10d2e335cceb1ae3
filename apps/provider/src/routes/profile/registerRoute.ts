import { registerName } from '@latchkey/wire/http/profile'
import type { Hex } from 'viem'
import { type Route, route } from '../../http/route.js'
import type { ProfileParts } from './ProfileParts.js'

export function registerRoute({ names }: ProfileParts): Route {
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
