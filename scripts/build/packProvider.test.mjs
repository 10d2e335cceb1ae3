import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { createPrograms } from '../lib/programs.mjs'
import { inRoot } from '../lib/root.mjs'
import { packProvider, toManifest } from './packProvider.mjs'

const run = promisify(execFile)
const folders = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function makeFolder(parent) {
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'packed-provider-'))
  folders.push(folder)
  return folder
}

const manifest = {
  name: '@latchkey/provider',
  version: '0.1.0',
  private: true,
  bin: { 'latchkey-provider': './dist/server.js' },
  exports: { './startApi': './dist/startApi.js' },
  scripts: { build: 'tsc' },
  dependencies: { '@latchkey/wire': '0.1.0', latchkey: '0.1.0', ws: '8.22.2' },
  devDependencies: { '@noble/curves': '2.3.0' },
}

describe('the manifest of the packed provider', () => {
  it('can be installed without a package of the repository', () => {
    expect(toManifest(manifest, ['latchkey', '@latchkey/wire', '@noble/curves'])).toEqual({
      name: '@latchkey/provider',
      version: '0.1.0',
      bin: { 'latchkey-provider': './dist/server.js' },
      dependencies: { '@noble/curves': expect.stringMatching(/^\d+\.\d+\.\d+$/), ws: '8.22.2' },
    })
  })

  it('is not made when an imported package has no version', () => {
    expect(() => toManifest(manifest, ['left-pad'])).toThrow('version of left-pad')
  })
})

it('packs a provider that starts from its archive, with the login site inside', async () => {
  // Below the repository, where its dependencies are installed.
  const folder = makeFolder(inRoot('.cache'))
  const programs = createPrograms()
  const archive = await packProvider({ programs, target: folder }).finally(programs.stopAll)
  await run('tar', ['--extract', '--file', archive, '--directory', folder])
  const unpacked = join(folder, 'package')
  const { dependencies, bin } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'))
  const { resolve } = createRequire(join(unpacked, 'package.json'))
  for (const name of Object.keys(dependencies)) {
    expect(resolve.paths(name)?.some((path) => existsSync(join(path, name)))).toBe(true)
  }
  expect(JSON.stringify(dependencies)).not.toContain('latchkey')
  const program = join(unpacked, bin['latchkey-provider'])
  expect((await run(process.execPath, [program, '--help'])).stdout).toContain('latchkey-provider')

  const dataDir = makeFolder(tmpdir())
  const mail = { url: 'smtp://127.0.0.1:9', from: 'login@site.example' }
  writeFileSync(join(dataDir, 'provider.json'), JSON.stringify({ mail }))
  const ports = ['--port', '0', '--relay-port', '0', '--login-port', '0']
  const args = [program, ...ports, '--roles', 'api,relay,login', '--data-dir', dataDir]
  const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = new Promise((end) => started.once('exit', end))
  try {
    const urls = {}
    for await (const line of createInterface(started.stdout)) {
      const [, name, url] = /^ready (\S+) (\S+)$/.exec(line) ?? []
      urls[name] = url
      if (Object.keys(urls).length === 3) break
    }
    expect(await (await fetch(`${urls.api}/ready`)).json()).toMatchObject({ status: 'ok' })
    const wallets = `${urls.api}/getWallets?projectId=latchkey-development`
    expect((await (await fetch(wallets)).json()).count).toBeGreaterThan(60)
    const image = await fetch(`${urls.api}/public/getAssetImage/eip155-1`)
    expect(image.headers.get('content-type')).toMatch(/^image\//)
    expect((await fetch(urls.relay.replace(/^ws/, 'http').concat('/health'))).status).toBe(200)
    expect((await fetch(`${urls.login}/sdk`)).headers.get('content-type')).toMatch(/^text\/html/)
    expect((await fetch(`${urls.login}/health`)).status).toBe(200)
  } finally {
    started.kill('SIGTERM')
    expect(await ended).toBe(0)
  }
})
