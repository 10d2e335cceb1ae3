import type { WalletTransport } from '../../core/connection/family.js'

/** The parts of an in-page EIP-1193 provider that wallets implement reliably. */
export type InPageProvider = {
  request(call: { method: string; params?: unknown }): unknown
  on?(event: string, listener: (data: unknown) => void): unknown
  removeListener?(event: string, listener: (data: unknown) => void): unknown
}

const eventNames = {
  accounts: 'accountsChanged',
  network: 'chainChanged',
  disconnect: 'disconnect',
} as const

/** Talks to a wallet through the object it injected into the page. */
export function inPageTransport(provider: InPageProvider): WalletTransport {
  /** Async, so that an exception becomes a rejection. */
  const request = async (method: string, params?: unknown) =>
    provider.request(params === undefined ? { method } : { method, params })

  return {
    provider,
    request: ({ method, params }) => request(method, params),
    on(event, listener) {
      try {
        provider.on?.(eventNames[event], listener)
      } catch {
        // A wallet without working events can still be used.
        return () => {}
      }
      return () => {
        try {
          provider.removeListener?.(eventNames[event], listener)
        } catch {
          // The listener is gone in any case.
          return
        }
      }
    },
    /** Revokes the permission to see accounts, where the wallet supports it. */
    async close() {
      try {
        const permissions = (await request('wallet_getPermissions')) as {
          parentCapability: unknown
        }[]
        if (permissions.some((permission) => permission.parentCapability === 'eth_accounts')) {
          await request('wallet_revokePermissions', [{ eth_accounts: {} }])
        }
      } catch {
        return
      }
    },
  }
}
