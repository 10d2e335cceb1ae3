import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLoginSecrets, openSecrets } from '../keys/secrets.js'
import {
  defaultRestrictedTimezones,
  toRestrictedTimezones,
} from '../sources/onramp/restrictedTimezones.js'
import { readConfig } from './readConfig.js'
import { reportConfig } from './reportConfig.js'

let dir: string
let files = 0

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-config-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function fileOf(content: unknown): string {
  files += 1
  const path = join(dir, `${files}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const exposed = [
  ['--host', '0.0.0.0'],
  ['--public-url', 'https://api.example.org'],
  ['--relay-url', 'wss://relay.example.org'],
  ['--allowed-origins', 'https://example.org'],
  ['--trusted-proxies', '10.0.0.0/8'],
] as const

function exposedBut(name: string, value?: string): string[] {
  return exposed.flatMap(([flag, usual]) => {
    if (flag !== name) return [flag, usual]
    return value === undefined ? [] : [flag, value]
  })
}

const chain = {
  id: 'eip155:1',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: ['https://node.example/v3/node-key'],
}
const [router, factory, wrappedNative, dollar] = ['1', '2', '3', '4'].map(
  (digit) => `0x${digit.repeat(40)}`,
)
const exchange = { router, factory, wrappedNative, dollar }

const executorKey = `0x${'1'.repeat(64)}`

describe('configuration', () => {
  it('has defaults for a local start', () => {
    expect(readConfig([], {})).toEqual({
      configFile: undefined,
      preset: undefined,
      roles: ['api', 'relay', 'telemetry'],
      host: '127.0.0.1',
      port: 4404,
      relayPort: 4405,
      loginPort: 4408,
      dataDir: './latchkey-data',
      imagesDir: undefined,
      databaseUrl: undefined,
      publicUrl: undefined,
      relayUrls: [],
      loginUrl: undefined,
      allowedOrigins: undefined,
      trustedProxies: [],
      fanout: undefined,
      metricsToken: undefined,
      limits: {},
      chains: [],
      indexes: [],
      rates: {},
      isExposed: false,
    })
  })

  it('prefers flags over variables, and variables over the file', () => {
    const env = {
      LATCHKEY_PORT: '1',
      LATCHKEY_RELAY_PORT: '3',
      LATCHKEY_DATA_DIR: '/srv/data',
      LATCHKEY_LIMITS: 'topicsPerClient=7, mailboxMessages=9',
    }
    const file = fileOf({
      port: 10,
      relayPort: 11,
      publicUrl: 'http://localhost:9/',
      limits: { topicsPerClient: 8 },
      trustedProxies: ['10.0.0.0/8', '127.0.0.1'],
      chains: [chain],
      names: { open: ['names.example'] },
      rates: { read: { perSecond: 5, burst: 6 } },
    })
    expect(readConfig(['--port', '2', '--config', file], env)).toMatchObject({
      configFile: file,
      port: 2,
      relayPort: 3,
      dataDir: '/srv/data',
      publicUrl: 'http://localhost:9',
      limits: { topicsPerClient: 7, mailboxMessages: 9 },
      trustedProxies: ['10.0.0.0/8', '127.0.0.1'],
      chains: [{ ...chain, isTestnet: false, tokens: [] }],
      names: { open: ['names.example'], readOnly: [] },
      rates: { read: { perSecond: 5, burst: 6 } },
    })
  })

  it('finds the file in the data directory', () => {
    writeFileSync(join(dir, 'provider.json'), JSON.stringify({ relayPort: 77 }))
    expect(readConfig(['--data-dir', dir], {}).relayPort).toBe(77)
  })

  it('allows exposure with all security settings', () => {
    expect(readConfig(exposedBut(''), {})).toMatchObject({
      host: '0.0.0.0',
      allowedOrigins: ['https://example.org'],
      isExposed: true,
    })
    const relayOnly = [...exposedBut('--public-url'), '--roles', 'relay']
    expect(readConfig(relayOnly, {}).roles).toEqual(['relay'])
  })

  describe('the paymaster', () => {
    const bundler = { chains: ['eip155:1'], executorKey }
    const policy = {
      name: 'first-mint',
      project: 'shop',
      chains: ['eip155:1'],
      calls: [{ to: router, selectors: ['0xa9059cbb'] }],
      budget: { perAccountPerDay: '0.01', perDay: '0.5', total: '10' },
    }
    const paymaster = { contracts: { 'eip155:1': router }, policies: [policy] }
    const read = (changes: object = {}, others: object = {}) =>
      readConfig(
        [
          '--config',
          fileOf({ chains: [chain], bundler, ...others, paymaster: { ...paymaster, ...changes } }),
        ],
        {},
      )
    const withPolicy = (changes: object) => ({ policies: [{ ...policy, ...changes }] })
    const withBudget = (changes: object) => withPolicy({ budget: { ...policy.budget, ...changes } })

    it('is read with its policies and reported', () => {
      const from = '2026-01-02T03:04:05Z'
      const config = read({
        ...withPolicy({ from }),
        confirmations: { 'eip155:1': 3 },
        lowDeposit: { 'eip155:1': '0.2' },
      })
      expect(config.paymaster).toMatchObject({
        policies: [{ name: 'first-mint', from: Date.parse(from) }],
        confirmations: { 'eip155:1': 3 },
      })
      expect(reportConfig(config).join('\n')).toContain(
        'paymaster       first-mint of the project shop on eip155:1',
      )
    })

    it.each<[object, string]>([
      [{ contracts: {} }, 'paymaster.contracts has no chain'],
      [{ contracts: { 'eip155:10': router } }, 'has eip155:10, which is not bundled'],
      [{ contracts: { 'eip155:1': '0x1' } }, 'is not a contract address'],
      [withPolicy({ chains: ['eip155:10'] }), 'policies.0 has eip155:10, which is not among'],
      [withPolicy({ chains: [] }), 'has no chain'],
      [withPolicy({ calls: [] }), 'has no call'],
      [withPolicy({ calls: [{ to: router, selectors: [] }] }), 'has no selector'],
      [withPolicy({ calls: [{ to: router, selectors: ['transfer'] }] }), 'is not a selector'],
      [withPolicy({ name: 'First mint' }), 'is not a name like first-mint'],
      [withPolicy({ budget: undefined }), 'budget'],
      [withBudget({ total: undefined }), 'budget.total is missing'],
      [withBudget({ total: 10 }), 'is not a decimal number in quotes'],
      [withBudget({ perDay: '0.0' }), 'is zero'],
      [withBudget({ perDay: '0.009' }), 'perAccountPerDay is above perDay'],
      [withBudget({ total: '0.499999999999999999' }), 'perDay is above total'],
      [withPolicy({ until: 'tomorrow' }), 'is not a time'],
      [
        withPolicy({ from: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' }),
        'policies.0.from is not before until',
      ],
      [{ policies: [policy, policy] }, 'policies.1 repeats the name first-mint'],
      [{ confirmations: { 'eip155:1': 65 } }, 'is above 64'],
      [{ confirmations: { 'eip155:10': 1 } }, 'confirmations has eip155:10'],
      [{ lowDeposit: { 'eip155:10': '1' } }, 'lowDeposit has eip155:10'],
      [{ signerKey: executorKey }, 'is not a setting'],
    ])('rejects %j', (changes, message) => {
      expect(() => read(changes)).toThrow(message)
    })

    describe('with fees in tokens', () => {
      const usdc = `0x${'3'.repeat(40)}`
      const named = { address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6 }
      const listing = { chains: [{ ...chain, tokens: [named] }] }
      const tokenFees = {
        contracts: { 'eip155:1': `0x${'2'.repeat(40)}` },
        tokens: { 'eip155:1': [usdc] },
        projects: ['shop'],
        budget: { perAccountPerDay: '0.01', perDay: '0.5' },
      }

      it('is read and reported, also without a sponsor', () => {
        const config = read({ contracts: {}, policies: [], tokenFees }, listing)
        expect(config.paymaster?.tokenFees).toEqual(tokenFees)
        expect(reportConfig(config).join('\n')).toContain('fees in tokens on eip155:1')
      })

      it.each<[object, string]>([
        [{ contracts: { 'eip155:10': router } }, 'contracts has eip155:10, which is not bundled'],
        [{ contracts: { 'eip155:1': router } }, 'contracts has the sponsor of eip155:1'],
        [{ tokens: {} }, 'tokens has none for eip155:1'],
        [{ tokens: { 'eip155:1': [] } }, 'has no token'],
        [{ tokens: { 'eip155:1': [router] } }, 'which is not among the tokens of eip155:1'],
        [{ tokens: { 'eip155:1': [usdc], 'eip155:10': [usdc] } }, 'not among its contracts'],
        [{ projects: [] }, 'has no project'],
        [{ markup: 101 }, 'is above 100'],
        [{ budget: { perAccountPerDay: '1', perDay: '0.5' } }, 'perAccountPerDay is above perDay'],
      ])('rejects %j', (changes, message) => {
        expect(() => read({ tokenFees: { ...tokenFees, ...changes } }, listing)).toThrow(message)
      })
    })

    it('needs a bundler, and credentials outside the data directory', () => {
      expect(() => read({}, { bundler: undefined })).toThrow('which is not bundled')
      const keys = {
        driver: 'kms',
        region: 'eu-central-1',
        keyId: '1234abcd',
        credentialsFile: 'latchkey-data/aws.json',
      }
      expect(() => read({ keys })).toThrow("gives access to the paymaster's key")
    })
  })

  describe('the login site', () => {
    const mail = { url: 'smtp://user:word@mail.example.org:587', from: 'login@example.org' }
    const social = { google: { clientId: 'id', clientSecret: 'unspoken' } }
    const login = (...args: string[]) => {
      const config = fileOf({ mail, social })
      return readConfig(['--roles', 'api,login', '--config', config, ...args], {})
    }
    const encrypted = ['--login-url', 'https://login.example.org']

    it('has its own port and URL when its role is on', () => {
      expect(login()).toMatchObject({ roles: ['api', 'login'], loginPort: 4408, mail, social })
      expect(readConfig([], {}).roles).toEqual(['api', 'relay', 'telemetry'])
      const report = reportConfig(login(...exposedBut(''), ...encrypted)).join('\n')
      expect(report).toContain('login           0.0.0.0:4408, public URL https://login.example.org')
      expect(report).toContain('mail            by mail.example.org:587, from login@example.org')
      expect(report).toContain('social          google')
      expect(report).not.toMatch(/word|unspoken/)
      expect(report).toContain('recovery wait   24 h')
    })

    it('reads the recovery wait within limits', () => {
      const waiting = (recoveryWaitHours: unknown) => {
        const config = fileOf({ mail, login: { recoveryWaitHours } })
        return readConfig(['--roles', 'api,login', '--config', config], {})
      }
      expect(reportConfig(waiting(48)).join('\n')).toContain('recovery wait   48 h')
      for (const wrong of [0, 721, '24']) expect(() => waiting(wrong)).toThrow('recoveryWaitHours')
    })

    it.each([
      [exposedBut(''), '--login-url is needed'],
      [[...exposedBut(''), '--login-url', 'http://login.example.org'], 'must start with https://'],
      [[...exposedBut(''), '--login-url', 'https://api.example.org'], 'are the same'],
      [['--login-port', '4404'], '--port and --login-port are both 4404'],
      [['--roles', 'login'], 'needs --public-url'],
    ])('rejects %j', (args, reason) => {
      expect(() => login(...args)).toThrow(reason)
    })
  })

  it.each([
    [['--port', '70000'], '--port 70000'],
    [['--port', '-1'], '--port'],
    [['--port', '80x'], '--port 80x'],
    [['--port', '4405'], '--port and --relay-port are both 4405'],
    [['--host', 'example.org'], '--host example.org'],
    [['--roles', 'api,baker'], '--roles baker is not one of'],
    [['--roles', 'api,login'], 'The role login needs "mail"'],
    [['--login-url', 'https://login.example.org/frame'], 'must be only a scheme'],
    [['--roles', ','], '--roles has no role'],
    [['--database-url', 'mysql://secret@db'], '--database-url is not a URL'],
    [['--public-url', 'wss://relay.example.org'], '--public-url wss://relay.example.org'],
    [['--public-url', 'https://api.example.org/path'], 'must be only a scheme'],
    [['--relay-url', 'https://relay.example.org'], '--relay-url https://relay.example.org'],
    [['--relay-url', 'relay'], '--relay-url relay'],
    [['--relay-url', 'wss://a.example,https://b.example'], '--relay-url https://b.example'],
    [['--allowed-origins', '*'], '--allowed-origins: "*"'],
    [['--allowed-origins', 'https://*.co.uk'], '"https://*.co.uk"'],
    [['--allowed-origins', 'https://a.example,b.example'], '"b.example"'],
    [['--trusted-proxies', '10.0.0.0/99'], '10.0.0.0/99'],
    [['--fanout', 'pigeon'], '--fanout pigeon'],
    [['--metrics-token', 'short'], '--metrics-token'],
    [['--limits', 'topics=4'], '--limits topics=4'],
    [['--limits', 'topicsPerClient=0'], '--limits topicsPerClient=0'],
    [['--limits', 'topicsPerClient'], '--limits topicsPerClient'],
    [['--config', '/nowhere/provider.json'], '--config /nowhere/provider.json cannot be read'],
    [['--colour', 'red'], '--colour'],
    [['stray'], 'stray'],
    [exposedBut('--public-url'), '--public-url is needed'],
    [exposedBut('--relay-url'), '--relay-url is needed'],
    [exposedBut('--allowed-origins'), '--allowed-origins is needed'],
    [exposedBut('--public-url', 'http://api.example.org'), 'must start with https://'],
    [exposedBut('--relay-url', 'ws://relay.example.org'), 'must start with wss://'],
    [exposedBut('--relay-url', 'wss://a.example,ws://b.example'), 'ws://b.example must start with'],
    [['--host', '::'], '--public-url is needed'],
  ])('rejects %j in one sentence that names the value', (args, text) => {
    expect(() => readConfig(args, {})).toThrow(
      expect.objectContaining({ code: 'bad-config', message: expect.stringContaining(text) }),
    )
  })

  it.each([
    ['not json', 'is not JSON'],
    [[], 'does not hold a JSON object'],
    [{ colour: 'red' }, 'colour is not a setting'],
    [{ dataDir: '/srv' }, 'dataDir is not a setting'],
    [{ port: 'eighty' }, 'port eighty is not a port'],
    [{ port: { a: 1 } }, 'port is neither text, a number nor a list'],
    [{ limits: { topics: 4 } }, 'limits topics=4 is not a known limit'],
    [{ chains: {} }, 'chains'],
    [{ chains: [{ ...chain, id: 'ethereum' }] }, 'chains.0.id is not a chain id'],
    [{ chains: [{ ...chain, upstreams: [] }] }, 'chains.0.upstreams has no node'],
    [
      { chains: [{ ...chain, upstreams: ['file:///x'] }] },
      'chains.0.upstreams.0 is not a web address',
    ],
    [{ chains: [{ ...chain, nativeCurrency: undefined }] }, 'chains.0.nativeCurrency is missing'],
    [{ chains: [{ ...chain, colour: 'red' }] }, 'chains.0.colour is not a setting'],
    [{ chains: [{ ...chain, multicall: '0x12' }] }, 'chains.0.multicall is not a contract address'],
    [
      { chains: [{ ...chain, tokens: [{ address: 'x' }] }] },
      'chains.0.tokens.0.address is not a token address',
    ],
    [{ chains: [{ ...chain, exchange: {} }] }, 'chains.0.exchange.router is missing'],
    [
      { chains: [{ ...chain, exchange: { ...exchange, feeBasisPoints: 0.3 } }] },
      'chains.0.exchange.feeBasisPoints is not a whole number',
    ],
    [{ chains: [chain, chain] }, 'chains has eip155:1 twice'],
    [{ names: { open: ['Names'] } }, 'names.open.0 is not a zone'],
    [{ onramp: { driver: 'cash' } }, 'onramp.driver has a value that cannot be used'],
    [
      { onramp: { driver: 'sandbox', chains: [], treasuryKey: '0x1' } },
      'treasuryKey is not a private key',
    ],
    [{ onramp: { providers: [] } }, 'onramp.providers has no provider'],
    [
      { onramp: { providers: [{ driver: 'meld', apiKey: '' }] } },
      'onramp.providers.0.apiKey is empty',
    ],
    [
      {
        onramp: {
          providers: [
            { driver: 'meld', apiKey: 'a' },
            { driver: 'meld', apiKey: 'b' },
          ],
        },
      },
      'onramp.providers has a driver twice',
    ],
    [
      { onramp: { driver: 'coinbase', keyName: 'a', keySecret: 'not a key' } },
      'onramp.keySecret is not a secret API key',
    ],
    [
      { onramp: { driver: 'meld', apiKey: 'a', country: 'usa' } },
      'onramp.country is not two letters',
    ],
    [
      { onramp: { driver: 'meld', apiKey: 'a', restrictedTimezones: 'all' } },
      'onramp.restrictedTimezones is neither true, false nor a list of time zones',
    ],
    [{ bundler: { chains: [] } }, 'bundler.chains has no chain'],
    [{ bundler: { chains: ['solana:x'] } }, 'bundler.chains.0 is not an EVM chain'],
    [
      { bundler: { chains: ['eip155:5'], executorKey } },
      'bundler has eip155:5, which is not among the chains',
    ],
    [
      { bundler: { chains: ['eip155:1'], executorKey, hourlyLoss: { 'eip155:1': 'much' } } },
      'bundler.hourlyLoss.eip155:1 is not a decimal number in quotes',
    ],
    [
      {
        chains: [chain],
        bundler: { chains: ['eip155:1'], executorKey, hourlyLoss: { 'eip155:10': '1' } },
      },
      'bundler.hourlyLoss has eip155:10, which is not bundled',
    ],
    [
      { bundler: { chains: ['eip155:1'], executorKey, maxDeficit: { 'eip155:1': 'little' } } },
      'bundler.maxDeficit.eip155:1 is not a decimal number in quotes',
    ],
    [
      {
        chains: [chain],
        bundler: { chains: ['eip155:1'], executorKey, maxDeficit: { 'eip155:10': '1' } },
      },
      'bundler.maxDeficit has eip155:10, which is not bundled',
    ],
    [{ rates: { read: { perSecond: 0, burst: 1 } } }, 'rates.read.perSecond is too small'],
    [{ rates: { reads: { perSecond: 1, burst: 1 } } }, 'rates.reads is not a setting'],
    [{ social: { google: { clientId: 'a' } } }, 'social.google.clientSecret is missing'],
    [{ social: { myspace: {} } }, 'social.myspace is not a setting'],
  ])('rejects a file with %j', (content, text) => {
    const path = fileOf(content)
    expect(() => readConfig(['--config', path], {})).toThrow(
      expect.objectContaining({
        code: 'bad-config',
        message: expect.stringMatching(/^[^\n]*\.$/),
      }),
    )
    expect(() => readConfig(['--config', path], {})).toThrow(text)
    expect(() => readConfig(['--config', path], {})).toThrow(path)
  })

  it.each([
    [
      { chains: [{ ...chain, prices: { kind: 'fixed', dollars: {} } }] },
      'cannot have fixed prices',
    ],
    [
      { onramp: { driver: 'sandbox', chains: [], treasuryKey: `0x${'1'.repeat(64)}` } },
      'cannot be the sandbox',
    ],
    [
      {
        onramp: {
          providers: [{ driver: 'sandbox', chains: [], treasuryKey: `0x${'1'.repeat(64)}` }],
        },
      },
      'cannot be the sandbox',
    ],
    [
      { onramp: { driver: 'meld', apiKey: 'a', apiUrl: 'http://127.0.0.1:1' } },
      'onramp cannot use http://127.0.0.1:1, which is not encrypted',
    ],
    [
      { social: { x: { clientId: 'a', clientSecret: 'b', server: 'http://127.0.0.1:1' } } },
      'which is not encrypted',
    ],
  ])('rejects exposure with %j', (content, text) => {
    const file = ['--config', fileOf(content)]
    expect(() => readConfig(file, {})).not.toThrow()
    expect(() => readConfig([...file, ...exposedBut('')], {})).toThrow(text)
  })

  it('names the variable in its errors', () => {
    expect(() => readConfig([], { LATCHKEY_PORT: 'x' })).toThrow('LATCHKEY_PORT x is not a port')
  })

  it('does not print a password', () => {
    expect(() => readConfig(['--database-url', 'mysql://secret@db'], {})).not.toThrow(/secret/)
  })

  it.each([
    [undefined, []],
    [false, []],
    [true, defaultRestrictedTimezones],
    [['Asia/Shanghai'], ['ASIA/SHANGHAI']],
  ])('hides Buy with restrictedTimezones %j', (restrictedTimezones, expected) => {
    const onramp = { driver: 'meld', apiKey: 'a', restrictedTimezones }
    const config = readConfig(['--config', fileOf({ onramp })], {})
    expect(toRestrictedTimezones(config.onramp?.restrictedTimezones)).toEqual(expected)
  })

  it('is reported without secrets', () => {
    const file = fileOf({
      chains: [chain],
      onramp: { driver: 'sandbox', chains: [], treasuryKey: `0x${'1'.repeat(64)}` },
      databaseUrl: 'postgres://user:secret-word@db/x',
      metricsToken: 'a-secret-metrics-token',
    })
    const report = reportConfig(readConfig(['--config', file], {})).join('\n')
    expect(report).toContain('chain           eip155:1 by node.example')
    expect(report).toContain(file)
    expect(report).not.toMatch(/secret-|node-key|1111/)
  })
})

describe('secrets', () => {
  it('are created once, readable by the owner only', () => {
    const dataDir = join(dir, 'new', 'data')
    const open = (folder: string) => {
      const { nameSignerKey, signInKeys } = openSecrets(folder)
      return { nameSignerKey, publicKeys: signInKeys.publicKeys() }
    }
    const made = open(dataDir)
    expect(made.nameSignerKey).toMatch(/^0x[0-9a-f]{64}$/)
    for (const name of ['secrets.json', 'sign-in-keys.json']) {
      expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
    }
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(open(dataDir)).toEqual(made)
    const other = open(join(dir, 'other'))
    expect(other.nameSignerKey).not.toBe(made.nameSignerKey)
    expect(other.publicKeys).not.toEqual(made.publicKeys)
  })

  it('of the login site are added to existing ones', async () => {
    const dataDir = mkdtempSync(join(dir, 'older-'))
    const nameSignerKey = `0x${'7'.repeat(64)}`
    writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ nameSignerKey }), { mode: 0o600 })
    const { hashKey, serverKeys, recoveryKeys } = openLoginSecrets(dataDir)
    expect(openSecrets(dataDir)).toMatchObject({ nameSignerKey })
    expect(await serverKeys.currentId()).not.toBe(await recoveryKeys.currentId())
    const again = openLoginSecrets(dataDir)
    expect(again.hashKey).toEqual(hashKey)
    expect(await again.serverKeys.currentId()).toBe(await serverKeys.currentId())
    for (const name of ['secrets.json', 'share-keys.json', 'recovery-keys.json']) {
      expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
    }
  })

  it.each([
    ['{"nameSignerKey":"0x1"}', 0o600, 'is damaged'],
    ['not json', 0o600, 'is damaged'],
    [undefined, 0o644, 'can be read by others'],
  ])('stop the start when damaged or readable by others', (content, mode, text) => {
    const dataDir = mkdtempSync(join(dir, 'secrets-'))
    openSecrets(dataDir)
    const path = join(dataDir, 'secrets.json')
    const stored = readFileSync(path, 'utf8')
    rmSync(path)
    writeFileSync(path, content ?? stored, { mode })
    expect(() => openSecrets(dataDir)).toThrow(
      expect.objectContaining({ code: 'bad-config', message: expect.stringContaining(text) }),
    )
  })
})
