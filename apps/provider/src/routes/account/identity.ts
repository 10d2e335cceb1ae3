import { getIdentity } from '@latchkey/wire/http/identity'
import { parseAddress } from '@latchkey/wire/rpc/eip155'
import { Refusal } from '../../api/Refusal.js'
import { type Route, route } from '../../api/route.js'
import type { Clock } from '../../clock.js'
import { inTime } from '../../nodes/deadline.js'
import type { Identities } from '../../sources/identity/createIdentities.js'
import { isSolanaAddress } from '../../sources/tokens/createTokens.js'

/** A name and picture for an address, at both paths clients know. */
export function identityRoutes({
  clock,
  identities,
}: {
  readonly clock: Clock
  readonly identities: Identities
}): Route[] {
  const alias = {
    ...getIdentity,
    name: 'getAccountIdentity',
    path: '/v1/account/:address/identity',
  } as const
  return [getIdentity, alias].map((endpoint) =>
    route(endpoint, async ({ address }) => {
      const account = parseAddress(address)
      if (account === undefined) {
        // Solana has no names that point back.
        if (isSolanaAddress(address)) return { name: null, avatar: null }
        throw new Refusal(400, 'address', 'Not an EVM or Solana address.')
      }
      const { name, avatar, resolvedAt } = await inTime(clock, identities.of(account))
      return { name, avatar, resolvedAt: new Date(resolvedAt).toISOString() }
    }),
  )
}
