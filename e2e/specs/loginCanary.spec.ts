import type { CDPSession, Frame, Page } from '@playwright/test'
import { base58 } from '@scure/base'
import { toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { urlOf } from '../fixtures/chains.js'
import { confirm, exportKeys, inLoginDatabase, logInWithGoogle } from '../fixtures/login.js'
import { expect, type Site, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import { describeTab, type Tab } from '../fixtures/tab.js'

test.use(still)

/** All places outside the frame where a key could appear, as text by place. */
type Capture = Map<string, string>

/** A key or a share in its common encodings. */
function writings(bytes: Uint8Array): string[] {
  const buffer = Buffer.from(bytes)
  const hex = buffer.toString('hex')
  return [
    hex,
    hex.toUpperCase(),
    buffer.toString('base64').replace(/=+$/, ''),
    buffer.toString('base64url'),
    base58.encode(bytes),
    BigInt(`0x${hex}`).toString(),
    [...bytes].join(','),
    [...bytes].join(', '),
    buffer.toString('latin1'),
  ]
}

function hits(capture: Capture, secrets: readonly Uint8Array[]): string[] {
  const needles = secrets.flatMap(writings)
  return [...capture]
    .filter(([, text]) => needles.some((needle) => text.includes(needle)))
    .map(([key]) => key)
}

/** Runs before the page's scripts: records all messages on ports and to the window. */
function overhear() {
  if (window !== top) return
  const messages: string[] = []
  Object.assign(window, { messages })
  const write = (data: unknown) =>
    messages.push(
      JSON.stringify(data, (_, value) =>
        ArrayBuffer.isView(value) ? [...Object.values(value)] : value,
      ) ?? String(data),
    )
  addEventListener('message', ({ data }) => write(data))
  const Original = MessageChannel
  window.MessageChannel = class extends Original {
    constructor() {
      super()
      this.port1.addEventListener('message', ({ data }) => write(data))
      const post = this.port1.postMessage.bind(this.port1) as (data: unknown) => void
      this.port1.postMessage = (data: unknown) => {
        write(data)
        post(data)
      }
    }
  }
}

/** Records every request and response body, except the login site's responses to the frame. */
function watchTraffic(page: Page, capture: Capture) {
  const responses: { readonly path: string; readonly body: string }[] = []
  page.context().on('request', (request) => {
    const key = `${request.method()} ${request.url()} ${capture.size}`
    capture.set(key, `${request.url()} ${request.postDataBuffer()?.toString('latin1') ?? ''}`)
  })
  page.context().on('response', async (response) => {
    const { origin, pathname } = new URL(response.url())
    if (origin !== urlOf('LOGIN') || !pathname.startsWith('/api/')) return
    const body = await response.text().catch(() => '')
    responses.push({ path: pathname, body })
  })
  return responses
}

async function heapOf(session: CDPSession): Promise<string> {
  const pieces: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => pieces.push(chunk))
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  return pieces.join('')
}

/** Every row of the login site's database, as a thief would read it; bytes can contain text. */
const databaseText = () =>
  inLoginDatabase(async (tx) => {
    const tables = await tx<{ name: string }[]>`
      select tablename as name from pg_tables where tablename like 'login_%'`
    const texts: string[] = []
    for (const { name } of tables) {
      const rows = await tx<{ text: string }[]>`select kept::text as text from ${tx(name)} as kept`
      for (const { text } of rows) {
        const bytes = [...text.matchAll(/\\\\x([0-9a-f]+)/g)].map(([, hex = '']) => hex)
        texts.push(text, ...bytes.map((hex) => Buffer.from(hex, 'hex').toString('latin1')))
      }
    }
    return texts.join('\n')
  })

async function search(tab: Tab, capture: Capture) {
  const { page } = tab
  const stored = await page.evaluate(async () => {
    const databases: unknown[] = []
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name as string)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames) {
        const reading = database.transaction(store).objectStore(store).getAll()
        await new Promise((resolve) => {
          reading.onsuccess = resolve
          reading.onerror = resolve
        })
        databases.push(reading.result)
      }
      database.close()
    }
    const cached: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        cached.push(request.url, (await (await cache.match(request))?.text()) ?? '')
      }
    }
    return {
      caches: cached.join('\n'),
      messages: (window as unknown as { messages: string[] }).messages.join('\n'),
      localStorage: JSON.stringify({ ...localStorage }),
      sessionStorage: JSON.stringify({ ...sessionStorage }),
      indexedDB: JSON.stringify(databases, (_, value) =>
        ArrayBuffer.isView(value) ? [...Object.values(value)] : value,
      ),
    }
  })
  for (const [key, text] of Object.entries(stored)) capture.set(key, text)
  capture.set('database', await databaseText())
  capture.set('cookies', JSON.stringify(await page.context().cookies()))
  capture.set('heap', await heapOf(await page.context().newCDPSession(page)))
}

