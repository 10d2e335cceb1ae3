import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listFamilies } from '../lib/families.mjs'
import { inRoot } from '../lib/root.mjs'
import { readJson } from '../lib/workspaces.mjs'
import { bundleWidget } from './bundleWidget.mjs'

// Bundles the whole widget, possibly on a busy machine.
vi.setConfig({ hookTimeout: 120_000 })

const families = listFamilies()
const sources = [
  [inRoot('packages', 'latchkey', 'src', '/'), ''],
  [inRoot('packages', 'wire', 'src', '/'), 'wire/'],
]

let folder
let files
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-parts-'))
  files = new Map((await bundleWidget({ outDir: folder })).map((file) => [file.fileName, file]))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Every file that a page with these entry points may load. */
function reachable(...entryPoints) {
  const found = new Set(entryPoints.map((entryPoint) => `exports/${entryPoint}.js`))
  for (const name of found) {
    const { imports, dynamicImports } = files.get(name) ?? { imports: [], dynamicImports: [] }
    for (const next of [...imports, ...dynamicImports]) found.add(next)
  }
  return [...found]
}

/** Every file that loads with these, without an `import()`. */
function loadedWith(...names) {
  const found = new Set(names)
  for (const name of found) for (const next of files.get(name)?.imports ?? []) found.add(next)
  return [...found]
}

/** Our source modules in those files. */
const modulesOf = (names) =>
  names
    .flatMap((name) => Object.entries(files.get(name)?.modules ?? {}))
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .map(([id]) => sources.reduce((path, [folder, name]) => path.replace(folder, name), id))

/** Imports of installed packages. */
const packagesOf = (names) => names.filter((name) => !files.has(name))

/** Modules of features that a page does not use. */
const optional = [/^families\/eip155\/bridges\//, /^connectors\/(safe|coinbase)\//]
const optionalPackages = /^(@solana\/|@coinbase\/|@safe-global\/|viem|wagmi|@wagmi\/|ethers)/

test.each(families)(
  'a page that speaks only %s has no byte of what it did not choose',
  (family) => {
    for (const binding of ['index', 'react']) {
      const names = reachable(binding, family, 'errors')
      const modules = modulesOf(names)
      expect(modules).toContain(`families/${family}/adapter.ts`)
      const others = families.filter((one) => one !== family)
      const foreign = modules.filter(
        (id) =>
          others.some((one) => id.startsWith(`families/${one}/`) || id === `wire/rpc/${one}.ts`) ||
          optional.some((pattern) => pattern.test(id)),
      )
      expect(foreign).toEqual([])
      if (family === 'eip155')
        expect(packagesOf(names).filter((one) => optionalPackages.test(one))).toEqual([])
    }
  },
)

test('a page without sign-in loads only its calls and its state', () => {
  const names = [
    'exports/react.js',
    'parts/engine.lazy.js',
    'parts/mount.js',
    'parts/mount.sealed.js',
  ]
  const modules = modulesOf(loadedWith(...names))
  expect(modules).toEqual(expect.arrayContaining(['boot/facade.ts', 'core/siwx/store.ts']))
  expect(modules.filter((id) => /^(features\/)?siwx\//.test(id))).toEqual([])
})

/** The code of a site that consists of this line. */
async function bundleSite(line) {
  const entry = join(folder, 'site.js')
  await writeFile(entry, line)
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    build: { write: false, lib: { entry, formats: ['es'] } },
  })
  return output.map((file) => file.code).join('')
}

test('a page that names one network has no byte of the others', async () => {
  const code = await bundleSite("export { mainnet } from './exports/networks.js'")
  expect(code).toContain('Ethereum')
  expect(code).not.toMatch(/Base|solana|bip122|polkadot|cosmos/)
})

test('a page that names one wallet has no byte of the others, and one that names none has none', async () => {
  const code = await bundleSite("export { metaMask } from './exports/wallets.js'")
  expect(code).toContain('metamask://')
  expect(code.match(/<svg|image_id/g)).toHaveLength(2)
  expect(code.length).toBeLessThan(5_000)
  const drawn = await bundleSite("export { tangem } from './exports/wallets.js'")
  expect(drawn).not.toMatch(/metamask|trust/)
  expect(drawn.match(/M0 0h24v24H0z/g)).toHaveLength(1)
  expect(drawn.length).toBeLessThan(3_000)
  const image = await bundleSite("export { mainnetImage } from './exports/networks/images.js'")
  expect(image.match(/<svg/g)).toHaveLength(1)
  const page = modulesOf(reachable('index', 'react', ...families, 'networks', 'errors'))
  expect(page.filter((id) => id.startsWith('wallets/') || id.includes('web3icons'))).toEqual([])
})

test('server components find every name of the React bindings, as the browser’s', () => {
  const { exports } = readJson(inRoot('packages', 'latchkey', 'package.json'))
  const entryPoint = files.get(exports['./react']['react-server'].replace('./dist/', ''))
  const clientEntryPoint = files.get('exports/react.client.js')
  const [directive, names] = clientEntryPoint.source.split('\n')
  expect(directive).toBe("'use client'")
  // Next rejects `export *` between server and client.
  const listed = /^export \{ (.+) \} from '\.\/react\.js'$/.exec(names)?.[1].split(', ')
  expect(listed).toEqual(files.get('exports/react.js').exports)
  expect(listed).toContain('LatchkeyButton')
  expect(entryPoint.source).not.toContain('use client')
})

test('createLatchkey throws in a server component and names the remedy', async () => {
  // As a framework replaces browser modules.
  const clientEntryPoint = join(folder, 'exports', 'react.client.js')
  const { source } = files.get('exports/react.client.js')
  const names = /\{ (.+) \}/.exec(source)[1].split(', ')
  await writeFile(
    clientEntryPoint,
    names.map((name) => `export const ${name} = 'client'`).join('\n'),
  )
  const entryPoint = await import(join(folder, 'exports', 'react.server.js'))
  expect(Object.keys(entryPoint).sort()).toEqual([...names].sort())
  expect(entryPoint.LatchkeyButton).toBe('client')
  expect(() => entryPoint.createLatchkey({})).toThrow(
    expect.objectContaining({
      code: 'config/server-component',
      message: expect.stringMatching(/`createLatchkey`.*starts with 'use client'.*layout/),
    }),
  )
})
