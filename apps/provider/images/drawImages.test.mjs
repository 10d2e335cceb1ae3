import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as networks from 'latchkey/networks'
import { wallets } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { listFamilies } from '../../../scripts/lib/families.mjs'
import { assetAliases } from '../src/sources/directory/assetAliases.ts'
import { drawImages } from './drawImages.mjs'
import { listImages } from './listImages.mjs'

const images = await listImages()
const names = (folder) => images.filter((image) => image.folder === folder).map(({ name }) => name)

describe('provider images', () => {
  it('exist once per wallet, network and name', () => {
    expect(names('wallets')).toEqual(wallets.map((wallet) => wallet.image_id))
    const known = Object.values(networks).flatMap(({ id, chainNamespace = 'eip155' }) =>
      id ? [`${chainNamespace}-${id}`] : [],
    )
    for (const family of listFamilies()) {
      expect(known.filter((id) => id.startsWith(`${family}-`)).length, family).toBeGreaterThan(0)
    }
    expect(known.filter((id) => !names('assets').includes(id))).toEqual([])
    expect(names('tokens')).toEqual(
      expect.arrayContaining(['ETH', 'WETH', 'USDC', 'USDT', 'DAI', 'SOL']),
    )
    expect(names('currencies')).toEqual(expect.arrayContaining(['USD', 'EUR', 'GBP', 'JPY']))
    // Requests and some file systems ignore case.
    const keys = images.map(({ folder, name }) => `${folder}/${name.toLowerCase()}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(images.filter(({ name }) => !/^[\w.-]{1,128}$/.test(name))).toEqual([])
  })

  it('exist for every fixed id of other widgets', () => {
    expect([...assetAliases.values()].filter((id) => !names('assets').includes(id))).toEqual([])
  })

  it('are valid SVG without scripts and text', async () => {
    for (const { name, draw } of images) {
      const svg = await draw()
      expect(svg.startsWith('<svg '), name).toBe(true)
      expect(svg, name).not.toMatch(/NaN|undefined|<script|<text|href="http/)
    }
  })

  it('are deterministic, and different for each wallet', async () => {
    const drawings = await Promise.all(images.map(({ draw }) => draw()))
    const again = await Promise.all((await listImages()).map(({ draw }) => draw()))
    expect(again).toEqual(drawings)
    const faces = drawings.slice(0, wallets.length)
    expect(new Set(faces).size).toBe(faces.length)
  })

  it('are rendered as small PNG files of one size', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-draw-'))
    const chosen = ['metamask', 'ambire', 'eip155-1', 'ETH', 'WETH', 'USD', 'CHF', 'KRW']
    await drawImages(
      folder,
      images.filter(({ name }) => chosen.includes(name)),
    )
    const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.png'))
    expect(files).toHaveLength(chosen.length)
    for (const file of files) {
      const png = readFileSync(join(folder, file))
      expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([128, 128])
      expect(png.length).toBeLessThan(32_768)
    }
    rmSync(folder, { recursive: true })
  })
})
