import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getBase58Encoder } from '@solana/kit'
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
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bundled = {
  preset: 'mainnet',
  removedChains: ['eip155:1'],
  bundler: { chains: ['eip155:1'], executorKey: `0x${'1'.repeat(64)}` },
}

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
    expect(readConfig(['--preset', 'mainnet'], {}).ipfsGateway).toMatch(/^https:/)
    expect(configOf({ preset: 'mainnet', ipfsGateway: 'https://own.example' }).ipfsGateway).toBe(
      'https://own.example',
    )
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

  it('lists at least 300 tokens, each once and with a valid address', () => {
    const tokens = chains.flatMap(({ id, tokens }) => tokens.map((token) => ({ id, ...token })))
    expect(tokens.length).toBeGreaterThan(300)
    const isValid = ({ id, address }: (typeof tokens)[number]) =>
      id.startsWith('solana:')
        ? getBase58Encoder().encode(address).length === 32
        : isAddress(address, { strict: true })
    expect(tokens.filter((token) => !isValid(token))).toEqual([])
    const keys = tokens.map(({ id, address }) => `${id}:${address}`)
    expect(new Set(keys).size).toBe(keys.length)
    const natives = new Set(chains.map(({ id, nativeContract }) => `${id}:${nativeContract}`))
    expect(keys.filter((key) => natives.has(key))).toEqual([])
  })

  // From the contracts themselves, as published by their issuers.
  it.each([
    ['eip155:1', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'USDT', 6],
    ['eip155:1', '0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2', 'MKR', 18],
    ['eip155:1', '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 'WBTC', 8],
    ['eip155:56', '0x55d398326f99059fF775485246999027B3197955', 'USDT', 18],
    ['eip155:8453', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USDC', 6],
    ['eip155:42161', '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8', 'USDC.e', 6],
    [
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
      'BONK',
      5,
    ],
  ])('has the known decimals on %s of %s', (chain, address, symbol, decimals) => {
    const listed = chains.find(({ id }) => id === chain)?.tokens
    expect(listed?.find((token) => token.address === address)).toMatchObject({ symbol, decimals })
  })

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
    const token = { ...chains[0]?.tokens[0], name: 'Mine' }
    const config = configOf({ chains: [{ id: 'eip155:1', upstreams, tokens: [token] }, own] }, [
      '--preset',
      'mainnet',
    ])
    expect(config.chains).toHaveLength(chains.length + 1)
    const tokens = [token, ...(chains[0]?.tokens.slice(1) ?? [])]
    expect(config.chains[0]).toEqual({ ...chains[0], upstreams, tokens })
    expect(config.chains.at(-1)?.id).toBe('eip155:5')
  })

  it('leaves out removed chains, and their indexes', () => {
    const keys = { etherscan: 'key', helius: 'key' }
    const config = configOf({ preset: 'mainnet', keys, removedChains: ['eip155:100', solana] })
    const served = config.chains.map(({ id }) => id)
    expect(served).toEqual(
      chains.map(({ id }) => id).filter((id) => !['eip155:100', solana].includes(id)),
    )
    expect(config.indexes.map(({ driver }) => driver)).toEqual(['etherscan'])
    expect(config.indexes[0]?.chains).not.toContain('eip155:100')
    const all = chains.map(({ id }) => id)
    expect(configOf({ preset: 'mainnet', removedChains: all }).chains).toEqual([])
  })

  it.each<[string, object, RegExp]>([
    [
      'removing an unknown chain',
      { preset: 'mainnet', removedChains: ['eip155:101'] },
      /removedChains has eip155:101, which is not a chain of a preset/,
    ],
    ['removing a chain without a preset', { removedChains: ['eip155:1'] }, /of a preset/],
    [
      'a chain removed and set',
      { preset: 'mainnet', removedChains: ['eip155:1'], chains: [{ id: 'eip155:1' }] },
      /removedChains has eip155:1, which chains has too/,
    ],
    [
      'something else than ids',
      { preset: 'mainnet', removedChains: ['gnosis'] },
      /removedChains\.0 /,
    ],
    ['a removed chain of the bundler', bundled, /bundler has eip155:1, which is not among/],
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
