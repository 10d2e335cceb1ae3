import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFileKeyring } from '../keys/fileKeyring.js'
import { runKeyHolderCommand, serveKeyHolder } from './keyHolderCommand.js'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-key-holder-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const badConfig = (text: string) => ({
  code: 'bad-config',
  message: expect.stringContaining(text),
})

describe('key-holder certificates', () => {
  it('writes three private files for each host and overwrites none', async () => {
    const out = join(dir, 'made')
    const args = ['certificates', '--names', 'keys.internal,10.0.0.5', '--out', out]
    await runKeyHolderCommand(args)
    const paths = ['key-holder', 'provider'].flatMap((host) =>
      ['ca.pem', 'certificate.pem', 'key.pem'].map((name) => join(out, host, name)),
    )
    for (const path of paths) expect(statSync(path).mode & 0o777).toBe(0o600)
    const before = paths.map((path) => readFileSync(path, 'utf8'))
    expect(new Set(before).size).toBe(5)
    await expect(runKeyHolderCommand(args)).rejects.toMatchObject(badConfig('already'))
    expect(paths.map((path) => readFileSync(path, 'utf8'))).toEqual(before)
  })

  it.each([
    [['--names', 'keys.internal'], 'needs --out'],
    [['--out', 'x'], 'needs --names'],
    [['--names', 'no name', '--out', 'x'], '"no name" is not a host name or IP address'],
    [['--names', 'a', '--out', 'x', '--days', '0'], '--days 0 is not a whole number'],
    [['--names', 'a', '--out', 'x', '--years', '1'], '--years'],
  ])('rejects %j', async (args, text) => {
    await expect(runKeyHolderCommand(['certificates', ...args])).rejects.toMatchObject(
      badConfig(text),
    )
  })
})

describe('key-holder rotate', () => {
  it('adds a key, also concurrently, and fails where no key holder has run', async () => {
    const dataDir = join(dir, 'holder')
    const args = ['rotate', '--data-dir', dataDir]
    await expect(runKeyHolderCommand(args)).rejects.toMatchObject(
      badConfig('start the key holder there first'),
    )
    const path = join(dataDir, 'recovery-keys.json')
    openFileKeyring(path)
    const ended = await Promise.allSettled([1, 2, 3].map(() => runKeyHolderCommand(args)))
    const done = ended.filter(({ status }) => status === 'fulfilled').length
    expect(done).toBeGreaterThan(0)
    expect(JSON.parse(readFileSync(path, 'utf8')).keys).toHaveLength(1 + done)
  })
})

describe('key-holder serve', () => {
  it.each([
    [[], 'needs --ca-file'],
    [['--opens', '5'], '--opens'],
  ])('rejects %j', async (args, text) => {
    await expect(serveKeyHolder(args, () => {})).rejects.toMatchObject(badConfig(text))
  })

  it('reads its limit and rejects one that is not a number', async () => {
    const out = join(dir, 'serve')
    await runKeyHolderCommand(['certificates', '--names', '127.0.0.1', '--out', out])
    const args = [
      ...['--ca-file', join(out, 'key-holder/ca.pem'), '--port', '0'],
      ...['--certificate-file', join(out, 'key-holder/certificate.pem')],
      ...['--key-file', join(out, 'key-holder/key.pem'), '--data-dir', join(dir, 'serving')],
    ]
    await expect(
      serveKeyHolder([...args, '--opens-per-hour', 'many'], () => {}),
    ).rejects.toMatchObject(badConfig('--opens-per-hour many'))
    const { holder, report } = await serveKeyHolder([...args, '--opens-per-hour', '7'], () => {})
    await holder.stop()
    expect(report.join('\n')).toContain('opens           7 an hour')
    expect(report.join('\n')).toContain('certificate     valid until ')
  })
})
