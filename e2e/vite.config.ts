import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const folder = resolve(import.meta.dirname, 'pages')
const pages = [
  'index',
  'react',
  'embedded',
  'two',
  'strict',
  'families',
  'connectors',
  'headless',
  'bridgeViem',
  'bridgeWagmi',
  'bridgeWagmi2',
  'bridgeEthers',
  'bridgeEthers5',
  'safeHost',
  'coinbasePopup',
]

/** The pages as a site would build them: from the packages' built files, minified. */
export default defineConfig({
  root: folder,
  build: {
    outDir: resolve(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    // Names tell the parts apart, so that a test can see which of them a page fetched.
    rolldownOptions: {
      input: Object.fromEntries(pages.map((page) => [page, resolve(folder, `${page}.html`)])),
    },
  },
})
