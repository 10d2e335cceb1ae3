import { getAvatarImage, getIdentity } from '@latchkey/wire/http/identity'
import { parseAddress } from '@latchkey/wire/rpc/eip155'
import { getAddress, type Hex } from 'viem'
import type { Clock } from '../../clock.js'
import { ApiError } from '../../errors/ApiError.js'
import { type Route, route } from '../../http/route.js'
import { withNodeDeadline } from '../../nodes/Nodes.js'
import type { Identities } from '../../sources/identity/createIdentities.js'
import type { Pictures } from '../../sources/pictures/createPictures.js'
import { isSolanaAddress } from '../../sources/tokens/createTokens.js'

/** The contract's limit. */
const maxImageLength = 150_000

/** The name and avatar of an address, at both known paths, and the avatar as an image. */
export function identityRoutes({
  clock,
  identities,
  pictures,
}: {
  readonly clock: Clock
  readonly identities: Identities
  readonly pictures: Pictures
}): Route[] {
  const alias = {
    ...getIdentity,
    name: 'getAccountIdentity',
    path: '/v1/account/:address/identity',
  } as const
  /** These requests name no chain. */
  const inTime = <value>(work: Promise<value>) => withNodeDeadline(clock, work, 'identity')
  const identityRoute = (endpoint: typeof getIdentity | typeof alias) =>
    route(endpoint, async ({ address }, { publicUrl }) => {
      const account = parseAddress(address) ?? (isSolanaAddress(address) ? address : undefined)
      if (account === undefined) throw new ApiError(400, 'address', 'Not an EVM or Solana address.')
      const { name, avatar, resolvedAt } = await inTime(identities.read(account))
      const canInline = avatar === null || isInlineImage(avatar)
      const shown = canInline
        ? avatar
        : `${publicUrl}/public/getAvatarImage/${getAddress(account as Hex)}`
      return { name, avatar: shown, resolvedAt: new Date(resolvedAt).toISOString() }
    })
  return [
    identityRoute(getIdentity),
    identityRoute(alias),
    route(getAvatarImage, async ({ address }) => {
      const account = parseAddress(address)
      if (account === undefined) throw new ApiError(400, 'address', 'Not an EVM address.')
      const { avatar } = await inTime(identities.read(account))
      const picture = avatar === null ? undefined : await inTime(pictures.fetch(avatar))
      if (!picture) throw new ApiError(404, 'address', 'There is no image for this address.')
      return picture
    }),
  ]
}

const isInlineImage = (avatar: string) =>
  avatar.startsWith('data:') && avatar.length <= maxImageLength
