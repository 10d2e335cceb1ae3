import { defineConfig } from 'vite'
import { preactAliases } from '../../scripts/build/preactAliases.mjs'

// Builds scripts only, named in `.vite/manifest.json`; the provider writes the document. Its policy
// forbids other links, so nothing is preloaded, and styles are constructed in script.
export default defineConfig({
  resolve: {
    conditions: ['latchkey-source', 'module', 'browser', 'import', 'default'],
    // Preact, because React makes the first load 103 kB instead of 42 kB.
    alias: Object.entries(preactAliases).map(([name, replacement]) => ({
      find: new RegExp(`^${name}$`),
      replacement,
    })),
  },
  publicDir: false,
  build: {
    target: 'es2022',
    manifest: true,
    license: { fileName: 'licences.md' },
    modulePreload: false,
    rolldownOptions: { input: 'src/main.ts' },
  },
})
