import type { Widget } from '../../widget.js'

/** Loads stale provider data, if the site has a provider. Called whenever the modal opens. Never rejects. */
export async function refreshProviderData(widget: Widget): Promise<void> {
  if (!widget.ports.provider) return
  try {
    const { loadProviderData } = await import('../providerData.lazy.js')
    await loadProviderData(widget)
  } catch (error) {
    widget.stores.registry.set({ directory: null })
    widget.ports.log.warn('The provider could not be reached', error)
  }
}
