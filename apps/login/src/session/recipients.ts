import { isSameAddress } from '@latchkey/wire/lookAlike'
import * as v from 'valibot'
import type { Store } from './store.js'

/** Earlier recipients of an account, in this browser and on this site. */
export type Recipients = {
  list(accountId: string): Promise<readonly string[]>
  note(accountId: string, recipients: readonly string[]): Promise<void>
}

const storedRecipients = v.array(v.string())
const maxStored = 200

/** A sign-out deletes everything under `prefix`. */
export function createRecipients(store: Store, prefix: string): Recipients {
  const keyOf = (accountId: string) => `${prefix}/${accountId}/receivers`
  async function list(accountId: string): Promise<readonly string[]> {
    const found = v.safeParse(storedRecipients, await store.get(keyOf(accountId)))
    return found.success ? found.output : []
  }
  return {
    list,
    async note(accountId, recipients) {
      if (recipients.length === 0) return
      const before = await list(accountId)
      const rest = before.filter((one) => !recipients.some((other) => isSameAddress(one, other)))
      await store.put(keyOf(accountId), [...recipients, ...rest].slice(0, maxStored))
    },
  }
}
