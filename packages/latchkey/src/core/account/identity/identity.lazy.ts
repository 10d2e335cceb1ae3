import { getIdentity } from '@latchkey/wire/http/identity'
import { reverseName } from '@latchkey/wire/http/profile'
import { getConnection } from '../../connection/store.js'
import { ProviderError } from '../../runtime/errors/provider.js'
import { toProviderImageUrl } from '../../wallets/toProviderImageUrl.js'
import type { Widget } from '../../widget.js'
import {
  cacheIdentity,
  cacheNames,
  type Identity,
  isNormalizedName,
  readCachedIdentity,
  readCachedNames,
} from './identity.js'

type FetchParameters = { readonly address: string; readonly signal: AbortSignal }

/** Name and avatar of an account, from the cache or the provider. */
export async function fetchIdentity(
  widget: Widget,
  parameters: FetchParameters,
): Promise<Identity> {
  const { address } = parameters
  const cached = readCachedIdentity(widget, address)
  if (cached) return sanitizeIdentity(widget, cached.value)
  const identity = await sanitizeIdentity(widget, await requestIdentity(widget, parameters))
  // A name registered while the request was pending is newer than the response.
  const newer = readCachedIdentity(widget, address)
  if (newer) return sanitizeIdentity(widget, newer.value)
  cacheIdentity(widget, address, identity)
  return identity
}

/** The names an account has with the provider, the oldest first. */
export async function fetchNames(
  widget: Widget,
  { address, signal }: FetchParameters,
): Promise<readonly string[]> {
  const cached = readCachedNames(widget, address)
  if (cached) return cached
  const sender = getConnection(widget)?.active.address
  const records = await getProvider(widget).call(
    reverseName,
    { address, sender, apiVersion: '2' },
    { signal },
  )
  // A reverse name counts only if it resolves forward.
  const names = records.flatMap(({ name, addresses }) =>
    Object.values(addresses).some((one) => isSameAddress(one.address, address)) ? [name] : [],
  )
  cacheNames(widget, address, names)
  return names
}

/** Public surface §8.1: falls back to the first of the account's own names. */
async function requestIdentity(widget: Widget, parameters: FetchParameters): Promise<Identity> {
  const { address, signal } = parameters
  const sender = getConnection(widget)?.active.address
  try {
    const { name, avatar } = await getProvider(widget).call(
      getIdentity,
      { address, sender },
      { signal },
    )
    return { name: name ?? undefined, avatar: avatar ?? undefined }
  } catch {
    signal.throwIfAborted()
    const [name] = await fetchNames(widget, parameters)
    return { name }
  }
}

/** Drops a name that is not normalized and an avatar that may not be shown. */
async function sanitizeIdentity(widget: Widget, { name, avatar }: Identity): Promise<Identity> {
  return {
    name: name !== undefined && (await isNormalizedName(name)) ? name : undefined,
    avatar: toProviderImageUrl(widget, avatar),
  }
}

function getProvider({ ports }: Widget) {
  if (!ports.provider) throw new ProviderError('unreachable')
  return ports.provider
}

/** EVM addresses only, so letter case carries no meaning. */
const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
