import { defineConfig } from 'vite'

// The provider writes the document, with a fresh nonce each time; here are only its scripts, named in
// `.vite/manifest.json`. The policy of that document allows no link the server did not write, so
// nothing is preloaded, and styles are constructed in script.
export default defineConfig({
  resolve: { conditions: ['latchkey-source', 'module', 'browser', 'import', 'default'] },
  publicDir: false,
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: false,
    rolldownOptions: { input: 'src/main.ts' },
  },
})
