import type { Widget } from '../../widget.js'
import { type IdentityKey, identityOf } from './createIdentity.js'
import { keepIdentity, keepNames } from './keptIdentities.js'

/** Shows a name that was just given to an account everywhere at once, without asking for it. */
export function adoptName(widget: Widget, { name, ...key }: IdentityKey & { name: string }): void {
  const identities = identityOf(widget)
  const state = identities.get(key)
  const before = 'value' in state ? state.value : undefined
  // A name of ENS stays the one to be called by: that is how the provider will answer, too.
  const identity = before?.name === undefined ? { ...before, name } : before
  keepNames(widget, key.address, [name])
  keepIdentity(widget, key.address, identity)
  identities.put(key, identity)
}
