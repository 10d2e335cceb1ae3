import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { networkImages } from 'latchkey/networks/images'
import { wallets } from 'latchkey/wallets'
import { drawBrowserWallet, drawCurrency, drawToken, drawWrapped } from './marks.mjs'

const require = createRequire(import.meta.url)
const data = new URL('../data/', import.meta.url)

/** Every included image: its folder, its name, and a function that draws it as SVG. */
export async function listImages() {
  const icons = JSON.parse(await readFile(new URL('images.json', data), 'utf8'))
  return [
    ...wallets.map(({ image_id, image_url }) => ({
      folder: 'wallets',
      name: image_id,
      draw: async () => readSvg(image_url),
    })),
    ...Object.entries(networkImages).map(([id, image]) => ({
      folder: 'assets',
      name: id.replace(':', '-'),
      draw: async () => readSvg(image),
    })),
    ...Object.entries(icons.assets).map(([name, icon]) => ({
      folder: 'assets',
      name,
      draw: () => readIcon(icon),
    })),
    { folder: 'assets', name: 'injected', draw: async () => drawBrowserWallet() },
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

/** The SVG in a `data:` URL. */
function readSvg(image) {
  return decodeURIComponent(image.slice(image.indexOf(',') + 1))
}

/** Imports single icons: the package's index would load thousands. */
async function readIcon(icon) {
  const [kind, name] = icon.split('/')
  const path = require.resolve(`@web3icons/core/svgs/${kind}/background/${name}.svg.js`)
  const { default: svg } = await import(pathToFileURL(path).href)
  return svg
}
