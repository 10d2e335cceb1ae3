import { cpSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const folder = resolve(import.meta.dirname, 'pages')
const pages = [
  'index',
  'react',
  'hydrated',
  'embedded',
  'appkit',
  'two',
  'strict',
  'families',
  'connectors',
  'headless',
  'signIn',
  'pay',
  'sessions',
  'script',
  'bridgeViem',
  'bridgeWagmi',
  'bridgeWagmi2',
  'bridgeEthers',
  'bridgeEthers5',
  'safeHost',
  'coinbasePopup',
]

/** The script for pages without a build step, next to its page. */
const pageScript: Plugin = {
  name: 'page-script',
  writeBundle: ({ dir = '' }) =>
    cpSync(
      resolve(import.meta.dirname, '..', 'packages', 'latchkey', 'dist', 'script'),
      resolve(dir, 'latchkey'),
      { recursive: true },
    ),
}

/** The pages as a site builds them: from the built packages, minified. */
export default defineConfig({
  root: folder,
  plugins: [pageScript],
  build: {
    outDir: resolve(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    // Readable names, so that tests see which chunks a page fetched.
    rolldownOptions: {
      input: Object.fromEntries(pages.map((page) => [page, resolve(folder, `${page}.html`)])),
    },
  },
})
