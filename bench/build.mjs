import { resolve } from 'node:path'
import { buttonHtml } from 'latchkey/html'
import { build } from 'vite'

const folder = import.meta.dirname
const pages = [
  ...['vanilla', 'script-only', 'react', 'wagmi'],
  ...['floor-html', 'floor-react', 'floor-list'],
  ...['activity', 'wallets'],
]
/** wagmi and what it brings along. */
const wagmi =
  /node_modules[\\/](wagmi|@wagmi|viem|ox|abitype|mipd|zustand|eventemitter3|@tanstack|use-sync-external-store)[\\/]/

/** As the guide tells it: the button is in the HTML, and the script takes it over. */
const buttonInHtml = {
  name: 'button-in-html',
  transformIndexHtml: (html) => html.replace('<!-- wallet -->', () => buttonHtml('connect')),
}

/** Each page by itself, as a site would build it: from the packages' built files, minified. */
for (const page of pages) {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: resolve(folder, 'src', page),
    base: './',
    plugins: [buttonInHtml],
    build: {
      outDir: resolve(folder, 'dist', page),
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // Libraries mark what runs in browsers, which here is everything.
        onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log),
        output: {
          codeSplitting: {
            // Keep libraries in separate chunks, so that our own bytes can be measured.
            groups: [
              { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
              { name: 'wagmi', test: wagmi },
            ],
          },
        },
      },
    },
  })
}
