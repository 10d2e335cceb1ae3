import { deviceKey } from '@latchkey/wire/login/fields'
import * as v from 'valibot'
import { toHex } from './flows.js'
import type { Store } from './store.js'

/**
 * Names this browser to the login site, under one site. Random, and says nothing about who used it;
 * it outlives a sign-out, so that the same person is not asked to approve the same device again.
 */
export async function getDeviceId(store: Store, scope: string): Promise<string> {
  const key = `device/${scope}`
  const found = v.safeParse(v.pipe(v.string(), v.uuid()), await store.get(key))
  if (found.success) return found.output
  const made = crypto.randomUUID()
  await store.put(key, made)
  return made
}

/**
 * Proves to the login site that this browser has logged in before, under one site. It never leaves the
 * frame but to the login site, and outlives a sign-out like the device's id.
 */
export async function getDeviceKey(store: Store, scope: string): Promise<string> {
  const place = `device-key/${scope}`
  const found = v.safeParse(deviceKey, await store.get(place))
  if (found.success) return found.output
  const made = toHex(crypto.getRandomValues(new Uint8Array(32)))
  await store.put(place, made)
  return made
}
