import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const pages = ['index', 'react']

/** Both pages as a site would build them: from the packages' built files, minified. */
export default defineConfig({
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.fromEntries(
        pages.map((page) => [page, resolve(import.meta.dirname, `${page}.html`)]),
      ),
    },
  },
})
