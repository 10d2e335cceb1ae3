import type { Widget } from '../../widget.js'

/** On phones, loads what opens a wallet's app within the tap. Other devices have none of its code. */
export function loadPhonePairing(widget: Widget): () => void {
  const { config, ports } = widget
  if (config.pairing && ports.page.device.isMobile) {
    import('./preparePairing.lazy.js').then(
      ({ preparePairing }) => preparePairing(widget),
      // Without it, the app opens once the relay has the offer.
      (error: unknown) => ports.log.warn('Pairing could not be prepared', error),
    )
  }
  return () => undefined
}
