import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'vite'
import { readOptions } from '../lib/commandLine.mjs'
import { ensureInstalled } from '../lib/install.mjs'
import { PlainError, runMain } from '../lib/plainError.mjs'
import { createPrograms, onStopSignal } from '../lib/programs.mjs'
import { inRoot } from '../lib/root.mjs'
import { listWorkspaces, readJson } from '../lib/workspaces.mjs'
import { build } from './build.mjs'

const provider = 'apps/provider'

/** What the package has besides its program: from the repository, to the package. */
const contents = [
  [`${provider}/README.md`, 'README.md'],
  ['LICENSE', 'LICENSE'],
  [`${provider}/data`, 'data'],
  [`${provider}/pages`, 'pages'],
  [`${provider}/images/drawProgram.mjs`, 'images/drawProgram.mjs'],
  [`${provider}/dist/images`, 'dist/images'],
  ['apps/login/dist', 'login'],
  ['deploy', 'deploy'],
]

/**
 * Packs `@latchkey/provider` with the login site inside, as for publishing. The repository's own packages
 * are bundled into the program; all others stay dependencies. Returns the archive's path.
 */
export async function packProvider({ programs, target }) {
  await build({ programs, only: [`${provider} images`, 'apps/login'] })
  const folder = inRoot('.cache', 'packed', provider)
  rmSync(folder, { recursive: true, force: true })
  const imported = await bundleProgram(join(folder, 'dist'))
  // The compose file's `.env` has a password.
  const filter = (path) => basename(path) !== '.env'
  for (const [from, to] of contents)
    cpSync(inRoot(from), join(folder, to), { recursive: true, filter })
  const manifest = toManifest(readJson(inRoot(provider, 'package.json')), imported)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  mkdirSync(target, { recursive: true })
  const args = ['pack', '--json', '--ignore-scripts', '--loglevel=error']
  const { code, stdout, output } = await programs.capture(
    'npm',
    [...args, '--pack-destination', target],
    { cwd: folder },
  )
  if (code !== 0) throw new PlainError(`npm pack failed in ${folder}.\n${output.trim()}`)
  return join(target, JSON.parse(stdout)[0].filename)
}

/** Returns the names of the packages that the program imports. */
async function bundleProgram(outDir) {
  const { output } = await bundle({
    root: inRoot(provider),
    configFile: false,
    logLevel: 'warn',
    build: { ssr: 'src/server.ts', outDir, emptyOutDir: false, target: 'node20', minify: false },
    ssr: {
      // Icons are data: their package has thousands that the program does not need.
      noExternal: [/^(?:@latchkey|latchkey)\//, /^@web3icons\/core$/],
      resolve: { conditions: ['latchkey-source'] },
    },
  })
  const imports = output.flatMap(({ imports = [], dynamicImports = [] }) => [
    ...imports,
    ...dynamicImports,
  ])
  const files = new Set(output.map(({ fileName }) => fileName))
  const names = imports.filter((path) => !files.has(path) && !isBuiltin(path)).map(packageName)
  return [...new Set(names)]
}

const packageName = (path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path

/** The manifest for publishing; bundled packages hand their dependencies on. */
export function toManifest(source, imported) {
  const { name, version, description, license, type, bin, engines } = source
  const known = Object.assign(
    {},
    ...listWorkspaces().map((folder) => readJson(inRoot(folder, 'package.json')).dependencies),
    source.dependencies,
  )
  const isOwn = (one) => /^(?:@latchkey\/|latchkey$)/.test(one)
  const names = [...new Set([...Object.keys(source.dependencies), ...imported])]
    .filter((one) => !isOwn(one))
    .sort()
  const missing = names.find((one) => known[one] === undefined)
  if (missing) throw new PlainError(`No package.json names a version of ${missing}.`)
  const dependencies = Object.fromEntries(names.map((one) => [one, known[one]]))
  return { name, version, description, license, type, bin, dependencies, engines }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  runMain(async () => {
    const { out } = readOptions({ out: { type: 'string', default: '.' } })
    const programs = createPrograms()
    onStopSignal(programs.stopAll)
    await ensureInstalled(programs)
    console.log(await packProvider({ programs, target: resolve(out) }))
  })
}
