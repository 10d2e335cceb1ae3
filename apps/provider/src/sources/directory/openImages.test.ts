import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openImages } from './openImages.js'

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]
const jpeg = [0xff, 0xd8, 0xff, 0xe0, 2]
const webp = [...'RIFF\0\0\0\0WEBPVP8 '].map((letter) => letter.charCodeAt(0))
const svg = [...'<svg xmlns="http://www.w3.org/2000/svg"/>'].map((letter) => letter.charCodeAt(0))
const sound = [...'RIFF\0\0\0\0WAVEfmt '].map((letter) => letter.charCodeAt(0))

let shipped = ''
let own = ''

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-images-'))
  shipped = join(folder, 'shipped')
  own = join(folder, 'own')
  await mkdir(own)
  await put(shipped, 'wallets/metamask.png', png)
  await put(shipped, 'tokens/USDC.png', png)
})
afterEach(() => rm(dirname(own), { recursive: true, force: true }))

async function put(folder: string, name: string, bytes: readonly number[]): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), Uint8Array.from(bytes))
}

describe('openImages', () => {
  it('finds shipped images in any letter case', async () => {
    const images = await openImages({ shipped })
    expect(images.count).toBe(2)
    const found = { contentType: 'image/png', bytes: Uint8Array.from(png) }
    expect(await images.find('wallets', 'metamask')).toEqual(found)
    expect(await images.find('tokens', 'usdc')).toEqual(found)
    expect(await images.find('tokens', 'metamask')).toBeUndefined()
  })

  it('prefers and adds the images of the operator', async () => {
    await put(own, 'wallets/MetaMask.webp', webp)
    await put(own, 'assets/eip155-9.jpg', jpeg)
    await put(own, 'wallets/.DS_Store', [1])
    await put(own, 'readme.txt', [1])
    const images = await openImages({ shipped, own })
    expect(images.count).toBe(3)
    expect((await images.find('wallets', 'metamask'))?.contentType).toBe('image/webp')
    expect((await images.find('assets', 'eip155-9'))?.contentType).toBe('image/jpeg')
    expect((await images.find('tokens', 'USDC'))?.contentType).toBe('image/png')
  })

  it.each([
    ['SVG', 'logo.svg', svg],
    ['SVG that says it is PNG', 'logo.png', svg],
    ['another kind of RIFF', 'logo.webp', sound],
    ['an empty file', 'logo.png', []],
    ['half a signature', 'logo.png', png.slice(0, 6)],
  ])('rejects %s', async (_, name, bytes) => {
    await put(own, `wallets/${name}`, bytes)
    const opening = openImages({ shipped, own })
    await expect(opening).rejects.toMatchObject({ code: 'bad-image' })
    await expect(opening).rejects.toThrow(`${name} is not a PNG, JPEG or WebP image.`)
  })

  it('accepts images up to the limit', async () => {
    await put(own, 'wallets/large.png', [...png, ...Array(262_144 - png.length).fill(0)])
    expect(
      (await (await openImages({ shipped, own })).find('wallets', 'large'))?.bytes.length,
    ).toBe(262_144)
    await put(own, 'wallets/large.png', [...png, ...Array(262_145 - png.length).fill(0)])
    await expect(openImages({ shipped, own })).rejects.toThrow('is larger than 262144 bytes.')
  })

  it('rejects a missing folder', async () => {
    const missing = openImages({ shipped, own: join(own, 'missing') })
    await expect(missing).rejects.toMatchObject({ code: 'bad-image' })
  })

  it('does not serve a file that is no longer an image', async () => {
    await put(own, 'wallets/a.png', png)
    await put(own, 'wallets/b.png', png)
    const images = await openImages({ shipped, own })
    await put(own, 'wallets/a.png', svg)
    await rm(join(own, 'wallets/b.png'))
    expect(await images.find('wallets', 'a')).toBeUndefined()
    expect(await images.find('wallets', 'b')).toBeUndefined()
  })

  it('never reads outside its folders', async () => {
    await put(shipped, 'secret.png', png)
    const images = await openImages({ shipped })
    for (const id of [
      '../secret',
      '../wallets/metamask',
      '..',
      '.',
      '',
      'metamask.png',
      '__proto__',
    ]) {
      expect(await images.find('wallets', id)).toBeUndefined()
    }
  })
})
