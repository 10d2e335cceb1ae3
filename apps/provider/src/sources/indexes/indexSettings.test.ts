import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Config } from '../../config/Config.js'
import { readConfig } from '../../config/readConfig.js'
import { reportConfig } from '../../config/reportConfig.js'

const dir = mkdtempSync(join(tmpdir(), 'latchkey-indexes-'))
const keyFile = join(dir, 'service.key')
const key = 'key-of-a-service'
beforeAll(() => writeFileSync(keyFile, key, { mode: 0o600 }))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const chain = (id: string) => ({
  id,
  name: 'A chain',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: ['https://node.example'],
})

function read(indexes: readonly object[], ...args: string[]): Config {
  const file = join(dir, 'provider.json')
  const chains = [chain('eip155:1'), chain('eip155:8453'), chain('eip155:999')]
  writeFileSync(file, JSON.stringify({ chains, indexes }))
  return readConfig(['--config', file, ...args], {})
}

const etherscan = { driver: 'etherscan', keyFile, chains: ['eip155:1', 'eip155:8453'] }
const alchemy = { driver: 'alchemy', keyFile, chains: ['eip155:1'] }
const blockscout = {
  driver: 'blockscout',
  url: 'https://eth.blockscout.com/api',
  chains: ['eip155:1'],
}

it('reads indexes with the limits of free plans and their keys', () => {
  const { indexes } = read([etherscan, alchemy, blockscout])
  expect(indexes).toMatchObject([
    { driver: 'etherscan', url: 'https://api.etherscan.io/v2/api', perSecond: 3, key },
    { driver: 'alchemy', perSecond: 3, key },
    { driver: 'blockscout', perSecond: 5 },
  ])
})

it('reports indexes without their keys', () => {
  const report = reportConfig(read([etherscan, alchemy])).join('\n')
  expect(report).toContain(
    'indexes         eip155:1 by etherscan and alchemy, eip155:8453 by etherscan',
  )
  expect(report).not.toContain(key)
})

it('uses the services that keys are given for', () => {
  const file = join(dir, 'provider.json')
  const keys = { alchemy: 'alchemy-key', etherscan: 'etherscan-key', helius: 'helius-key' }
  writeFileSync(file, JSON.stringify({ keys }))
  const config = readConfig(['--config', file, '--preset', 'mainnet'], {})
  const report = reportConfig(config).join('\n')
  expect(report).toContain('eip155:1 by alchemy and etherscan')
  expect(report).toContain('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp by helius')
  for (const key of Object.values(keys)) expect(report).not.toContain(key)
  writeFileSync(file, JSON.stringify({ keys, indexes: [] }))
  expect(readConfig(['--config', file, '--preset', 'mainnet'], {}).indexes).toEqual([])
})

it.each<[string, object, RegExp]>([
  ['an unknown driver', { ...etherscan, driver: 'covalent' }, /indexes/],
  ['no key file', { ...etherscan, keyFile: undefined }, /keyFile is missing/],
  ['no chain', { ...etherscan, chains: [] }, /chains has no chain/],
  ['a chain that is not served', { ...etherscan, chains: ['eip155:5'] }, /eip155:5 for etherscan/],
  ['a chain of another family', { ...etherscan, chains: ['solana:x'] }, /chains/],
  ['several chains at one instance', { ...blockscout, chains: etherscan.chains }, /more than one/],
  ['a network without a name', { ...alchemy, chains: ['eip155:999'] }, /needs a url/],
  ['no key for the service itself', { ...alchemy, keyFile: undefined }, /without a keyFile/],
  ['a rate of zero', { ...etherscan, perSecond: 0 }, /perSecond is below/],
  ['a key in the settings', { ...etherscan, key: 'abc' }, /is not a setting/],
])('rejects %s', (_, index, problem) => {
  expect(() => read([index])).toThrow(problem)
})

it('rejects a key that travels without encryption', () => {
  const open = { ...etherscan, url: 'http://index.example/api' }
  const exposed = ['--host', '0.0.0.0', '--trusted-proxies', '10.0.0.1']
  const urls = ['--public-url', 'https://a.example', '--relay-url', 'wss://b.example']
  const origins = ['--allowed-origins', 'https://site.example']
  expect(() => read([open], ...exposed, ...urls, ...origins)).toThrow(/index\.example/)
})
