import { deviceKey } from '@latchkey/wire/login/fields'
import * as v from 'valibot'
import { toHex } from './flows.js'
import type { Store } from './store.js'

/**
 * Random id of this browser for the login site, per embedding site. It survives a sign-out, so that
 * the visitor need not approve the same device again.
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
 * Proves to the login site that this browser has logged in before, per embedding site. It is sent to
 * the login site only, and survives a sign-out like the device id.
 */
export async function getDeviceKey(store: Store, scope: string): Promise<string> {
  const storeKey = `device-key/${scope}`
  const found = v.safeParse(deviceKey, await store.get(storeKey))
  if (found.success) return found.output
  const made = toHex(crypto.getRandomValues(new Uint8Array(32)))
  await store.put(storeKey, made)
  return made
}
