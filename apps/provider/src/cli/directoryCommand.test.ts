import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { findImportedCatalogue } from '../sources/directory/importedCatalogue.js'
import { readCatalogue } from '../sources/directory/readCatalogue.js'
import { runDirectoryCommand } from './directoryCommand.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-directory-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 7])
const imagesDir = join(folder, 'images')
mkdirSync(join(imagesDir, 'wallets'), { recursive: true })
for (const name of ['acme', 'other']) writeFileSync(join(imagesDir, 'wallets', `${name}.png`), png)

const acme = {
  id: 'acme',
  name: 'Acme',
  image_id: 'acme',
  mobile_link: 'acme://',
  app_store: 'https://apps.apple.com/app/id123456789',
}
const other = { id: 'other', name: 'Other', image_id: 'other', rdns: 'com.other' }

let dataDir = ''
let runs = 0
beforeEach(() => {
  dataDir = join(folder, `data-${runs++}`)
})

type Settings = Parameters<typeof runDirectoryCommand>[1]

const run = (args: readonly string[], settings: Partial<Settings> = {}) =>
  runDirectoryCommand(args, { dataDir, imagesDir, ...settings })

function write(content: unknown): string {
  const path = join(folder, 'list.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const listed = async () =>
  (await readCatalogue({ file: findImportedCatalogue(dataDir) })).map(({ id }) => id)

describe('directory import', () => {
  it('replaces the packaged list, and reset brings it back', async () => {
    const packaged = await listed()
    expect(packaged.length).toBeGreaterThan(60)
    const text = await run(['import', write([acme, other])])
    expect(text).toContain('Imported 2 wallets')
    expect(await listed()).toEqual(['acme', 'other'])
    expect(await run(['import', write({ data: [other], count: 1 })])).toContain(
      'Imported 1 wallets',
    )
    expect(await listed()).toEqual(['other'])
    await run(['reset'])
    expect(await listed()).toEqual(packaged)
  })

  it('imports what export printed, without a change', async () => {
    const text = await run(['export'])
    await run(['import', write(text)])
    expect(JSON.parse(await run(['export']))).toEqual(JSON.parse(text))
    expect(await readCatalogue({ file: findImportedCatalogue(dataDir) })).toEqual(
      await readCatalogue(),
    )
  })

  it.each([
    ['an unsafe link', [{ ...acme, mobile_link: 'javascript:alert(1)' }], 'wallets.0.mobile_link'],
    ['a link to a file', [{ ...acme, homepage: 'file:///etc/passwd' }], 'wallets.0.homepage'],
    ['an unknown field', [{ ...acme, mobilelink: 'acme://' }], 'mobilelink'],
    ['an id twice', [acme, { ...other, id: 'acme' }], 'Other and Acme have the same id.'],
    ['another shape', { wallets: 'all' }, 'wallets is wrong'],
    ['broken JSON', '[', 'cannot be read as JSON'],
  ])('rejects a file with %s and keeps the earlier list', async (_, content, words) => {
    await run(['import', write([other])])
    const path = findImportedCatalogue(dataDir) ?? ''
    const before = readFileSync(path, 'utf8')
    const attempt = run(['import', write(content)])
    await expect(attempt).rejects.toMatchObject({
      code: 'bad-catalogue',
      message: expect.stringContaining(words),
    })
    expect(readFileSync(path, 'utf8')).toBe(before)
  })

  it('rejects a list that the settings do not fit', async () => {
    const wallets = [{ id: 'gone', mobile_link: 'gone://' }]
    await expect(run(['import', write([acme])], { wallets })).rejects.toThrow('gone')
    expect(existsSync(join(dataDir, 'wallets.json'))).toBe(false)
  })

  it('names what is missing, but imports', async () => {
    const text = await run(['import', write([{ ...acme, image_id: 'unknown' }])])
    expect(text).toContain('Acme has no icon: there is no image wallets/unknown.')
    expect(await listed()).toEqual(['acme'])
  })
})

describe('directory check', () => {
  it('accepts a good file, and the imported list with the settings', async () => {
    expect(await run(['check', write([acme, other])])).toBe('2 wallets, nothing wrong.')
    await run(['import', write([acme, other])])
    expect(await run(['check'], { removedWallets: ['other'] })).toBe('1 wallets, nothing wrong.')
  })

  it.each([
    ['no icon', { ...acme, image_id: undefined }, 'Acme has no icon.'],
    ['an unknown icon', { ...acme, image_id: 'x' }, 'no image wallets/x.'],
    ['a name twice', { ...acme, name: 'OTHER' }, 'Other and OTHER have the same name.'],
    ['an app link twice', { ...acme, mobile_link: 'other://' }, 'the same mobile_link.'],
    ['a store elsewhere', { ...acme, app_store: 'https://evil.example/app' }, 'a app_store'],
    ['a query', { ...acme, mobile_link: 'https://a.example/?x=1' }, 'a query or fragment'],
    ['nothing to open', { ...acme, mobile_link: null }, 'Acme cannot be opened'],
    ['an unsafe link', { ...acme, link_mode: 'data:text/html,x' }, 'wallets.0.link_mode'],
  ])('reports a wallet with %s', async (_, wallet, words) => {
    const second = { ...other, mobile_link: 'other://' }
    await expect(run(['check', write([wallet, second])])).rejects.toThrow(words)
  })

  it('reports all problems, and settings that match no wallet', async () => {
    const content = [
      { ...acme, image_id: 'x' },
      { ...other, image_id: 'y' },
    ]
    await expect(run(['check', write(content)], { removedWallets: ['gone'] })).rejects.toThrow(
      /gone, which is not listed\..*wallets\/x\..*wallets\/y\./s,
    )
  })
})

it.each([[[]], [['change']], [['export', 'file']], [['check', 'a', 'b']], [['import']]])(
  'rejects the arguments %j',
  async (args) => {
    await expect(run(args)).rejects.toMatchObject({ code: 'bad-config' })
  },
)
