import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { runMain } from '../lib/plainError.mjs'
import { inRoot } from '../lib/root.mjs'
import { compactStyles } from './compactStyles.mjs'
import { preactAliases } from './preactAliases.mjs'

const source = inRoot('packages', 'latchkey', 'src')
const wire = inRoot('packages', 'wire', 'src')
const parts = inRoot('packages', 'parts', 'src')
const output = inRoot('packages', 'latchkey', 'dist')

/** Marks the copies of UI modules that are rendered by the bundled Preact. */
const sealed = '?sealed'

/** Every entry point of the package: `.` is index, `./solana` is solana. */
const { exports } = JSON.parse(readFileSync(inRoot('packages', 'latchkey', 'package.json'), 'utf8'))
const entries = Object.keys(exports).map((entryPoint) => entryPoint.slice(2) || 'index')

/**
 * Groups what a page loads together into one file: the static imports of the first entry point, then what
 * the next one adds, and so on. Lazy entry points are separate, because sharing them makes bundlers add code.
 */
const waves = [
  { name: 'boot', entryPoints: ['exports/index.ts', 'script/latchkey.ts'] },
  // Shared family code has its own file: a page may use any single family.
  { name: 'families', entryPoints: ['families/eip155/index.ts'], without: ['families/eip155'] },
  { name: 'eip155', entryPoints: ['families/eip155/index.ts'] },
  // Wallet errors are for adapters and bridges; pages without a connection do not need them.
  { name: 'walletErrors', entryPoints: ['core/runtime/errors/wallet.ts'] },
  // Bridges throw these without needing the engine.
  { name: 'errors', entryPoints: ['families/eip155/bridges/bridgedWidget.ts'], only: ['core'] },
  { name: 'engine', entryPoints: ['boot/engine.lazy.ts', 'ui/mount.tsx'], only: ['core', wire] },
  { name: 'modal', entryPoints: ['ui/mount.tsx'] },
  { name: 'sealedModal', entryPoints: [`ui/mount.sealed.tsx${sealed}`] },
  // One group, because listing the files of each button would grow every page's first script.
  { name: 'account', entryPoints: ['bindings/element/accountButton.ts'] },
]

/** Limits and texts are placed where they are used, so that a page does not load them all up front. */
export const optimization = { inlineConst: true }

/** Bundles the widget into its published files and returns what each contains. */
export async function bundleWidget({ outDir = output, minify = false } = {}) {
  rmSync(resolve(outDir, 'parts'), { recursive: true, force: true })
  const [{ output: files }] = await build({
    configFile: false,
    logLevel: 'warn',
    root: source,
    plugins: [markExternal(), sealInterface(), shrinkStyles(), writeServerEntryPoint()],
    build: {
      outDir,
      emptyOutDir: false,
      minify,
      target: 'es2022',
      modulePreload: false,
      // Of packages that are bundled. Icons are inlined: their notice is in NOTICE.md.
      license: { fileName: 'licences.md' },
      lib: {
        entry: Object.fromEntries(
          entries.map((name) => [`exports/${name}`, resolve(source, 'exports', `${name}.ts`)]),
        ),
        formats: ['es'],
      },
      rolldownOptions: {
        optimization,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'parts/[name].js',
          codeSplitting: { groups: waveGroups() },
        },
      },
    },
  })
  return files
}

/** One group per wave: a group also takes its modules' imports, unless an earlier group has them. */
export function waveGroups() {
  let assigned
  return waves.map((wave) => ({
    debugName: wave.name,
    name(id, modules) {
      assigned ??= assign(modules)
      return assigned.get(id) === wave.name ? wave.name : null
    },
  }))
}

