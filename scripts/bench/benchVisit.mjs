import { gzipSize } from '../size/bundleSize.mjs'
import { collectScripts, connectButton, requestedUntilRow, walletRow } from '../size/pageSize.mjs'
import { watchPaint } from '../size/watchPaint.mjs'

/**
 * One visit with an empty cache: load the page, click its connect button, wait for the first wallet
 * row. Times are taken inside the page, at the frame that paints it.
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
    const clickToRow = await page.evaluate(() => globalThis.painted.clickToRow)
    const isSelected = await requestedUntilRow(page)
    const bytesUntilRow = await totalSize(scripts, isSelected)
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

async function totalSize(scripts, isSelected = () => true) {
  const selected = (await scripts()).filter(({ address }) => isSelected(address))
  return selected.reduce((sum, { body }) => sum + gzipSize(body), 0)
}

async function readMetric(devtools, name) {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find((metric) => metric.name === name)?.value
}
