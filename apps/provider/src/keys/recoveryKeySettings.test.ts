import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config/readConfig.js'
import { reportConfig } from '../config/reportConfig.js'
import { createCertificates } from '../keyHolder/certificates.js'
import { openShareKeys } from './secrets.js'

let root: string
let dataDir: string
let outside: string

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'latchkey-settings-'))
  dataDir = join(root, 'data')
  outside = join(root, 'outside')
  for (const folder of [dataDir, outside]) mkdirSync(folder)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const remote = {
  driver: 'remote',
  url: 'https://keys.internal:4410',
  caFile: '/etc/latchkey/ca.pem',
  certificateFile: '/etc/latchkey/certificate.pem',
  keyFile: '/etc/latchkey/key.pem',
}
const kms = {
  driver: 'kms',
  region: 'eu-central-1',
  keyId: '1234abcd-12ab-34cd-56ef-1234567890ab',
  credentialsFile: '/etc/latchkey/aws.json',
}
const mail = { url: 'smtp://user:word@mail.example.org:587', from: 'login@example.org' }

function read(recoveryKeys: unknown) {
  const file = join(outside, 'provider.json')
  writeFileSync(file, JSON.stringify({ mail, login: { recoveryKeys } }))
  const args = ['--roles', 'api,login', '--config', file, '--data-dir', dataDir]
  return readConfig(args, {})
}

const report = (settings: unknown) => reportConfig(read(settings)).join('\n')

describe('login.recoveryKeys', () => {
  it('is described without secrets', () => {
    expect(report(undefined)).toContain(
      `recovery keys   in ${dataDir}/recovery-keys.json; anyone with a copy of it and of the database can open them`,
    )
    expect(report({ driver: 'file', path: '/mnt/keys/a.json' })).toContain(
      'recovery keys   in /mnt/keys/a.json',
    )
    expect(report(remote)).toContain('recovery keys   by the key holder at keys.internal:4410')
    expect(report(kms)).toContain(
      'recovery keys   by KMS at kms.eu-central-1.amazonaws.com, key 1234abcd-12ab-34cd-56ef-1234567890ab',
    )
    expect(report(remote)).not.toContain('/etc/latchkey')
  })

  it.each([
    [{ driver: 'paper' }, 'login.recoveryKeys.driver has a value that cannot be used'],
    [{ driver: 'file' }, 'login.recoveryKeys.path is missing'],
    [
      { ...remote, url: 'http://keys.internal:4410' },
      'url is not an address like https://host:port',
    ],
    [
      { ...remote, url: 'https://keys.internal/path' },
      'url is not an address like https://host:port',
    ],
    [{ ...remote, keyFile: '' }, 'login.recoveryKeys.keyFile is empty'],
    [{ ...remote, timeoutMs: 60_000 }, 'login.recoveryKeys.timeoutMs is above 10000'],
    [{ ...remote, password: 'x' }, 'login.recoveryKeys.password is not a setting'],
    [{ ...kms, keyId: 'alias/shares' }, 'keyId is an alias; name the key by its id or ARN'],
    [{ ...kms, region: 'EU' }, 'login.recoveryKeys.region is not a region'],
    [{ ...kms, endpoint: 'http://kms.internal' }, 'endpoint is not an address like https://host'],
    [{ ...kms, credentialsFile: undefined }, 'login.recoveryKeys.credentialsFile is missing'],
  ])('%j stops the start with a sentence', (settings, sentence) => {
    expect(() => read(settings)).toThrow(sentence)
  })

  it('rejects credentials inside the data directory', () => {
    const inside = join(dataDir, 'key.pem')
    for (const path of [inside, join(outside, '..', 'data', 'key.pem')]) {
      expect(() => read({ ...remote, keyFile: path })).toThrow('move it out of')
      expect(() => read({ ...kms, credentialsFile: path })).toThrow('move it out of')
    }
    writeFileSync(inside, '')
    symlinkSync(inside, join(outside, 'link.pem'))
    expect(() => read({ ...remote, keyFile: join(outside, 'link.pem') })).toThrow('move it out of')
    expect(read({ ...remote, keyFile: `${dataDir}-other/key.pem` }).login).toBeDefined()
  })
})

describe('the files it names', () => {
  const write = (name: string, text: string, mode = 0o600) => {
    const path = join(outside, name)
    rmSync(path, { force: true })
    writeFileSync(path, text, { mode })
    return path
  }
  const { provider, keyHolder } = createCertificates({
    names: ['127.0.0.1'],
    days: 1,
    now: Date.now(),
  })
  const files = (key = provider.key, mode = 0o600) =>
    ({
      ...remote,
      driver: 'remote',
      caFile: write('ca.pem', provider.ca),
      certificateFile: write('certificate.pem', provider.cert),
      keyFile: write('key.pem', key, mode),
    }) as const

  it('are read at the start, and connect only when used', () => {
    expect(() => openShareKeys(join(root, 'new'), files())).not.toThrow()
  })

  it.each([
    ['a key others can read', () => files(provider.key, 0o644), 'can be read by others'],
    ['a key of another certificate', () => files(keyHolder.key), 'is not the key of'],
    ['no PEM', () => files('no'), 'is not the key of'],
    ['no file', () => ({ ...files(), caFile: join(outside, 'none') }), 'cannot be read'],
  ])('with %s stop the start', (_, settings, sentence) => {
    expect(() => openShareKeys(join(root, 'new'), settings())).toThrow(
      expect.objectContaining({ code: 'bad-config', message: expect.stringContaining(sentence) }),
    )
  })

  it.each([
    ['{"accessKeyId":"a"}', 0o600, 'is damaged'],
    ['{"accessKeyId":"a","secretAccessKey":"b"}', 0o640, 'can be read by others'],
    [undefined, 0o600, 'cannot be read'],
  ])('as credentials %s with mode %o stop the start', (content, mode, sentence) => {
    const credentialsFile =
      content === undefined ? join(outside, 'none') : write('aws.json', content, mode)
    const previousKeyIds: string[] = []
    const settings = { ...kms, driver: 'kms', previousKeyIds, credentialsFile } as const
    expect(() => openShareKeys(join(root, 'new'), settings)).toThrow(sentence)
  })
})
