import { fulfillRoute, provider } from './benchProvider.mjs'
import { connect } from './benchScroll.mjs'

/**
 * Opens the account a second time, with a provider that no longer responds, on a machine `slowdown` times
 * slower.
 *
 * @param {{ browser: import('@playwright/test').Browser, url: string, slowdown: number }} options
 * @returns {Promise<number>} Milliseconds from the first frame of the view to the first one with its figures and
 *   controls; 0 if that is the same frame.
 */
export async function benchAccount({ browser, url, slowdown }) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.route(`${provider}/**`, fulfillRoute)
    await page.goto(url, { waitUntil: 'networkidle' })
    await connect(page)
    await page.evaluate(() => globalThis.latchkey.open())
    await page.locator('latchkey-modal .token-amount').first().waitFor()
    await page.evaluate(() => globalThis.latchkey.close())
    await page.locator('latchkey-modal dialog').waitFor({ state: 'hidden' })
    await page.route(`${provider}/**`, () => undefined)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    return await page.evaluate(openAndCount)
  } finally {
    await context.close()
  }
}

/** Inside the page. */
function openAndCount() {
  const find = (what) =>
    document.querySelector('latchkey-modal')?.shadowRoot?.querySelector(`dialog[open] ${what}`)
  return new Promise((done) => {
    let frames
    const check = () => {
      if (find('.account')) frames = frames === undefined ? 0 : frames + 1
      const control = find('[data-testid=disconnect-button]')
      if (control && !control.disabled && find('.token-amount')) return done(frames)
      requestAnimationFrame(check)
    }
    globalThis.latchkey.open()
    requestAnimationFrame(check)
  })
}
