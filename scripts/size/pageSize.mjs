import { basename } from 'node:path/posix'
import { gzipSize } from './bundleSize.mjs'
import { watchPaint } from './watchPaint.mjs'

export const connectButton = '[data-testid="connect-button"]'
export const walletRow = '[data-testid^="wallet-selector-"]'

/**
 * Loads a page in a real browser and measures the scripts it fetches until it is loaded, or until the first
 * wallet row after a click on its connect button.
 *
 * @param {{ browser: import('@playwright/test').Browser, url: string, until: 'loaded' | 'row',
 *   beyondLibraries?: boolean }} options
 */
export async function measurePage({ browser, url, until, beyondLibraries = false }) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.addInitScript(watchPaint, { connectButton, walletRow })
    const bodies = collectScripts(page)
    await page.goto(url, { waitUntil: 'networkidle' })
    let isSelected = () => true
    if (until === 'row') {
      await page.locator(connectButton).first().click()
      await page.locator(walletRow).first().waitFor()
      isSelected = await requestedUntilRow(page)
    }
    const entries = await page.$$eval('script[src]', (nodes) => nodes.map(({ src }) => src))
    const scripts = await bodies()
    return scripts
      .filter(
        ({ address }) => isSelected(address) && !(beyondLibraries && isLibrary(address, entries)),
      )
      .reduce((sum, { body }) => sum + gzipSize(body), 0)
  } finally {
    await context.close()
  }
}

/** Separates scripts requested before the first row was painted from those preloaded after it. */
export async function requestedUntilRow(page) {
  const requested = await page.evaluate(async () => {
    const row = await globalThis.painted.row
    const files = performance.getEntriesByType('resource')
    return files.filter(({ startTime }) => startTime <= row).map(({ name }) => name)
  })
  return (address) => requested.includes(address)
}

/**
 * Collects the scripts a page loads, and waits for those in flight. Their bytes are fetched separately,
 * because a browser drops responses when the page navigates.
 */
export function collectScripts(page) {
  const addresses = new Set()
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (type.startsWith('text/javascript') && response.ok()) addresses.add(response.url())
  })
  return () =>
    Promise.all(
      [...addresses].map(async (address) => {
        const response = await fetch(address)
        return { address, body: Buffer.from(await response.arrayBuffer()) }
      }),
    )
}

/** A chunk that contains only React or wagmi. */
export function isLibrary(address, entries) {
  return (
    /^(react|wagmi|rolldown-runtime)[-.]/.test(basename(new URL(address).pathname)) &&
    !entries.includes(address)
  )
}
