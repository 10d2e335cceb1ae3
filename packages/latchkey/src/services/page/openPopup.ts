import type { Ports } from '../../core/runtime/ports.js'

/** Opens a window of that size in front of the page. */
export const openPopup: Ports['page']['openPopup'] = (url, { width, height }) => {
  const opened = window.open(url, '_blank', `popup,width=${width},height=${height}`)
  if (!opened) return undefined
  return {
    go: (to) => opened.location.replace(to),
    close: () => opened.close(),
    isClosed: () => opened.closed,
    onMessage(from, listener, signal) {
      const hear = ({ source, origin, data }: MessageEvent) => {
        if (source === opened && origin === from) listener(data)
      }
      window.addEventListener('message', hear, { signal })
    },
  }
}
