import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createPrograms } from '../lib/programs.mjs'
import { inRoot } from '../lib/root.mjs'
import {
  checkExample,
  checkLock,
  checkManifest,
  checkSettings,
  checkSupplyChain,
  checkWorkflow,
} from './checkSupplyChain.mjs'

test('this repository has no problem', () => {
  expect(checkSupplyChain()).toEqual([])
})

describe('settings of npm', () => {
  test.each([
    ['', 'does not turn install scripts off'],
    ['ignore-scripts=false', 'does not turn install scripts off'],
    ['ignore-scripts=true\nregistry=https://evil.example', 'names a registry'],
    ['ignore-scripts=true\n@latchkey:registry = https://evil.example', 'names a registry'],
    ['ignore-scripts=true\n//registry.npmjs.org/:_authToken=x', 'names a registry or a password'],
  ])('%j is refused', (text, reason) => {
    expect(checkSettings(text)).toEqual([expect.stringContaining(reason)])
  })

  test('a password is not repeated', () => {
    expect(checkSettings('//host/:_authToken=secret').join()).not.toContain('secret')
  })
})

describe('a manifest', () => {
  const ranges = [
    ...['^1.0.0', '~1.2.0', '>=1', '1', '1.x', '*', '', 'latest', '1.0.0 || 2.0.0', 'npm:a@^1.0.0'],
    ...['git+https://host/a.git', 'github:a/b', 'a/b', 'https://host/a.tgz', 'file:../outside'],
  ]
  test.each(ranges)('may not depend on "%s"', (version) => {
    for (const field of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      expect(checkManifest('a', { [field]: { b: version } })).toEqual([
        expect.stringContaining(`b "${version}"`),
      ])
    }
    expect(checkManifest('a', { overrides: { c: { b: version } } })).toHaveLength(1)
  })

  test('may depend on exact versions and on folders of its own', () => {
    const dependencies = { a: '1.0.0', b: '18.4.0-beta.17', c: 'npm:@x/y@1.0.0', d: 'file:e2e/d' }
    const overrides = { a: '$a', b: { c: '$c' } }
    const peerDependencies = { react: '>=18.2', viem: '^2.0.0', ethers: '^5.7.0 || ^6.0.0' }
    expect(checkManifest('a', { dependencies, overrides, peerDependencies })).toEqual([])
  })

  test.each(['*', '', 'latest', 'x', '1.x', 'github:a/b'])('peers may not be "%s"', (version) => {
    expect(checkManifest('a', { peerDependencies: { b: version } })).toHaveLength(1)
    expect(checkExample('a', { dependencies: { b: version } })).toHaveLength(1)
  })

  test.each(['preinstall', 'install', 'postinstall', 'prepare'])('may not have %s', (name) => {
    expect(checkManifest('a', { scripts: { [name]: 'node x' } })).toHaveLength(1)
  })
})

describe('the lock', () => {
  const integrity = `sha512-${'a'.repeat(86)}==`
  const lockOf = (entry, more = {}) => ({
    lockfileVersion: 3,
    packages: {
      '': {},
      'node_modules/a': { version: '1.0.0', integrity, ...entry },
      ...more,
    },
  })

  test.each([
    [{ integrity: undefined }, 'no SHA-512'],
    [{ integrity: 'sha1-abc=' }, 'no SHA-512'],
    [{ resolved: 'git+ssh://git@host/a.git#main' }, 'comes from git'],
    [{ resolved: 'http://registry.npmjs.org/a.tgz' }, 'comes from http:'],
    [{ resolved: 'https://registry.npmjs.org.evil.example/a.tgz' }, 'comes from https:'],
    [{ hasInstallScript: true }, 'has an install script'],
    [{ dependencies: { b: '1' } }, 'a needs b'],
    [{ optionalDependencies: { 'b-darwin-arm64': '1' } }, 'a needs b-darwin-arm64'],
  ])('with %j is refused', (entry, reason) => {
    expect(checkLock(lockOf(entry))).toEqual([expect.stringContaining(reason)])
  })

  test('finds packages where Node does', () => {
    const nested = { 'node_modules/a/node_modules/b': { integrity, dependencies: { c: '1' } } }
    const above = { 'node_modules/c': { integrity, resolved: 'https://registry.npmjs.org/c.tgz' } }
    expect(checkLock(lockOf({ dependencies: { b: '1' } }, { ...nested, ...above }))).toEqual([])
    expect(checkLock(lockOf({ dependencies: { c: '1' } }, nested))).toHaveLength(2)
  })
})

describe('a workflow', () => {
  const workflow = (step) => `permissions:\n  contents: read\njobs:\n  a:\n    steps:\n${step}\n`

  test.each([
    '      - uses: actions/checkout@v4',
    '      - uses: actions/checkout@main # v4',
    '      - name: x\n        uses: "actions/checkout@11bd719"',
    '      - { uses: x }\n      - uses: actions/checkout',
    '      - uses: docker://alpine:3',
  ])('with %j is refused', (step) => {
    expect(checkWorkflow('ci.yml', workflow(step))).toEqual([
      expect.stringContaining('not pinned by its commit hash'),
    ])
  })

  test('with hashes and few permissions passes', () => {
    const hash = '11bd71901bbe5b1630ceea73d27597364c9af683'
    expect(checkWorkflow('ci.yml', workflow(`      - uses: a/b/c@${hash} # v4`))).toEqual([])
    expect(checkWorkflow('ci.yml', `    - uses: a/b@${hash}`)).toHaveLength(1)
    expect(checkWorkflow('ci.yml', workflow('on: pull_request_target'))).toHaveLength(1)
  })
})

test('a planted install script does not run with our settings, and does without', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-planted-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const programs = createPrograms()
  const install = async (settings) => {
    const project = join(folder, settings === '' ? 'open' : 'ours')
    const mark = join(project, 'ran')
    mkdirSync(join(project, 'planted'), { recursive: true })
    writeFileSync(join(project, '.npmrc'), settings)
    const write = (path, manifest) =>
      writeFileSync(join(project, path, 'package.json'), JSON.stringify(manifest))
    write('.', { name: 'site', version: '1.0.0', dependencies: { planted: 'file:planted' } })
    const postinstall = `node -e "require('fs').writeFileSync(${JSON.stringify(mark).replaceAll('"', "'")}, '')"`
    write('planted', { name: 'planted', version: '1.0.0', scripts: { postinstall } })
    const args = ['install', '--offline', '--no-audit', '--no-fund', '--install-links']
    const env = {
      npm_config_userconfig: join(folder, 'nobody'),
      npm_config_ignore_scripts: '',
      // Later versions of npm run none by themselves.
      npm_config_dangerously_allow_all_scripts: 'true',
    }
    const { code, output } = await programs.capture('npm', args, { cwd: project, env })
    expect(code, output).toBe(0)
    return readOrUndefined(mark) !== undefined
  }
  expect(await install('')).toBe(true)
  expect(await install(readFileSync(inRoot('.npmrc'), 'utf8'))).toBe(false)
})

function readOrUndefined(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
