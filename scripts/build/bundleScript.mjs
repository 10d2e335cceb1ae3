import { createHash } from 'node:crypto'
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { runMain } from '../lib/plainError.mjs'
import { inRoot } from '../lib/root.mjs'
import { optimization, sealInterface, shrinkStyles, waveGroups } from './bundleWidget.mjs'
import { fetchTogether } from './fetchTogether.mjs'

const source = inRoot('packages', 'latchkey', 'src', 'script', 'latchkey.ts')
const output = inRoot('packages', 'latchkey', 'dist', 'script')

/** Files that run almost completely on the first click: browsers that support this comment compile them early. */
const compiledAhead = ['engine', 'sealedModal']
const compileAhead = '//# allFunctionsCalledOnLoad\n'

/**
 * Bundles the widget with everything it needs for pages without a build: one module that fetches its
 * parts from the same folder. `integrity.json` has the hash of each file, as in an import map;
 * `licences.md` has the licences of the bundled packages, `NOTICE.md` those of the icons.
 */
export async function bundleScript({ outDir = output } = {}) {
  rmSync(outDir, { recursive: true, force: true })
  const [{ output: files }] = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [sealInterface(), shrinkStyles(), quickenClick()],
    resolve: { conditions: ['latchkey-source', 'module', 'browser', 'production'] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      license: { fileName: 'licences.md' },
      lib: { entry: source, formats: ['es'] },
      rolldownOptions: {
        optimization,
        output: {
          minify: true,
          entryFileNames: 'latchkey.js',
          chunkFileNames: 'parts/[name]-[hash].js',
          codeSplitting: { groups: waveGroups() },
        },
      },
    },
  })
  const integrity = Object.fromEntries(
    files
      .filter(({ type }) => type === 'chunk')
      .map(({ fileName, code }) => [`./${fileName}`, `sha384-${hashOf(code)}`]),
  )
  copyFileSync(inRoot('packages', 'latchkey', 'NOTICE.md'), resolve(outDir, 'NOTICE.md'))
  writeFileSync(resolve(outDir, 'integrity.json'), `${JSON.stringify({ integrity }, null, 2)}\n`)
  return files
}

function quickenClick() {
  return {
    name: 'quicken-click',
    generateBundle(_options, bundle) {
      fetchTogether(bundle)
      for (const file of Object.values(bundle)) {
        if (compiledAhead.includes(file.name)) file.code = compileAhead + file.code
      }
    },
  }
}

const hashOf = (code) => createHash('sha384').update(code).digest('base64')

if (process.argv[1] === fileURLToPath(import.meta.url)) runMain(() => bundleScript())
