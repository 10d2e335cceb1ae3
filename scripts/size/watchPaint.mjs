/**
 * Runs inside the page before its own scripts: records when the connect button and, after a click, the first
 * wallet row were painted, in milliseconds since navigation.
 */
export function watchPaint(selectors) {
  let clickedAt
  addEventListener('click', ({ timeStamp }) => (clickedAt ??= timeStamp), { capture: true })
  const isClicked = () => clickedAt !== undefined
  globalThis.painted = {
    button: whenPainted(selectors.connectButton, () => true),
    row: whenPainted(selectors.walletRow, isClicked),
    clickToRow: whenPainted(selectors.walletRow, isClicked).then((time) => time - clickedAt),
  }

  function whenPainted(selector, mayBegin) {
    return new Promise((resolve) => {
      const frame = () => {
        if (mayBegin() && isVisible(selector)) afterPaint(resolve)
        else requestAnimationFrame(frame)
      }
      requestAnimationFrame(frame)
    })
  }

  /** Called in a frame; a task queued there runs once that frame has been drawn. */
  function afterPaint(done) {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      done(performance.now())
    }
    port2.postMessage(undefined)
  }

  function isVisible(selector) {
    const found = findDeep(document, selector)
    return found?.checkVisibility({ visibilityProperty: true }) ?? false
  }

  function findDeep(root, selector) {
    const found = root.querySelector(selector)
    if (found) return found
    for (const { shadowRoot } of root.querySelectorAll('*')) {
      const inside = shadowRoot && findDeep(shadowRoot, selector)
      if (inside) return inside
    }
    return null
  }
}
