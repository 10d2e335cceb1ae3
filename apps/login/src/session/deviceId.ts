import * as v from 'valibot'
import type { Store } from './store.js'

/**
 * Names this browser to the login site, under one site. Random, and says nothing about who used it;
 * it outlives a sign-out, so that the same person is not asked to approve the same device again.
 */
export async function deviceIdOf(store: Store, scope: string): Promise<string> {
  const key = `device/${scope}`
  const found = v.safeParse(v.pipe(v.string(), v.uuid()), await store.get(key))
  if (found.success) return found.output
  const made = crypto.randomUUID()
  await store.put(key, made)
  return made
}
