import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPriceSources } from '../sources/price/priceSources.js'
import { readConfig } from './readConfig.js'
import { reportConfig } from './reportConfig.js'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-preset-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** The settings of a start with a config file. */
function configOf(content: object, flags: readonly string[] = []) {
  const path = join(dir, 'provider.json')
  writeFileSync(path, JSON.stringify(content))
  return readConfig(['--config', path, ...flags], {})
}

const { chains } = readConfig(['--preset', 'mainnet'], {})

describe('the preset mainnet', () => {
  it('has its chains without any other setting', () => {
    expect(chains.map(({ name }) => name)).toEqual([
      'Ethereum',
      'Base',
      'Optimism',
      'Arbitrum One',
      'Polygon',
      'BNB Smart Chain',
      'Avalanche',
      'Gnosis',
      'ZKsync Era',
      'Celo',
      'Solana',
    ])
    expect(chains[0]?.ens).toBeDefined()
  })

  it.each(chains.map((chain) => [chain.name, chain] as const))(
    'has public nodes, prices and checked addresses for %s',
    (_, chain) => {
      expect(chain.upstreams.length).toBeGreaterThan(1)
      expect(chain.upstreams.join()).not.toMatch(/[{}]/)
      expect(chain.explorer).toMatch(/^https:/)
      expect(getPriceSources(chain).map(({ kind }) => kind)).toEqual(['http', 'geckoterminal'])
      if (!chain.id.startsWith('eip155:')) return
      expect(chain.limits?.logBlocks).toBeGreaterThan(0)
      const priced = getPriceSources(chain).flatMap((source) =>
        source.kind === 'geckoterminal' ? [source.native] : [],
      )
      const { multicall = '', ens } = chain
      const addresses = [multicall, ...priced, ...Object.values(ens ?? {})]
      expect(addresses.filter((address) => !isAddress(address, { strict: true }))).toEqual([])
    },
  )

  it('puts nodes with a key first, and never prints it', () => {
    const config = configOf({
      preset: 'mainnet',
      keys: { alchemy: 'hidden/key', helius: 'hidden-key' },
    })
    const [ethereum, solana] = [config.chains[0], config.chains.at(-1)]
    expect(ethereum?.upstreams[0]).toBe('https://eth-mainnet.g.alchemy.com/v2/hidden%2Fkey')
    expect(ethereum?.upstreams).toHaveLength((chains[0]?.upstreams.length ?? 0) + 1)
    expect(solana?.upstreams[0]).toBe('https://mainnet.helius-rpc.com/?api-key=hidden-key')
    expect(reportConfig(config).join('\n')).not.toMatch(/hidden/)
  })

  it('is changed chain by chain and field by field', () => {
    const upstreams = ['https://node.example']
    const own = { ...chains[0], id: 'eip155:5', ens: undefined }
    const config = configOf({ chains: [{ id: 'eip155:1', upstreams }, own] }, [
      '--preset',
      'mainnet',
    ])
    expect(config.chains).toHaveLength(chains.length + 1)
    expect(config.chains[0]).toEqual({ ...chains[0], upstreams })
    expect(config.chains.at(-1)?.id).toBe('eip155:5')
  })

  it.each<[string, object, RegExp]>([
    ['an unknown preset', { preset: 'mainet' }, /preset mainet is not one of mainnet/],
    ['an unknown key', { preset: 'mainnet', keys: { alchmey: 'x' } }, /alchmey is not a setting/],
    ['an empty key', { preset: 'mainnet', keys: { alchemy: '' } }, /keys.alchemy is empty/],
    ['chains that are no list', { preset: 'mainnet', chains: 7 }, /chains/],
    [
      'a chain twice',
      { preset: 'mainnet', chains: [{ id: 'eip155:1' }, { id: 'eip155:1' }] },
      /eip155:1 twice/,
    ],
    [
      'a bad field',
      { preset: 'mainnet', chains: [{ id: 'eip155:1', multicall: '0x1' }] },
      /multicall is not a contract address/,
    ],
  ])('rejects %s', (_, content, problem) => {
    expect(() => configOf(content)).toThrow(problem)
  })
})
