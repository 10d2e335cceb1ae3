import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isNetworkId } from '@latchkey/wire/caip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkCatalogue } from './checkCatalogue.js'
import { type CatalogueSource, readCatalogue } from './readCatalogue.js'

/** Ids that site owners already have in their lists of wallets. */
const wellKnownIds: Readonly<Record<string, string>> = {
  metamask: 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
  trust: '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0',
  coinbase: 'd0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8',
  'base-account': 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
  safe: '225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f',
  ledger: '19177a98252e07ddfc9af2083ba8e07ef627cb6103467ffebb3f8f4205fd7927',
  okx: '971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709',
  phantom: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
  solflare: '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79',
  backpack: '2bd8c14e035c2d48f184aaa168559e86b0e3433228d3c4075900a221785019b0',
  'magic-eden': '8b830a2b724a9c3fbab63af6f55ed29c9dfa8a55e732dc88c80a196a2ba136c6',
  bitget: '38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662',
  binance: '2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25',
  xverse: '2a87d74ae02e10bdd1f51f7ce6c4e1cc53cd5f2c0b6b5ad0d7b3007d2b13de7b',
  leather: '483afe1df1df63daf313109971ff3ef8356ddf1cc4e45877d205eee0b7893a13',
  coin98: '2a3c89040ac3b723a1972a33a125b1db11e258a6975d3a61252cd64e6ea5ea01',
  frontier: '85db431492aa2e8672e93f4ea7acf10c88b97b867b0d373107af63dc4880f041',
}

/** The id of every other wallet is derived from its image id. */
const ownId = (imageId: string) => createHash('sha256').update(`latchkey:${imageId}`).digest('hex')