/** Reads the wallet's two keys as its owner would. */
async function readKeys(tab: Tab, email: string): Promise<Uint8Array[]> {
  const [evm = '', solana = ''] = await exportKeys(tab, email)
  expect(evm).toMatch(/^0x[0-9a-f]{64}$/)
  const pair = base58.decode(solana)
  expect(pair).toHaveLength(64)
  return [Buffer.from(evm.slice(2), 'hex'), pair, pair.subarray(0, 32)]
}

/** Control: the search finds the key in the heap of the frame that shows it. */
async function expectFound({ page }: Tab, secrets: readonly Uint8Array[]) {
  const frame = page.frames().find((one) => one.url().startsWith(`${urlOf('LOGIN')}/sdk`)) as Frame
  const inside = await heapOf(await page.context().newCDPSession(frame))
  expect(hits(new Map([['frame', inside]]), secrets)).toEqual(['frame'])
}

/** Control: a secret that the page does leak, which the search must find. */
async function leak({ page }: Tab): Promise<Uint8Array> {
  const decoy = crypto.getRandomValues(new Uint8Array(32))
  const text = Buffer.from(decoy).toString('base64url')
  await page.evaluate((key) => Object.assign(window, { leaked: { key } }), text)
  return decoy
}

async function liveWith(site: Site, wallets: number) {
  // A different site than the frame's, so both have separate heaps.
  const shop = new URL('/index.html', urlOf('BASE_URL'))
  shop.hostname = 'shop.localhost'
  site.expectConsoleError(new RegExp(`foreign request: ${shop.origin}`))
  const { page } = await site.open({ login: true, wallets: [], before: overhear })
  const capture: Capture = new Map()
  const responses = watchTraffic(page, capture)
  await page.goto(shop.href)
  const tab = describeTab(page)
  for (let made = 0; made < wallets; made += 1) {
    const email = await logInWithGoogle(tab)
    const { address } = await tab.account()
    const signing = tab.request('personal_sign', ['0x68656c6c6f', address])
    await confirm(tab)
    expect(await signing).toHaveProperty('result')
    const messages = await page.evaluate(
      () => (window as unknown as { messages: string[] }).messages,
    )
    expect(messages.join()).toContain('personal_sign')
    capture.set('messages before the reload', messages.join('\n'))
    await page.reload()
    await tab.expectConnected()
    const secrets = await readKeys(tab, email)
    const decoy = await leak(tab)
    await search(tab, capture)
    expect(hits(capture, [decoy])).toEqual(['heap'])
    // The wallet's row is there, with its address.
    const [key] = secrets as [Uint8Array]
    expect(capture.get('database')).toContain(privateKeyToAddress(toHex(key)))

    const shares = responses.flatMap(({ body }) =>
      [...body.matchAll(/"(?:serverShare|share)":"([\w-]+)"/g)].map(([, text]) =>
        Buffer.from(text as string, 'base64url'),
      ),
    )
    expect(shares.length).toBeGreaterThan(0)
    expect(hits(capture, secrets)).toEqual([])
    expect(hits(capture, shares).filter(isOutside)).toEqual([])
    // This device has its own share: it never receives both server shares.
    expect(responses.filter(({ path }) => path.startsWith('/api/recovery/'))).toEqual([])
    expect(responses.filter(({ body }) => body.includes('"recovery"'))).toEqual([])

    if (made === 0) await expectFound(tab, secrets)
    if (made === wallets - 1) return
    await page.evaluate(() => window.latchkey.disconnect())
    await tab.expectDisconnected()
    capture.clear()
    responses.length = 0
    await page.reload()
  }
}

/** The frame sends shares to the server once, on creation: two of the three are stored there. */
const isOutside = (key: string) => !key.includes('/api/wallet/store')

test('a key never leaves the frame', ({ site }) => liveWith(site, 1))

test('none of a hundred keys leaves the frame @thorough', async ({ site }) => {
  test.setTimeout(3_600_000)
  await liveWith(site, 100)
  console.log('100 wallets, 0 hits outside the frame')
})
