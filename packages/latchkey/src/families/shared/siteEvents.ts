/** Events of the provider that a site gets. */
export type SiteEvents<events> = {
  on<event extends keyof events>(event: event, listener: (data: events[event]) => void): void
  off<event extends keyof events>(event: event, listener: (data: events[event]) => void): void
}

export function createSiteEvents<events>(): SiteEvents<events> & {
  emit<event extends keyof events>(event: event, data: events[event]): void
} {
  const listeners = new Map<keyof events, Set<(data: never) => void>>()
  return {
    on: (event, listener) =>
      void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    off: (event, listener) => void listeners.get(event)?.delete(listener),
    emit(event, data) {
      for (const listener of [...(listeners.get(event) ?? [])]) {
        try {
          listener(data as never)
        } catch (error) {
          // The site's own error: reported to the page, without stopping other listeners.
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
  }
}
