import { walletRow } from '../size/pageSize.mjs'
import { fulfillRoute, provider, transactions, wallets } from './benchProvider.mjs'
import { workPerFrame } from './workPerFrame.mjs'

/** Pixels per frame, thirty rows in a second, and for how many frames. */
const speed = 30
const frames = 300
/** A frame takes 16.7 ms; a longer step means one was dropped. */
const frameLimit = 17

/** Lists to scroll: how to open one, how to detect its end, and the selector of a row. */
export const lists = {
  activity: { open: openActivity, last: `Token ${transactions.count - 1}`, row: 'li' },
  wallets: { open: openWallets, last: `Wallet ${wallets.count - 1}`, row: '[role=gridcell]' },
  'floor-list': { open: openFloor, last: undefined, row: 'li' },
}

/**
 * Opens the list of a page, reads all of it, and scrolls through it on a machine `slowdown` times slower.
 *
 * @param {{ browser: import('@playwright/test').Browser, url: string, list: keyof typeof lists, slowdown: number }} options
 * @returns {Promise<{ late: number, longest: number, drawn: number, busy: number, busiest: number, over: number }>}
 *   `late`: dropped frames in percent. `longest`: the longest frame in milliseconds. `drawn`: the most rows in
 *   the document at once. Then, at full speed, the main thread's processor time per frame in milliseconds
 *   (median, 95th percentile) and the percentage of frames too long for the slower machine.
 */
export async function benchScroll({ browser, url, list, slowdown }) {
  const { open, last, row } = lists[list]
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.route(`${provider}/**`, fulfillRoute)
    await page.goto(url, { waitUntil: 'networkidle' })
    const layer = await open(page)
    await layer.evaluate(readAll, last)
    const scroll = () => layer.evaluate(scrollThrough, { speed, frames, row })
    const limit = frameLimit / slowdown
    const work = await workPerFrame(browser, page, { limit, run: scroll })
    await layer.evaluate(readAll)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const { steps, drawn } = await scroll()
    return {
      late: (steps.filter((step) => step > frameLimit).length / steps.length) * 100,
      longest: Math.max(...steps),
      drawn,
      busy: work.median,
      busiest: work.most,
      over: work.over,
    }
  } finally {
    await context.close()
  }
}

async function openActivity(page) {
  await connect(page)
  await page.evaluate(() => globalThis.latchkey.open({ view: 'Transactions' }))
  return shown(page, '.virtual-list')
}

/** Connects like a visitor, with the page's wallet. */
export async function connect(page) {
  await page.locator('latchkey-connect-button button').click()
  await page.locator(walletRow).first().click()
  await page.locator('latchkey-modal dialog').waitFor({ state: 'hidden' })
}

async function openWallets(page) {
  await page.evaluate(() => globalThis.latchkey.open({ view: 'AllWallets' }))
  return shown(page, '.virtual-grid')
}

async function openFloor(page) {
  return page.locator('#list')
}

async function shown(page, list) {
  const layer = page.locator(`latchkey-modal .layer:has(${list})`)
  await layer.waitFor()
  return layer
}

/** Inside the page: to the end again and again, until the last row is there; then back. */
async function readAll(layer, last = '') {
  while (!layer.textContent.includes(last)) {
    layer.scrollTop = layer.scrollHeight
    await new Promise((done) => setTimeout(done, 20))
  }
  layer.scrollTop = 0
  await new Promise((done) => setTimeout(done, 500))
}

/** Inside the page: a step with every frame. */
function scrollThrough(layer, { speed, frames, row }) {
  return new Promise((done) => {
    const steps = []
    let drawn = 0
    let before
    const step = (now) => {
      if (before !== undefined) steps.push(now - before)
      before = now
      // Sampled, because counting takes time too.
      if (steps.length % 50 === 0) drawn = Math.max(drawn, layer.querySelectorAll(row).length)
      if (steps.length === frames) return done({ steps, drawn })
      layer.scrollTop += speed
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
}
