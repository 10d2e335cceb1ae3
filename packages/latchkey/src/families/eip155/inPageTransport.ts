import type { WalletTransport } from '../../core/connection/family.js'

/** An EIP-1193 object of a wallet, as far as anybody can rely on one. */
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

/** Reaches a wallet through the object it put into the page. */
export function inPageTransport(provider: InPageProvider): WalletTransport {
  /** Async, so that a provider that throws rejects instead. */
  const request = async (method: string, params?: unknown) =>
    provider.request(params === undefined ? { method } : { method, params })

  return {
    provider,
    request: ({ method, params }) => request(method, params),
    on(event, listener) {
      try {
        provider.on?.(eventNames[event], listener)
      } catch {
        // A wallet without working events can still be used; it just tells us nothing.
        return () => {}
      }
      return () => {
        try {
          provider.removeListener?.(eventNames[event], listener)
        } catch {
          // The listener's owner is gone either way.
          return
        }
      }
    },
    /** Gives back the permission to see accounts. Wallets that know neither method stay as they are. */
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
