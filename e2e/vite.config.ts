import { cpSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const folder = resolve(import.meta.dirname, 'pages')
const pages = [
  'index',
  'react',
  'hydrated',
  'embedded',
  'two',
  'strict',
  'families',
  'connectors',
  'headless',
  'signIn',
  'script',
  'bridgeViem',
  'bridgeWagmi',
  'bridgeWagmi2',
  'bridgeEthers',
  'bridgeEthers5',
  'safeHost',
  'coinbasePopup',
]

/** The script for pages without a build, beside the page that has it. */
const pageScript: Plugin = {
  name: 'page-script',
  writeBundle: ({ dir = '' }) =>
    cpSync(
      resolve(import.meta.dirname, '..', 'packages', 'latchkey', 'dist', 'script'),
      resolve(dir, 'latchkey'),
      { recursive: true },
    ),
}

/** The pages as a site would build them: from the packages' built files, minified. */
export default defineConfig({
  root: folder,
  plugins: [pageScript],
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
