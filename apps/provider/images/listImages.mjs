import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { drawCurrency, drawMark, drawToken, drawWrapped } from './marks.mjs'

const require = createRequire(import.meta.url)
const data = new URL('../data/', import.meta.url)

/** Every included image: its folder, its name, and a function that draws it as SVG. */
export async function listImages() {
  const [{ wallets }, icons] = await Promise.all([
    readJson('wallets.json'),
    readJson('images.json'),
  ])
  return [
    ...wallets.map((wallet) => ({
      folder: 'wallets',
      name: wallet.image_id,
      draw: drawWallet(wallet, icons.wallets[wallet.image_id]),
    })),
    ...Object.entries(icons.assets).map(([name, icon]) => ({
      folder: 'assets',
      name,
      draw: () => readIcon(icon),
    })),
    ...icons.tokens.map((name) => ({
      folder: 'tokens',
      name,
      draw: async () => drawToken(await readIcon(`tokens/${name}`)),
    })),
    ...Object.entries(icons.wrappedTokens).map(([name, inner]) => ({
      folder: 'tokens',
      name,
      draw: async () => drawWrapped(await readIcon(`tokens/${inner}`)),
    })),
    ...Object.entries(icons.currencies).map(([name, currency]) => ({
      folder: 'currencies',
      name,
      draw: async () => drawCurrency(currency),
    })),
  ]
}

function drawWallet(wallet, icon) {
  return icon === undefined ? async () => drawMark(wallet) : () => readIcon(icon)
}

async function readJson(name) {
  return JSON.parse(await readFile(new URL(name, data), 'utf8'))
}

/** Imports single icons: the package's index would load thousands. */
async function readIcon(icon) {
  const [kind, name] = icon.split('/')
  const path = require.resolve(`@web3icons/core/svgs/${kind}/background/${name}.svg.js`)
  const { default: svg } = await import(pathToFileURL(path).href)
  return svg
}
