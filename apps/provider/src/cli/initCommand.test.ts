import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../config/readConfig.js'
import { runInit } from './initCommand.js'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-init-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Runs the command with typed lines; returns what it asked. */
async function init(name: string, lines: readonly string[], ...args: string[]) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  input.end(lines.map((line) => `${line}\n`).join(''))
  const dataDir = join(dir, name)
  const text = await runInit(['--data-dir', dataDir, ...args], { input, output })
  return { text, dataDir, asked: String(output.read() ?? '') }
}

it('asks for what is not given and writes settings that start', async () => {
  const answers = ['example.org', '', '', '', 'smtp://u:word@mail.example:587', '']
  const { dataDir, asked } = await init('asked', answers)
  expect(asked.match(/: /g)?.length).toBeGreaterThanOrEqual(6)
  expect(statSync(join(dataDir, 'provider.json')).mode & 0o777).toBe(0o600)
  const config = readConfig(['--data-dir', dataDir], {})
  expect(config).toMatchObject({
    isExposed: true,
    host: '127.0.0.1',
    roles: ['api', 'relay', 'telemetry', 'login'],
    publicUrl: 'https://api.example.org',
    loginUrl: 'https://login.example.org',
    allowedOrigins: ['https://example.org', 'https://*.example.org'],
    mail: { from: 'login@example.org' },
    databaseUrl: undefined,
  })
  expect(config.chains.length).toBeGreaterThan(5)
  expect(config.metricsToken).toMatch(/^[0-9a-f]{48}$/)
})

it('asks nothing that a flag answers', async () => {
  const flags = ['--domain', 'a.example', '--sites', 'https://shop.example', '--preset', 'none']
  const { dataDir, asked } = await init(
    'flags',
    [],
    ...[...flags, '--database-url', 'postgres://a:b@db/c', '--mail-url', ''],
  )
  expect(asked).toBe('')
  expect(JSON.parse(readFileSync(join(dataDir, 'provider.json'), 'utf8'))).toEqual({
    roles: ['api', 'relay', 'telemetry'],
    publicUrl: 'https://api.a.example',
    relayUrl: 'wss://relay.a.example',
    allowedOrigins: ['https://shop.example'],
    trustedProxies: ['127.0.0.1', '::1'],
    databaseUrl: 'postgres://a:b@db/c',
    metricsToken: expect.any(String),
  })
})

it.each([
  ['no domain', [], [], 'needs --domain'],
  ['a bad site', ['example.org', '*'], [], '"*" is not'],
  ['a bad database', ['example.org', '', '', 'mysql://db'], [], 'databaseUrl'],
  ['an unknown preset', ['example.org', '', 'moon'], [], 'moon'],
  ['an unknown flag', [], ['--colour', 'red'], '--colour'],
] as const)('writes nothing with %s', async (name, lines, args, message) => {
  const path = join(dir, name, 'provider.json')
  const running = init(name, lines, ...args)
  await expect(running).rejects.toThrow(message)
  await expect(running).rejects.not.toThrow('draft')
  expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined()
  expect(statSync(`${path}.draft`, { throwIfNoEntry: false })).toBeUndefined()
})

it('never changes settings that exist', async () => {
  const { dataDir } = await init('twice', ['example.org'])
  const before = readFileSync(join(dataDir, 'provider.json'), 'utf8')
  await expect(init('twice', ['example.com'])).rejects.toThrow('exists')
  expect(readFileSync(join(dataDir, 'provider.json'), 'utf8')).toBe(before)
  mkdirSync(join(dir, 'empty'))
  await init('empty', ['example.org'])
})
