import { resolve } from 'node:path'
import { build } from 'vite'

const folder = import.meta.dirname
const pages = ['vanilla', 'react', 'floor-html', 'floor-react', 'floor-list', 'activity', 'wallets']

/** Each page by itself, as a site would build it: from the packages' built files, minified. */
for (const page of pages) {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: resolve(folder, 'src', page),
    base: './',
    build: {
      outDir: resolve(folder, 'dist', page),
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: {
            // React's own bytes stand apart, so that ours can be told from them.
            groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }],
          },
        },
      },
    },
  })
}
