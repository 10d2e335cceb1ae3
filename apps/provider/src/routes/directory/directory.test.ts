import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getWallets } from '@latchkey/wire/http/wallets'
import * as v from 'valibot'
import { afterAll, describe, expect, it } from 'vitest'
import { createDirectory } from '../../sources/directory/createDirectory.js'
import { openImages } from '../../sources/directory/openImages.js'
import { readCatalogue } from '../../sources/directory/readCatalogue.js'
import { createTestApi } from '../../testing/apiFixture.js'
import { directoryRoutes } from './index.js'

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 7])
const folder = await mkdtemp(join(tmpdir(), 'latchkey-images-'))
for (const name of ['wallets/metamask', 'assets/eip155-1', 'currencies/USD', 'tokens/USDC']) {
  await mkdir(join(folder, name, '..'), { recursive: true })
  await writeFile(join(folder, `${name}.png`), png)
}
afterAll(() => rm(folder, { recursive: true, force: true }))

const sample = {
  id: 'sample-wallet',
  name: 'Sample Wallet',
  chains: ['eip155:1337'],
  webapp_link: 'http://localhost:4402',
}
const wallets = await readCatalogue({ changes: [sample] })
const api = createTestApi({
  routes: directoryRoutes({
    directory: createDirectory(wallets),
    images: await openImages({ shipped: folder }),
  }),
})
const metamask = 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'

describe('GET /getWallets', () => {
  it('returns a page by the contract', async () => {
    const { status, json, headers } = await api.get('/getWallets')
    expect(status).toBe(200)
    const { data, count } = v.parse(getWallets.response, json)
    expect(data).toHaveLength(40)
    expect(count).toBe(wallets.length)
    expect(data[0]).toMatchObject({
      id: metamask,
      name: 'MetaMask',
      image_id: 'metamask',
      rdns: 'io.metamask',
      mobile_link: 'metamask://',
      order: 1,
    })
    expect(headers.get('cache-control')).toContain('public')
  })

  it('returns the whole list in pages', async () => {
    const seen: string[] = []
    for (let page = 1; seen.length < wallets.length; page++) {
      const { json } = await api.get('/getWallets', {
        query: { page: String(page), entries: '40' },
      })
      seen.push(...json.data.map((wallet: { id: string }) => wallet.id))
    }
    expect(seen).toEqual(wallets.map(({ id }) => id))
  })

  it('finds a wallet of the operator by its network', async () => {
    const { json } = await api.get('/getWallets', { query: { chains: 'eip155:1337' } })
    expect(json).toEqual({ data: [{ ...sample, order: wallets.length }], count: 1 })
  })

  it('finds installed wallets by name and rdns', async () => {
    const query = {
      page: '1',
      entries: '20',
      badge: 'certified',
      names: 'Phantom,Nobody',
      rdns: 'io.rabby',
    }
    const { json } = await api.get('/getWallets', { query })
    expect(json.data.map((wallet: { name: string }) => wallet.name)).toEqual(['Phantom', 'Rabby'])
  })

  it.each([
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', 'one'],
    ['page', '10001'],
    ['entries', '0'],
    ['search', 'x'.repeat(101)],
    ['badge_type', 'gold'],
    ['badge', 'none'],
    ['include', '../x'],
    ['include', Array(1_001).fill('a').join(',')],
    ['exclude', 'a b'],
    ['sort', 'name'],
    ['include_pay_only', 'yes'],
  ])('rejects %s=%s', async (field, value) => {
    const { status, reasons } = await api.get('/getWallets', { query: { [field]: value } })
    expect(status).toBe(400)
    expect(reasons[0]?.field).toMatch(new RegExp(`^${field}`))
  })

  it('needs a project', async () => {
    expect((await api.get('/getWallets', { projectId: null, origin: null })).status).toBe(401)
  })
})

describe('images', () => {
  it.each([
    '/getWalletImage/metamask',
    '/public/getAssetImage/eip155-1',
    '/public/getCurrencyImage/USD',
    '/public/getCurrencyImage/usd',
    '/public/getTokenImage/USDC',
    '/public/getTokenImage/usdc',
  ])('%s is an image for any page', async (path) => {
    const { status, headers, bytes } = await api.get(path, { projectId: null, origin: null })
    expect(status).toBe(200)
    expect(bytes).toEqual(png)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'content-disposition': 'inline; filename="image"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=86400',
    })
  })

  it('is 304 when cached', async () => {
    const { headers } = await api.get('/getWalletImage/metamask')
    const again = await api.get('/getWalletImage/metamask', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    expect(again.bytes).toHaveLength(0)
  })

  it.each([
    '/getWalletImage/unknown',
    '/getWalletImage/USDC',
    '/public/getAssetImage/eip155-999999',
    '/public/getCurrencyImage/XXX',
    '/public/getTokenImage/NOPE',
    '/public/getTokenImage/..',
  ])('%s is 404', async (path) => {
    expect((await api.get(path)).status).toBe(404)
  })

  it.each([
    '..%2F..%2Fetc%2Fpasswd',
    '%2e%2e%2fx',
    'a%00b',
    'a%5Cb',
    'é',
    'x'.repeat(129),
    'eip155:1',
  ])('rejects the id %s', async (id) => {
    for (const call of ['getWalletImage', 'public/getTokenImage', 'public/getAssetImage']) {
      const { status, bytes } = await api.get(`/${call}/${id}`)
      expect([400, 404]).toContain(status)
      expect(bytes).not.toEqual(png)
    }
  })
})
