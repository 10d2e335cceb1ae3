import * as v from 'valibot'
import type { AccountType } from '../account/embeddedWallet.js'
import type { Store } from './store.js'

/** The site's last choice of chain and account type. */
export type Preferences = {
  readonly chainId: string
  readonly accountType: AccountType
  change(to: { chainId?: string; accountType?: AccountType }): Promise<void>
}

const storedPreferences = v.object({
  chainId: v.optional(v.string()),
  accountType: v.optional(v.picklist(['eoa', 'smartAccount'])),
})

export async function openPreferences({
  store,
  scope,
  chainId,
  isServed,
}: {
  readonly store: Store
  readonly scope: string
  /** From the frame's URL. */
  readonly chainId: string
  isServed(chainId: string): boolean
}): Promise<Preferences> {
  const key = `preferences/${scope}`
  const found = v.safeParse(storedPreferences, await store.get(key))
  const before = found.success ? found.output : {}
  let accountType: AccountType = before.accountType ?? 'smartAccount'
  let active = before.chainId !== undefined && isServed(before.chainId) ? before.chainId : chainId
  return {
    get chainId() {
      return active
    },
    get accountType() {
      return accountType
    },
    async change(to) {
      active = to.chainId ?? active
      accountType = to.accountType ?? accountType
      await store.put(key, { chainId: active, accountType })
    },
  }
}
