import type { Widget } from '../../widget.js'

/**
 * Asks the provider, where the site has one, for what it decides and lists. Meant for whenever the
 * modal comes up: what is known and fresh is not asked again. Never rejects.
 */
export async function refreshProviderData(widget: Widget): Promise<void> {
  if (!widget.ports.provider) return
  try {
    const { loadProviderData } = await import('../providerData.lazy.js')
    await loadProviderData(widget)
  } catch (error) {
    widget.stores.registry.set({ directory: null })
    widget.ports.log.warn('The provider could not be asked', error)
  }
}
