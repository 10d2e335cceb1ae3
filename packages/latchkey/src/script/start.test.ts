import { describe, expect, it } from 'vitest'
import { readTag } from './readTag.js'
import { start } from './start.js'

const address = 'https://shop.example/latchkey.js'
const pageWith = (src: string, dataset: { readonly [name: string]: string }) =>
  ({
    scripts: [
      { src: 'https://shop.example/other.js', dataset: {} },
      { src, dataset },
    ],
  }) as never

describe('script tag', () => {
  it('reads the options from its own tag', () => {
    const page = pageWith(address, {
      projectId: 'shop',
      providerUrl: 'https://provider.example',
      relayUrls: 'wss://one.example wss://two.example',
      themeMode: 'dark',
      wallets: 'metaMask, rainbow',
      eip155: ' mainnet, base\n polygon ',
      solana: 'solanaMainnet',
      cosmos: ' ',
    })
    expect(readTag(page, address)).toEqual({
      projectId: 'shop',
      providerUrl: 'https://provider.example',
      relayUrls: ['wss://one.example', 'wss://two.example'],
      themeMode: 'dark',
      wallets: ['metaMask', 'rainbow'],
      chains: { eip155: ['mainnet', 'base', 'polygon'], solana: ['solanaMainnet'] },
    })
  })

  it('does not start without attributes or without a tag', () => {
    expect(readTag(pageWith(address, { loadedBy: 'some framework' }), address)).toBeUndefined()
    expect(readTag(pageWith('https://else.example/x.js', { eip155: 'base' }), address)).toBe(
      undefined,
    )
  })

  it.each([
    { projectId: 'shop' },
    { providerUrl: 'https://provider.example' },
    { relayUrls: 'wss://relay.example' },
    { themeMode: 'dark' },
    { wallets: 'all' },
    { eip155: 'base' },
  ])('starts with only %j', (dataset) => {
    expect(readTag(pageWith(address, dataset as never), address)).toBeDefined()
  })

  it('reads node URLs by network, one or a list', () => {
    const rpcUrls = '{"eip155:1": "https://one.example", "solana:abc": ["https://two.example"]}'
    expect(readTag(pageWith(address, { eip155: 'mainnet', rpcUrls }), address)).toMatchObject({
      customRpcUrls: {
        'eip155:1': [{ url: 'https://one.example' }],
        'solana:abc': [{ url: 'https://two.example' }],
      },
    })
    expect(readTag(pageWith(address, { rpcUrls }), address)).toBeDefined()
  })

  it.each([
    '{',
    '[]',
    'null',
    '"https://one.example"',
    '{"1": "https://one.example"}',
    '{"eip155:1": 7}',
    '{"eip155:1": []}',
    '{"eip155:1": "one.example"}',
    '{"eip155:1": ["https://one.example", "javascript:alert(1)"]}',
  ])('rejects the node URLs %s and names the attribute', (rpcUrls) => {
    expect(() => readTag(pageWith(address, { eip155: 'mainnet', rpcUrls }), address)).toThrow(
      expect.objectContaining({
        code: 'config/invalid-option',
        message: expect.stringMatching(/`data-rpc-urls`.*"eip155:1"/),
      }),
    )
  })

  it('rejects a tag without networks', async () => {
    const tag = readTag(pageWith(address, { projectId: 'shop' }), address)
    await expect(tag && start(tag)).rejects.toMatchObject({ option: 'chains' })
  })

  it('starts with the named networks, in order', async () => {
    const chains = { solana: ['solanaMainnet'], eip155: ['base', 'mainnet'] }
    const latchkey = await start({ projectId: 'shop', chains })
    expect(latchkey.getCaipNetworks().map(({ name }) => name)).toEqual([
      'Base',
      'Ethereum',
      'Solana',
    ])
    expect(latchkey.getCaipNetwork()?.name).toBe('Base')
    latchkey.destroy()
  })

  it('starts on the default network', async () => {
    const chains = { eip155: ['base', 'mainnet'] }
    const latchkey = await start({ projectId: 'shop', chains, defaultNetwork: 'mainnet' })
    expect(latchkey.getCaipNetwork()?.name).toBe('Ethereum')
    latchkey.destroy()
    await expect(
      start({ projectId: 'shop', chains, defaultNetwork: 'polygon' }),
    ).rejects.toMatchObject({ option: 'defaultNetwork' })
  })

  it.each([['atlantis'], ['toString'], ['metaMask', 'PackagedWallet']])(
    'rejects the wallets %j',
    async (...wallets) => {
      const chains = { eip155: ['mainnet'] }
      await expect(start({ projectId: 'shop', chains, wallets })).rejects.toMatchObject({
        option: 'wallets',
        message: expect.stringContaining(`\`${wallets.at(-1)}\``),
      })
    },
  )

  it.each([
    [{ eip155: ['atlantis'] }, '`atlantis`'],
    [{ eip155: ['defineNetwork'] }, '`defineNetwork`'],
    [{ eip155: ['toString'] }, '`toString`'],
    [{}, 'at least one network'],
  ])('rejects %j with a message that names the problem', async (chains, named) => {
    await expect(start({ projectId: 'shop', chains })).rejects.toMatchObject({
      code: 'config/invalid-option',
      message: expect.stringContaining(named),
    })
  })
})
