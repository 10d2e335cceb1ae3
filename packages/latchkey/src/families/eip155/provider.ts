import { ProviderRpcError, toProviderRpcError } from './ProviderRpcError.js'

export type ProviderEvents = {
  accountsChanged: readonly string[]
  chainChanged: string
  disconnect: ProviderRpcError
}

/**
 * The EIP-1193 object a site is given. It belongs to one connection: it is connected when it is given
 * out, so `connect` never fires, and `disconnect` is its end.
 */
export type Provider = {
  request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: string, listener: (data: never) => void): Provider
  removeListener(event: string, listener: (data: never) => void): Provider
}

export function createProvider(answer: (method: string, params: unknown) => Promise<unknown>): {
  readonly provider: Provider
  emit<event extends keyof ProviderEvents>(event: event, data: ProviderEvents[event]): void
} {
  const listeners = new Map<string, Set<(data: never) => void>>()

  const provider: Provider = {
    async request(call) {
      try {
        const { method, params } = call
        if (typeof method !== 'string') throw new ProviderRpcError(-32_600, 'A method is required')
        return await answer(method, params)
      } catch (error) {
        throw error instanceof ProviderRpcError ? error : toProviderRpcError(error)
      }
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }

  return {
    provider,
    emit(event, data) {
      for (const listener of [...(listeners.get(event) ?? [])]) {
        try {
          listener(data as never)
        } catch (error) {
          // The site's own mistake, reported like any other of its errors, without harm to us.
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
  }
}
