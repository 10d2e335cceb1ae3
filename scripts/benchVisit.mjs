import { gzipSize } from './bundleSize.mjs'
import { collectScripts, connectButton, walletRow } from './pageSize.mjs'

/**
 * One visit with an empty cache: load the page, click its connect button, wait for the first wallet
 * row. Times are taken inside the page at the frame in which the thing is painted.
 *
 * @param {{ browser: import('@playwright/test').Browser, url: string, hoverFor: number, slowdown: number }} options
 */
export async function benchVisit({ browser, url, hoverFor, slowdown }) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.addInitScript(watchPaint, { connectButton, walletRow })
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const scripts = collectScripts(page)
    const requests = []
    page.on('request', (request) => requests.push(request.url()))

    await page.goto(url, { waitUntil: 'networkidle' })
    const own = new URL(url).host
    const figures = {
      bytesBeforeClick: await totalSize(scripts),
      requestsBeforeClick: requests.length,
      foreignRequests: requests.filter((address) => new URL(address).host !== own).length,
      mainThread: (await readMetric(devtools, 'TaskDuration')) * 1000,
    }
    const button = page.locator(connectButton).first()
    if ((await button.count()) === 0) return figures // a page without a widget
    const buttonPaintedAt = await page.evaluate(() => globalThis.painted.button)

    if (hoverFor > 0) {
      await button.hover()
      await page.waitForTimeout(hoverFor)
    }
    await button.click()
    await page.locator(walletRow).first().waitFor()
    const clickToRow = await page.evaluate(() => globalThis.painted.rowAfterClick)
    const bytesUntilRow = await totalSize(scripts)
    await devtools.send('HeapProfiler.collectGarbage')
    return {
      ...figures,
      buttonPaintedAt,
      clickToRow,
      bytesUntilRow,
      heap: await readMetric(devtools, 'JSHeapUsedSize'),
    }
  } finally {
    await context.close()
  }
}

async function totalSize(scripts) {
  return (await scripts()).reduce((sum, { body }) => sum + gzipSize(body), 0)
}

async function readMetric(devtools, name) {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find((metric) => metric.name === name)?.value
}

/** Runs inside the page, before its own scripts: notes when the button and the first row are painted. */
function watchPaint(selectors) {
  let clickedAt
  addEventListener('click', ({ timeStamp }) => (clickedAt ??= timeStamp), { capture: true })
  const isClicked = () => clickedAt !== undefined
  globalThis.painted = {
    button: whenPainted(selectors.connectButton, () => true),
    rowAfterClick: whenPainted(selectors.walletRow, isClicked).then((time) => time - clickedAt),
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
