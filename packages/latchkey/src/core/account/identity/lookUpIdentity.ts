import { getIdentity } from '@latchkey/wire/http/identity'
import { reverseName } from '@latchkey/wire/http/profile'
import { connectedIn } from '../../connection/store.js'
import { ProviderError } from '../../runtime/errors/provider.js'
import { providerImage } from '../../wallets/providerImage.js'
import type { Widget } from '../../widget.js'
import type { Identity } from './identity.js'
import { isPlainName } from './isPlainName.js'
import { keepIdentity, keepNames, keptIdentity, keptNames } from './keptIdentities.js'

type LookUp = { readonly address: string; readonly signal: AbortSignal }

/** Name and picture of an account, as kept or as the provider tells them. */
export async function lookUpIdentity(widget: Widget, asked: LookUp): Promise<Identity> {
  const { address } = asked
  const kept = keptIdentity(widget, address)
  if (kept) return shown(widget, kept.value)
  const identity = await shown(widget, await ask(widget, asked))
  // Of a name that was given meanwhile the answer cannot know.
  const newer = keptIdentity(widget, address)
  if (newer) return shown(widget, newer.value)
  keepIdentity(widget, address, identity)
  return identity
}

/** The names an account has with the provider, the oldest first. */
export async function lookUpNames(
  widget: Widget,
  { address, signal }: LookUp,
): Promise<readonly string[]> {
  const kept = keptNames(widget, address)
  if (kept) return kept
  const sender = connectedIn(widget)?.active.address
  const records = await providerOf(widget).call(
    reverseName,
    { address, sender, apiVersion: '2' },
    { signal },
  )
  // Whoever points at an account is no name of it unless the account is what it points to.
  const names = records.flatMap(({ name, addresses }) =>
    Object.values(addresses).some((one) => isSame(one.address, address)) ? [name] : [],
  )
  keepNames(widget, address, names)
  return names
}

/** Public surface §8.1: where identities cannot be had, the first of the account's own names. */
async function ask(widget: Widget, asked: LookUp): Promise<Identity> {
  const { address, signal } = asked
  const sender = connectedIn(widget)?.active.address
  try {
    const { name, avatar } = await providerOf(widget).call(
      getIdentity,
      { address, sender },
      { signal },
    )
    return { name: name ?? undefined, avatar: avatar ?? undefined }
  } catch {
    signal.throwIfAborted()
    const [name] = await lookUpNames(widget, asked)
    return { name }
  }
}

/** What of it may be drawn. */
async function shown(widget: Widget, { name, avatar }: Identity): Promise<Identity> {
  return {
    name: name !== undefined && (await isPlainName(name)) ? name : undefined,
    avatar: providerImage(widget, avatar),
  }
}

function providerOf({ ports }: Widget) {
  if (!ports.provider) throw new ProviderError('unreachable')
  return ports.provider
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