describe('the shipped catalogue', async () => {
  const wallets = await readCatalogue()

  it('has the most used wallets in order', () => {
    expect(wallets.length).toBeGreaterThanOrEqual(65)
    expect(wallets.map(({ order }) => order)).toEqual(wallets.map((_, index) => index + 1))
    expect(wallets[0]?.name).toBe('MetaMask')
  })

  it('passes its own check', async () => {
    const images = {
      count: 0,
      find: async () => ({ contentType: 'image/png', bytes: new Uint8Array() }),
    }
    const { count, problems } = await checkCatalogue({}, images)
    expect(problems).toEqual([])
    expect(count).toBe(wallets.length)
  })

  it('has well-known or stable ids', () => {
    const expected = wallets.map(({ image_id = '' }) => wellKnownIds[image_id] ?? ownId(image_id))
    expect(wallets.map(({ id }) => id)).toEqual(expected)
    const ids = new Set(wallets.map(({ id }) => id))
    expect(Object.values(wellKnownIds).filter((id) => !ids.has(id))).toEqual([])
  })

  it('has one image id and one name per wallet', () => {
    expect(new Set(wallets.map(({ image_id }) => image_id)).size).toBe(wallets.length)
    expect(new Set(wallets.map(({ name }) => name.toLowerCase())).size).toBe(wallets.length)
  })

  it('names networks by their full ids, on every kind of chain', () => {
    const chains = wallets.flatMap(({ chains = [] }) => chains)
    expect(chains.filter((chain) => !isNetworkId(chain))).toEqual([])
    for (const namespace of ['eip155:', 'solana:', 'bip122:', 'polkadot:', 'cosmos:']) {
      const some = wallets.filter(({ chains = [] }) => chains.some((c) => c.startsWith(namespace)))
      expect(some.length, namespace).toBeGreaterThanOrEqual(3)
    }
    for (const { name, chains = [] } of wallets) {
      expect(new Set(chains).size, name).toBe(chains.length)
      expect(chains.length, name).toBeGreaterThan(0)
    }
  })

  it('has only valid and safe links', () => {
    for (const wallet of wallets) {
      const { name, homepage, link_mode, webapp_link, mobile_link, desktop_link } = wallet
      for (const link of [homepage, link_mode, webapp_link]) {
        if (link !== undefined) expect(new URL(link).protocol, name).toBe('https:')
      }
      for (const link of [mobile_link, desktop_link]) {
        if (link !== undefined)
          expect(link, name).toMatch(/^(https|(?!http:)[a-z][a-z0-9+.-]+):\/\//)
        expect(link ?? '', name).not.toMatch(/^(javascript|data|file|blob|about|view-source):/)
      }
      expect(homepage, name).toBeDefined()
    }
  })

  it('links to the stores by id', () => {
    for (const { name, app_store = '', play_store = '', chrome_store = '' } of wallets) {
      expect(app_store, name).toMatch(/^$|^https:\/\/apps\.apple\.com\/app\/id\d{9,10}$/)
      const play = /^$|^https:\/\/play\.google\.com\/store\/apps\/details\?id=[\w.]+$/
      expect(play_store, name).toMatch(play)
      const chrome = /^$|^https:\/\/chromewebstore\.google\.com\/detail\/[a-p]{32}$/
      expect(chrome_store, name).toMatch(chrome)
    }
  })

  it('has at least one way to connect per wallet', () => {
    for (const wallet of wallets) {
      const ways = [
        ...[wallet.mobile_link, wallet.webapp_link, wallet.rdns, wallet.injected],
        ...[wallet.app_store, wallet.chrome_store, wallet.homepage],
      ]
      expect(ways.some(Boolean), wallet.name).toBe(true)
      // A wallet with such a link can be paired.
      const takesAddress = Boolean(wallet.mobile_link ?? wallet.webapp_link)
      expect(wallet.supports_wc ?? false, wallet.name).toBe(takesAddress)
      expect(wallet.rdns ?? 'a.b', wallet.name).toMatch(/^[\w-]+(\.[\w-]+)+$/)
    }
  })
})

describe('readCatalogue', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-catalogue-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function read(catalogue: unknown, settings: Omit<CatalogueSource, 'file'> = {}) {
    const file = join(folder, 'wallets.json')
    await writeFile(file, typeof catalogue === 'string' ? catalogue : JSON.stringify(catalogue))
    return readCatalogue({ file, ...settings })
  }
  const chainGroups = { local: ['eip155:31337', 'eip155:1'] }

  it('expands groups without duplicates', async () => {
    const wallets = [{ id: 'a', name: 'A', chains: ['eip155:1', 'local', 'cosmos:hub'] }]
    const [a] = await read({ chainGroups, wallets })
    expect(a?.chains).toEqual(['eip155:1', 'eip155:31337', 'cosmos:hub'])
  })

  it('appends wallets of the operator', async () => {
    const wallets = [{ id: 'a', name: 'A' }]
    const all = await read({ wallets }, { changes: [{ id: 'sample', name: 'Sample' }] })
    expect(all).toEqual([
      { id: 'a', name: 'A', order: 1 },
      { id: 'sample', name: 'Sample', order: 2 },
    ])
  })

  it.each([
    [
      'a twin',
      {
        chainGroups,
        wallets: [
          { id: 'a', name: 'A' },
          { id: 'a', name: 'B' },
        ],
      },
      'B and A have the same id.',
    ],
    [
      'a shared rdns',
      {
        chainGroups,
        wallets: [
          { id: 'a', name: 'A', rdns: 'a.b' },
          { id: 'b', name: 'B', rdns: 'a.b' },
        ],
      },
      'B and A have the same rdns.',
    ],
    [
      'an unknown group',
      { chainGroups, wallets: [{ id: 'a', name: 'A', chains: ['evm'] }] },
      'A names unknown networks: evm.',
    ],
    [
      'a misspelt field',
      { chainGroups, wallets: [{ id: 'a', name: 'A', mobilelink: 'a://' }] },
      'mobilelink',
    ],
    [
      'an id with a path',
      { chainGroups, wallets: [{ id: '../a', name: 'A' }] },
      'wallets.0.id is wrong.',
    ],
    [
      'a bad network',
      { chainGroups: { local: ['eip155'] }, wallets: [] },
      'chainGroups.local.0 is wrong.',
    ],
    ['broken JSON', '{', 'cannot be read as JSON.'],
  ])('rejects %s', async (_, catalogue, words) => {
    await expect(read(catalogue)).rejects.toMatchObject({ code: 'bad-catalogue' })
    await expect(read(catalogue)).rejects.toThrow(words)
  })

  it('changes, adds and removes wallets by the settings, and keeps the order', async () => {
    const wallets = [
      { id: 'a', name: 'A', mobile_link: 'acme://', rdns: 'com.a' },
      { id: 'b', name: 'B' },
      { id: 'c', name: 'C' },
    ]
    const changes = [
      { id: 'new', name: 'New' },
      { id: 'a', mobile_link: 'https://a.example', rdns: undefined },
    ]
    expect(await read({ wallets }, { changes, removed: ['b', 'unknown'] })).toEqual([
      { id: 'a', name: 'A', mobile_link: 'https://a.example', order: 1 },
      { id: 'c', name: 'C', order: 2 },
      { id: 'new', name: 'New', order: 3 },
    ])
  })

  it('rejects changes of a wallet that is not listed, and those that make a duplicate', async () => {
    const wallets = [
      { id: 'a', name: 'A', rdns: 'com.a' },
      { id: 'b', name: 'B' },
    ]
    const change = (one: { id: string; rdns?: string }) => read({ wallets }, { changes: [one] })
    await expect(change({ id: 'z' })).rejects.toThrow('z, which is not listed')
    await expect(change({ id: 'b', rdns: 'com.a' })).rejects.toThrow('B and A have the same rdns.')
  })

  it('names every problem of a file, not only the first', async () => {
    const wallets = [
      { id: 'a', name: 'A', mobile_link: 'javascript:alert(1)' },
      { id: 'b', name: 'B', homepage: 'http://b.example' },
    ]
    await expect(read({ wallets })).rejects.toThrow(
      /wallets\.0\.mobile_link.*wallets\.1\.homepage/s,
    )
  })

  it('reads a list and a response of another provider, without their unknown fields', async () => {
    const a = { id: 'a', name: 'A' }
    const expected = [{ ...a, order: 1 }]
    expect(await read([a])).toEqual(expected)
    expect(await read({ data: [{ ...a, tags: [], mobile_link: null }], count: 1 })).toEqual(
      expected,
    )
  })
})
