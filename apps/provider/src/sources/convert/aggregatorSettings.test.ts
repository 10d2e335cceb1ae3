import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../clock.js'
import type { Config } from '../../config/Config.js'
import { readConfig } from '../../config/readConfig.js'
import { reportConfig } from '../../config/reportConfig.js'
import { createNodes } from '../../nodes/createNodes.js'
import { solanaMainnet } from '../../nodes/solanaMainnet.js'
import { requestOf, testTokens } from './exchange.contract.js'
import { openAggregators } from './openAggregators.js'

const dir = mkdtempSync(join(tmpdir(), 'latchkey-aggregators-'))
const keyFile = join(dir, 'service.key')
beforeAll(() => writeFileSync(keyFile, 'key-of-a-service', { mode: 0o600 }))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const address = (digit: string) => `0x${digit.repeat(40)}`
const chain = (reference: number, more: object = {}) => ({
  id: `eip155:${reference}`,
  name: `Chain ${reference}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: ['https://node.example'],
  ...more,
})
const exchange = {
  router: address('1'),
  factory: address('2'),
  wrappedNative: address('3'),
  dollar: address('4'),
}
const oneInch = { driver: '1inch', keyFile }
const zeroEx = { driver: '0x', keyFile }
const lifi = { driver: 'lifi', integrator: 'my-site' }

function read(content: object, ...args: string[]): Config {
  const file = join(dir, 'provider.json')
  writeFileSync(file, JSON.stringify(content))
  return readConfig(['--config', file, ...args], {})
}

describe('aggregators in the settings file', () => {
  it('have the addresses of the services by default', () => {
    const { aggregators } = read({ aggregators: [oneInch, zeroEx, lifi] })
    expect(aggregators?.map(({ driver, url }) => [driver, url])).toEqual([
      ['1inch', 'https://api.1inch.com'],
      ['0x', 'https://api.0x.org'],
      ['lifi', 'https://li.quest'],
    ])
  })

  it('may differ by chain', () => {
    const { aggregators } = read({
      aggregators: [
        { ...oneInch, chains: ['eip155:1'], version: '6.0' },
        { ...oneInch, chains: ['eip155:10'], url: 'https://proxy.example/1inch/' },
      ],
    })
    expect(aggregators?.map(({ url }) => url)).toEqual([
      'https://api.1inch.com',
      'https://proxy.example/1inch',
    ])
  })

  it('serve Solana by Jupiter, with a key or at a server of one’s own', () => {
    const solana = {
      ...chain(1),
      id: solanaMainnet,
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    }
    const config = read({ aggregators: [{ driver: 'jupiter' }], chains: [solana, chain(1)] })
    expect(config.aggregators).toMatchObject([{ url: 'https://api.jup.ag/swap/v1' }])
    expect(reportConfig(config).join('\n')).toContain(
      `swaps           ${solanaMainnet} by jupiter\n`,
    )
    const own = { driver: 'jupiter', url: 'https://jupiter.example/', chains: [solanaMainnet] }
    expect(read({ aggregators: [own] }).aggregators).toMatchObject([
      { url: 'https://jupiter.example' },
    ])
    expect(() => read({ aggregators: [{ ...own, chains: ['eip155:1'] }] })).toThrow(
      'aggregators has eip155:1 for jupiter, which does not serve it',
    )
    expect(() => read({ chains: [{ ...solana, swapSources: ['jupiter'] }] })).toThrow(
      `${solanaMainnet} has no jupiter for its swapSources`,
    )
  })

  it.each<[object, string]>([
    [{ aggregators: {} }, 'aggregators'],
    [{ aggregators: [{ driver: 'paraswap' }] }, 'aggregators.0.driver has a value that cannot'],
    [{ aggregators: [{ driver: '1inch' }] }, 'aggregators.0.keyFile is missing'],
    [{ aggregators: [{ ...zeroEx, key: 'text' }] }, 'aggregators.0.key is not a setting'],
    [{ aggregators: [{ ...lifi, integrator: 'a b' }] }, 'integrator is not a name of at most 23'],
    [{ aggregators: [{ ...oneInch, url: 'ftp://x' }] }, 'aggregators.0.url is not a web address'],
    [{ aggregators: [{ ...oneInch, version: '5.2' }] }, 'version is neither 6.0 nor 6.1'],
    [{ aggregators: [{ ...oneInch, chains: [] }] }, 'chains has no chain'],
    [
      { aggregators: [{ ...zeroEx, chains: ['eip155:324'] }] },
      'aggregators has eip155:324 for 0x, which does not serve it',
    ],
    [{ aggregators: [oneInch, oneInch] }, 'aggregators has 1inch twice for the same chain'],
    [
      { aggregators: [{ ...oneInch, chains: ['eip155:1'] }, oneInch] },
      'aggregators has 1inch twice for the same chain',
    ],
    [{ chains: [chain(1, { swapSources: ['bank'] })] }, 'swapSources.0 is not an exchange'],
    [{ chains: [chain(1, { swapSources: ['0x'] })] }, 'eip155:1 has no 0x for its swapSources'],
    [
      { aggregators: [zeroEx], chains: [chain(324, { swapSources: ['0x'] })] },
      'eip155:324 has no 0x for its swapSources',
    ],
    [
      { chains: [chain(1, { swapSources: ['uniswapV2'] })] },
      'eip155:1 has no uniswapV2 for its swapSources',
    ],
    [
      { aggregators: [lifi], chains: [chain(1, { swapSources: ['lifi', 'lifi'] })] },
      'swapSources has an exchange twice',
    ],
  ])('are checked: %j', (content, text) => {
    expect(() => read(content)).toThrow(text)
  })

  it('need encryption once others can reach the provider', () => {
    const exposed = [
      ...['--host', '0.0.0.0', '--public-url', 'https://api.example.org'],
      ...['--relay-url', 'wss://relay.example.org', '--allowed-origins', 'https://example.org'],
      ...['--trusted-proxies', '10.0.0.0/8'],
    ]
    const plain = { aggregators: [{ ...oneInch, url: 'http://127.0.0.1:4000' }] }
    expect(() => read(plain)).not.toThrow()
    expect(() => read(plain, ...exposed)).toThrow(
      'aggregators cannot use http://127.0.0.1:4000, which is not encrypted',
    )
    expect(() => read({ aggregators: [oneInch] }, ...exposed)).not.toThrow()
  })

  it('are reported by chain, without their keys', () => {
    const config = read({
      aggregators: [zeroEx, lifi],
      chains: [
        chain(1, { exchange }),
        chain(324),
        chain(10, { exchange, swapSources: ['uniswapV2'] }),
        chain(8453, { exchange, swapSources: [] }),
        chain(11155111),
      ],
    })
    expect(reportConfig(config).join('\n')).toContain(
      'swaps           eip155:1 by 0x and lifi and uniswapV2, eip155:324 by lifi, eip155:10 by uniswapV2\n',
    )
    expect(reportConfig(config).join('\n')).not.toContain('key-of-a-service')
    expect(reportConfig(read({}))).toContain('swaps           none')
  })
})

const clients = {
  clock: systemClock,
  nodes: createNodes({
    chains: [],
    http: { send: () => Promise.reject() },
    clock: systemClock,
    random: () => 0,
  }),
}

describe('the key of an aggregator', () => {
  const write = (text: string, mode = 0o600) => {
    const file = join(dir, `${text.length}-${mode}.key`)
    writeFileSync(file, text, { mode })
    return file
  }
  const open = (file: string, headers: Record<string, string>[] = []) => {
    const { aggregators = [] } = read({ aggregators: [{ ...zeroEx, keyFile: file }] })
    const send = async (_: string, request: { headers?: Readonly<Record<string, string>> }) => {
      headers.push({ ...request.headers })
      throw new Error('no answer')
    }
    return openAggregators(aggregators, { ...clients, http: { send } }).exchanges
  }

  it('is read from a private file', async () => {
    const headers: Record<string, string>[] = []
    const [exchange] = open(write('key-in-a-file\n'), headers)
    await exchange?.quote(requestOf(testTokens.dollar, undefined)).catch(() => undefined)
    expect(headers[0]).toMatchObject({ '0x-api-key': 'key-in-a-file', '0x-version': 'v2' })
  })

  it.each<[string, () => string, string]>([
    ['no file', () => join(dir, 'none'), 'cannot be read'],
    ['a file that others can read', () => write('key-in-a-file', 0o644), 'Set its mode to 600'],
    ['an empty file', () => write(''), 'does not contain an API key'],
    ['a second header', () => write('key-in-a-file\r\nx: y'), 'does not contain an API key'],
  ])('is rejected: %s', (_, file, text) => {
    expect(() => open(file())).toThrow(text)
  })
})
