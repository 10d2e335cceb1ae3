import { walletRow } from './pageSize.mjs'

const rows = 10_000
const rowsPerPage = 2_000
const provider = 'https://provider.bench.example'
/** Pixels per frame, thirty rows in a second, and for how many frames. */
const speed = 30
const frames = 300
/** A frame comes every 16.7 ms; a longer step means that one was missed. */
const frameLimit = 17

/**
 * Opens the activity list of the page `activity`, reads all of it, and scrolls through it on a machine
 * `slowdown` times slower.
 *
 * @param {{ browser: import('@playwright/test').Browser, url: string, slowdown: number }} options
 * @returns {Promise<{ late: number, longest: number, drawn: number }>} Frames that came late in percent,
 *   the longest in milliseconds, and the most rows in the document at once.
 */
export async function benchScroll({ browser, url, slowdown }) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.route(`${provider}/**`, answer)
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.locator('latchkey-connect-button button').click()
    await page.locator(walletRow).first().click()
    await page.locator('latchkey-modal dialog').waitFor({ state: 'hidden' })
    await page.evaluate(() => globalThis.latchkey.open({ view: 'Transactions' }))
    const layer = page.locator('latchkey-modal .layer:has(.virtual-list)')
    await layer.waitFor()
    await layer.evaluate(readAll, `Token ${rows - 1}`)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const { steps, drawn } = await layer.evaluate(scrollThrough, { speed, frames })
    return {
      late: (steps.filter((step) => step > frameLimit).length / steps.length) * 100,
      longest: Math.max(...steps),
      drawn,
    }
  } finally {
    await context.close()
  }
}

/** Inside the page: to the end again and again, until the last row is there; then back. */
async function readAll(layer, last) {
  while (!layer.textContent.includes(last)) {
    layer.scrollTop = layer.scrollHeight
    await new Promise((done) => setTimeout(done, 20))
  }
  layer.scrollTop = 0
  await new Promise((done) => setTimeout(done, 500))
}

/** Inside the page: a step with every frame. */
function scrollThrough(layer, { speed, frames }) {
  return new Promise((done) => {
    const steps = []
    let drawn = 0
    let before
    const step = (now) => {
      if (before !== undefined) steps.push(now - before)
      before = now
      drawn = Math.max(drawn, layer.querySelectorAll('li').length)
      if (steps.length === frames) return done({ steps, drawn })
      layer.scrollTop += speed
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
}

/** The history of one account, a page at a time; of everything else there is nothing. */
function answer(route) {
  const { pathname, searchParams } = new URL(route.request().url())
  const headers = { 'access-control-allow-origin': '*' }
  if (!pathname.endsWith('/history')) return route.fulfill({ status: 404, headers, json: {} })
  const from = Number(searchParams.get('cursor') ?? 0)
  const to = Math.min(from + rowsPerPage, rows)
  const data = Array.from({ length: to - from }, (_, index) => transaction(from + index))
  return route.fulfill({ headers, json: { data, next: to < rows ? String(to) : null } })
}

const kinds = ['send', 'receive', 'trade', 'approve', 'mint']

function transaction(index) {
  const operationType = kinds[index % kinds.length]
  const directions = { send: ['out'], trade: ['out', 'in'], approve: [] }[operationType] ?? ['in']
  const hash = `0x${index.toString(16).padStart(64, '0')}`
  return {
    id: `eip155:1:${hash}`,
    metadata: {
      operationType,
      hash,
      minedAt: new Date(Date.UTC(2026, 0, 1) - index * 3_600_000).toISOString(),
      sentFrom: `0x${'a'.repeat(40)}`,
      sentTo: `0x${'b'.repeat(40)}`,
      status: index % 50 === 7 ? 'failed' : 'confirmed',
      nonce: rows - index,
      chain: 'eip155:1',
    },
    transfers: directions.map((direction) => ({
      fungible_info: { name: 'Token', symbol: `Token ${index}` },
      direction,
      quantity: { numeric: `${index}.125` },
    })),
  }
}
