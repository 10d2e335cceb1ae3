import { registerName as endpoint, lookUpName } from '@latchkey/wire/http/profile'
import {
  cacheIdentity,
  cacheNames,
  getIdentities,
  type IdentityKey,
} from '../../../core/account/identity/identity.js'
import { signMessage } from '../../../core/connection/actions/signMessage.js'
import { getConnection } from '../../../core/connection/store.js'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import { navigate } from '../../../core/modal/actions/navigation.js'
import type { Network } from '../../../core/network/network.js'
import { getActiveNetwork } from '../../../core/network/store.js'
import { NotConnectedError } from '../../../core/runtime/errors/connection.js'
import { NameError, ProviderError } from '../../../core/runtime/errors/provider.js'
import type { Widget } from '../../../core/widget.js'
import { canRegister, coinTypeOf, getNameZone, toName } from '../accountName.js'
import { namesOf } from '../store.js'

export type RegisterNameParameters = { readonly signal: AbortSignal }

type Registration = {
  readonly name: string
  readonly address: string
  readonly network: Network
  readonly signal: AbortSignal
}

/** Signs for the typed name and registers it. */
export async function registerName(
  widget: Widget,
  { signal }: RegisterNameParameters,
): Promise<void> {
  const names = namesOf(widget)
  const account = getConnection(widget)?.active
  const network = getActiveNetwork(widget.stores.network.get())
  if (!account || !canRegister(widget, network)) throw new NotConnectedError()

  const name = toName(names.get().label, getNameZone(widget))
  const properties = { isSmartAccount: account.type === 'smartAccount', ensName: name }
  names.set({ isRegistering: true })
  recordEvent(widget, { event: 'REGISTER_NAME_INITIATED', properties: properties })
  try {
    await register(widget, { name, address: account.address, network, signal })
    applyRegisteredName(widget, { name, address: account.address, network })
    names.set({ text: '', label: '', search: 'idle', suggestions: [] })
    recordEvent(widget, { event: 'REGISTER_NAME_SUCCESS', properties: properties })
    navigate(widget, { view: 'RegisterAccountNameSuccess', params: { name }, how: 'reset' })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    recordEvent(widget, {
      event: 'REGISTER_NAME_ERROR',
      properties: { ...properties, error: message },
    })
    throw error
  } finally {
    names.set({ isRegistering: false })
  }
}

async function register(widget: Widget, { name, address, network, signal }: Registration) {
  const { clock, provider } = widget.ports
  const timestamp = Math.floor(clock.now() / 1_000)
  const message = JSON.stringify({ name, attributes: {}, timestamp })
  const signature = await signMessage(widget, { message, namespace: network.namespace, signal })
  try {
    if (!provider) throw new ProviderError('unreachable')
    const coin_type = coinTypeOf(network) ?? 0
    await provider.call(endpoint, { coin_type, address, message, signature }, { signal })
  } catch (cause) {
    signal.throwIfAborted()
    // The response may be lost although the name was registered.
    const owner = await fetchOwners(widget, { name, signal })
    if (owner.some((one) => one.toLowerCase() === address.toLowerCase())) return
    if (owner.length > 0) setRegistered(widget, name)
    throw new NameError('register', { cause })
  }
}

/** The addresses of a name; empty if the lookup fails. */
async function fetchOwners(
  { ports: { provider, log } }: Widget,
  { name, signal }: { readonly name: string; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  try {
    const record = await provider?.call(lookUpName, { name, apiVersion: '2' }, { signal })
    if (!record || !('addresses' in record)) return []
    return Object.values(record.addresses).map(({ address }) => address)
  } catch (error) {
    log.warn('Could not look up the name after a failed registration', error)
    return []
  }
}

/** The name was registered by another account in between. */
function setRegistered(widget: Widget, name: string): void {
  namesOf(widget).set(({ suggestions }) => ({
    suggestions: suggestions.map((one) => (one.name === name ? { name, registered: true } : one)),
  }))
}

/** Shows a newly registered name everywhere, without fetching it. */
export function applyRegisteredName(
  widget: Widget,
  { name, ...key }: IdentityKey & { name: string },
): void {
  const identities = getIdentities(widget)
  const state = identities.get(key)
  const before = 'value' in state ? state.value : undefined
  // An ENS name takes precedence, as in the provider's response.
  const identity = before?.name === undefined ? { ...before, name } : before
  cacheNames(widget, key.address, [name])
  cacheIdentity(widget, key.address, identity)
  identities.set(key, identity)
}
