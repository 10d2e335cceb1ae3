import { defineConfig, type Plugin } from 'vite'

const resolve = { conditions: ['latchkey-source', 'module', 'browser', 'import', 'default'] }

// A page without a declared encoding would garble non-ASCII text in an injected script.
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk')
        file.code = file.code.replace(
          /[^\0-\x7f]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
  },
}

// Wallet links end in `/wc?uri=…`, so that plain file servers find the page too.
const alsoAtWc: Plugin = {
  name: 'also-at-wc',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const page = bundle['index.html']
    if (page?.type === 'asset')
      this.emitFile({ type: 'asset', fileName: 'wc/index.html', source: page.source })
  },
}

/** Classic scripts that a page injects, by the mode they are built in. */
const scripts: Readonly<Record<string, string>> = {
  wallet: 'src/wallet/main.ts',
  'wallet-ethereum': 'src/wallet/ethereum.ts',
}

// All outputs in one folder: the phone page and the scripts.
export default defineConfig(({ mode }) => {
  const entry = scripts[mode]
  return entry
    ? {
        resolve,
        publicDir: false,
        plugins: [asciiOnly],
        define: { 'process.env.NODE_ENV': '"production"' },
        build: {
          emptyOutDir: false,
          target: 'es2022',
          license: { fileName: `${mode}.licences.md` },
          lib: {
            entry,
            formats: ['iife'],
            name: 'latchkeySampleWallet',
            fileName: () => `${mode}.js`,
          },
        },
      }
    : {
        resolve,
        plugins: [alsoAtWc],
        build: {
          target: 'es2022',
          modulePreload: { polyfill: false },
          chunkSizeWarningLimit: 1000,
        },
      }
})
