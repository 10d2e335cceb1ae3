import { describe, expect, it } from 'vitest'
import { readConfig } from './config.js'

const exposed = [
  '--host',
  '0.0.0.0',
  '--public-url',
  'wss://relay.example.org',
  '--allowed-origins',
  'https://example.org',
]

describe('configuration', () => {
  it('has defaults fit for the own machine', () => {
    expect(readConfig([], {})).toEqual({
      host: '127.0.0.1',
      port: 4405,
      dataDir: './data',
      databaseUrl: undefined,
      publicUrl: undefined,
      allowedOrigins: undefined,
      trustedProxies: [],
      fanout: undefined,
      metricsToken: undefined,
      limits: {},
    })
  })

  it('takes flags before variables', () => {
    const env = {
      LATCHKEY_PORT: '1',
      LATCHKEY_DATA_DIR: '/srv/data',
      LATCHKEY_LIMITS: 'topicsPerClient=7, mailboxMessages=9',
    }
    expect(readConfig(['--port', '2'], env)).toMatchObject({
      port: 2,
      dataDir: '/srv/data',
      limits: { topicsPerClient: 7, mailboxMessages: 9 },
    })
  })

  it('may be reached by others once it is safe', () => {
    expect(readConfig(exposed, {})).toMatchObject({
      host: '0.0.0.0',
      allowedOrigins: ['https://example.org'],
    })
  })

  it.each([
    [['--port', '70000'], '--port 70000'],
    [['--port', '-1'], '--port'],
    [['--port', '80x'], '--port 80x'],
    [['--host', 'example.org'], '--host example.org'],
    [['--database-url', 'mysql://secret@db'], '--database-url is not a URL'],
    [['--public-url', 'https://relay.example.org'], '--public-url https://relay.example.org'],
    [['--public-url', 'relay'], '--public-url relay'],
    [['--allowed-origins', '*'], '--allowed-origins: "*"'],
    [['--allowed-origins', 'https://a.example,b.example'], '"b.example"'],
    [['--trusted-proxies', '10.0.0.0/99'], '10.0.0.0/99'],
    [['--fanout', 'pigeon'], '--fanout pigeon'],
    [['--metrics-token', 'short'], '--metrics-token'],
    [['--limits', 'topics=4'], '--limits topics=4'],
    [['--limits', 'topicsPerClient=0'], '--limits topicsPerClient=0'],
    [['--limits', 'topicsPerClient'], '--limits topicsPerClient'],
    [['--colour', 'red'], '--colour'],
    [['stray'], 'stray'],
    [['--host', '0.0.0.0'], '--public-url is needed'],
    [['--host', '::', '--public-url', 'wss://relay.example.org'], '--allowed-origins is needed'],
    [[...exposed.slice(0, 3), 'ws://relay.example.org', ...exposed.slice(4)], 'is not encrypted'],
  ])('refuses %j in one sentence that names the value', (args, text) => {
    expect(() => readConfig(args, {})).toThrow(
      expect.objectContaining({ code: 'bad-config', message: expect.stringContaining(text) }),
    )
  })

  it('never repeats a password', () => {
    expect(() => readConfig(['--database-url', 'mysql://secret@db'], {})).not.toThrow(/secret/)
  })
})
