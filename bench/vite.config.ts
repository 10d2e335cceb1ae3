import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const pages = ['vanilla', 'react', 'floor-html', 'floor-react']

/** The pages as a site would build them: from the packages' built files, minified. */
export default defineConfig({
  root: resolve(import.meta.dirname, 'src'),
  base: '../',
  build: {
    outDir: resolve(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: Object.fromEntries(
        pages.map((page) => [page, resolve(import.meta.dirname, `src/${page}/index.html`)]),
      ),
      output: {
        advancedChunks: {
          // React's own bytes stand apart, so that ours can be told from them.
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }],
        },
      },
    },
  },
})
