import type { StoredGrant } from '@latchkey/wire/login/grants'
import type { WalletParts } from './createReads.js'

/** What a wallet knows about its site, with a login server in memory. */
export function createSiteParts(origin = 'https://shop.test') {
  const stored: StoredGrant[] = []
  const parts = {
    paymaster: () => Promise.reject(new TypeError('There is no paymaster')),
    prices: async () => new Map<string, number>(),
    paymasterOf: () => undefined,
    paymasterUrl: () => undefined,
    tokenFeesOf: () => undefined,
    projectId: 'shop',
    origin,
    grants: {
      store: async (grant) => void stored.unshift({ ...grant, origin, createdAt: Date.now() }),
      list: async () => stored,
    },
  } satisfies Omit<
    WalletParts,
    'signer' | 'preferredType' | 'chains' | 'rpc' | 'bundler' | 'balances'
  >
  return { ...parts, stored }
}
