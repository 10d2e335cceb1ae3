import * as limits from '../../core/runtime/limits.js'
import type { Ports } from '../../core/runtime/ports.js'

/** Lets the browser fetch images ahead, so that they are there when they are shown. */
export async function preloadImages(
  addresses: readonly string[],
  clock: Ports['clock'],
): Promise<void> {
  if (typeof Image === 'undefined') return
  const done = new AbortController()
  const loads = addresses.map((address) => {
    const image = new Image()
    image.referrerPolicy = 'no-referrer'
    image.src = address
    return new Promise<unknown>((resolve) => {
      image.onload = resolve
      image.onerror = resolve // shown without
    })
  })
  const waited = clock.sleep(limits.imageWait, done.signal).catch(() => undefined)
  await Promise.race([Promise.all(loads), waited])
  done.abort()
}
