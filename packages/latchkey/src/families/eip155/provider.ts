import { createSiteEvents } from '../shared/siteEvents.js'
import { ProviderRpcError, toProviderRpcError } from './ProviderRpcError.js'

export type ProviderEvents = {
  accountsChanged: readonly string[]
  chainChanged: string
  disconnect: ProviderRpcError
}

/**
 * The EIP-1193 provider for the site. It belongs to one connection and is connected from the start, so
 * `connect` never fires; `disconnect` is its end.
 */
export type Provider = {
  request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: string, listener: (data: never) => void): Provider
  removeListener(event: string, listener: (data: never) => void): Provider
}

export function createProvider(
  handleRequest: (method: string, params: unknown) => Promise<unknown>,
): {
  readonly provider: Provider
  readonly emit: ReturnType<typeof createSiteEvents<ProviderEvents>>['emit']
} {
  const { on, off, emit } = createSiteEvents<ProviderEvents>()
  const provider: Provider = {
    async request(call) {
      try {
        const { method, params } = call
        if (typeof method !== 'string') throw new ProviderRpcError(-32_600, 'A method is required')
        return await handleRequest(method, params)
      } catch (error) {
        throw error instanceof ProviderRpcError ? error : toProviderRpcError(error)
      }
    },
    on(event, listener) {
      on(event as keyof ProviderEvents, listener as (data: unknown) => void)
      return provider
    },
    removeListener(event, listener) {
      off(event as keyof ProviderEvents, listener as (data: unknown) => void)
      return provider
    },
  }

  return { provider, emit }
}
