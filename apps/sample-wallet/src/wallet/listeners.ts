export type Listener = (data: unknown) => void

/** The event half of EIP-1193. A listener that throws must not stop the others. */
export function createListeners(report: (error: unknown) => void) {
  const byEvent = new Map<string, Set<Listener>>()
  return {
    on(event: string, listener: Listener) {
      const known = byEvent.get(event) ?? new Set()
      byEvent.set(event, known.add(listener))
    },
    removeListener(event: string, listener: Listener) {
      byEvent.get(event)?.delete(listener)
    },
    emit(event: string, data: unknown) {
      for (const listener of [...(byEvent.get(event) ?? [])]) {
        try {
          listener(data)
        } catch (error) {
          report(error)
        }
      }
    },
  }
}
