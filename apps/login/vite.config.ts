import { defineConfig } from 'vite'
import { preactAliases } from '../../scripts/build/preactAliases.mjs'

// The provider writes the document, with a fresh nonce each time; here are only its scripts, named in
// `.vite/manifest.json`. The policy of that document allows no link the server did not write, so
// nothing is preloaded, and styles are constructed in script.
export default defineConfig({
  resolve: {
    conditions: ['latchkey-source', 'module', 'browser', 'import', 'default'],
    // Preact draws: React makes the first load 103 kB instead of 42 kB.
    alias: Object.entries(preactAliases).map(([name, replacement]) => ({
      find: new RegExp(`^${name}$`),
      replacement,
    })),
  },
  publicDir: false,
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: false,
    rolldownOptions: { input: 'src/main.ts' },
  },
})
