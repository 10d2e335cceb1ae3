import type { Keyring } from './Keyring.js'

/** Seals with `current`; shares under `older` keys still open, and `reseal` moves them over. */
export function withOlderKeys(current: Keyring, older: Keyring): Keyring {
  return {
    ...current,
    has: async (keyId) => (await older.has(keyId)) || current.has(keyId),
    async open(sealed, context) {
      return ((await older.has(sealed.keyId)) ? older : current).open(sealed, context)
    },
    async reseal(sealed, context) {
      if (!(await older.has(sealed.keyId))) return current.reseal(sealed, context)
      return current.seal(await older.open(sealed, context), context)
    },
  }
}
