import type { PairingEnvironment } from '@latchkey/pairing/ports'

/** Whether the device is online and the page is looked at. */
export const browserEnvironment: PairingEnvironment = {
  online: () => navigator.onLine,
  visible: () => document.visibilityState === 'visible',
  watch(listener) {
    const controller = new AbortController()
    const { signal } = controller
    for (const event of ['online', 'offline', 'pageshow']) {
      window.addEventListener(event, listener, { signal })
    }
    document.addEventListener('visibilitychange', listener, { signal })
    return () => controller.abort()
  },
}
