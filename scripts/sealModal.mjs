import { existsSync, rmSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { runMain } from './plainError.mjs'
import { inRoot } from './root.mjs'

const source = inRoot('packages', 'latchkey', 'src')
const output = inRoot('packages', 'latchkey', 'dist', 'ui')
const corePrefix = 'latchkey-core:'

/** React's doors and the small library that stands in for it inside the sealed modal. */
const standIns = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
}

/**
 * Bundles the modal with its own renderer into `dist/ui/mount.sealed.js` and lazy chunks beside it, for
 * pages without React. Imports of `core` stay imports, so that a page holds one copy of it.
 */
export async function sealModal({ outDir = output, minify = false } = {}) {
  rmSync(resolve(outDir, 'sealed'), { recursive: true, force: true })
  await build({
    configFile: false,
    logLevel: 'warn',
    root: source,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [keepOutside()],
    build: {
      outDir,
      emptyOutDir: false,
      minify,
      target: 'es2022',
      modulePreload: false,
      lib: { entry: resolve(source, 'ui', 'mount.sealed.tsx'), formats: ['es'] },
      rolldownOptions: {
        output: {
          entryFileNames: 'mount.sealed.js',
          chunkFileNames: 'sealed/[name]-[hash].js',
        },
      },
    },
  })
}

/** Resolves React to its stand-in, and leaves `core` and installed packages outside the bundle. */
function keepOutside() {
  return {
    name: 'keep-outside',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (importer === undefined) return null
      if (Object.hasOwn(standIns, id)) return this.resolve(standIns[id], importer)
      if (/^preact(\/|$)/.test(id) || importer.includes(`${sep}node_modules${sep}`)) return null
      if (!id.startsWith('.')) return { id, external: true }
      const inCore = relative(resolve(source, 'core'), resolve(dirname(importer), id))
      if (inCore.startsWith('..')) return null
      return { id: `${corePrefix}${inCore.split(sep).join('/')}`, external: true }
    },
    renderChunk(code, chunk) {
      const up = '../'.repeat(chunk.fileName.split('/').length)
      return code.replaceAll(corePrefix, `${up}core/`)
    },
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  runMain(async () => {
    await sealModal()
    if (!existsSync(resolve(output, 'mount.sealed.js')))
      throw new Error('mount.sealed.js is missing')
  })
}