function assign(modules) {
  const assigned = new Map()
  for (const { name, entryPoints, only, without = [] } of waves) {
    const isIn = (id, folders) =>
      folders.some((folder) => id.startsWith(resolve(source, folder) + sep))
    const mayInclude = (id) => (only === undefined || isIn(id, only)) && !isIn(id, without)
    const queue = entryPoints.map((entryPoint) => resolve(source, entryPoint))
    const seen = new Set(queue)
    for (const id of queue) {
      const info = modules.getModuleInfo(id)
      if (!info || info.isExternal) continue
      const isEntryPoint = info.isEntry || info.dynamicImporters.length > 0
      if (!isEntryPoint && mayInclude(id) && !assigned.has(id)) assigned.set(id, name)
      for (const next of info.importedIds) {
        if (!seen.has(next)) {
          seen.add(next)
          queue.push(next)
        }
      }
    }
  }
  return assigned
}

/** Installed packages stay imports; our own small workspaces are bundled. */
function markExternal() {
  return {
    name: 'keep-outside',
    enforce: 'pre',
    resolveId(id, importer) {
      if (importer === undefined || id.startsWith('.') || id.startsWith('/')) return null
      if (importer.includes(`${sep}node_modules${sep}`) || /^preact(\/|$)/.test(id)) return null
      if (isSealed(importer) && Object.hasOwn(preactAliases, id)) return null
      const contract = /^@latchkey\/wire\/(.+)$/.exec(id)
      if (contract) return resolve(wire, `${contract[1]}.ts`)
      if (isPart(id) || isIcon(id)) return null
      return { id, external: true }
    },
  }
}

/** Gives the standalone modal copies of the UI modules that import Preact instead of React. */
export function sealInterface() {
  return {
    name: 'seal-interface',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (importer === undefined) return null
      if (isSealed(importer) && Object.hasOwn(preactAliases, id)) {
        return this.resolve(preactAliases[id], inRoot('package.json'))
      }
      const isEntryPoint = id.endsWith('/mount.sealed.js')
      if (!(id.startsWith('.') || isPart(id)) || !(isEntryPoint || isSealed(importer))) return null
      const found = await this.resolve(id, importer.replace(sealed, ''), { skipSelf: true })
      return found && isInterface(found.id) ? `${found.id}${sealed}` : found
    },
  }
}

/** Whether a module may import React. */
function isInterface(id) {
  if (id.startsWith(parts + sep)) return true
  const [top, , folder] = relative(source, id).split(sep)
  return top === 'ui' || (top === 'features' && folder === 'views')
}

/** Whether an import names a part that the widget shares with the login site. */
const isPart = (id) => id.startsWith('@latchkey/parts/')

/** Whether an import names an icon. Icons are bundled, so that sites install none of the others. */
const isIcon = (id) => id.startsWith('@web3icons/core/')

function isSealed(id) {
  return id.endsWith(sealed)
}

export function shrinkStyles() {
  return {
    name: 'shrink-styles',
    transform(code, id) {
      return /\.css\.ts(\?sealed)?$/.test(id) ? compactStyles(code) : null
    },
  }
}

/**
 * Server components get the React bindings through their own entry point with `use client`: in the bindings
 * themselves the directive would cause a warning in the builds of all other sites. `createLatchkey` is called
 * rather than rendered, so on a server it is a function that throws and names the remedy.
 */
function writeServerEntryPoint() {
  return {
    name: 'write-server-entry-point',
    generateBundle(_, files) {
      const names = files['exports/react.js'].exports
      const rendered = names.filter((name) => name !== 'createLatchkey')
      const emit = (fileName, lines) =>
        this.emitFile({ type: 'asset', fileName, source: `${lines.join('\n')}\n` })
      emit('exports/react.client.js', [
        "'use client'",
        `export { ${names.join(', ')} } from './react.js'`,
      ])
      emit('exports/react.server.js', [
        "import { ServerComponentError } from './errors.js'",
        `export { ${rendered.join(', ')} } from './react.client.js'`,
        'export function createLatchkey() {',
        "  throw new ServerComponentError('createLatchkey')",
        '}',
      ])
    },
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  runMain(async () => {
    await bundleWidget()
    if (!existsSync(resolve(output, 'exports', 'index.js'))) throw new Error('index.js is missing')
  })
}
