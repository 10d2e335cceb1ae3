import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ConnectorGroup, connectorGroups } from '../config/features.js'
import type { AnnouncedWallet } from '../connection/family.js'
import type { WalletListInput } from './installedWallets.js'
import { getAllWalletRows, getPendingRowCount, getWalletRows } from './walletList.js'

const desktop = {
  isMobile: false,
  isIos: false,
  isAndroid: false,
  isSafari: false,
  isTelegram: false,
  isIframe: false,
}

type Changes = {
  readonly config?: Partial<WalletListInput['config']>
  readonly order?: readonly ConnectorGroup[]
  readonly announced?: readonly AnnouncedWallet[]
  readonly recent?: readonly WalletListing[]
  readonly wallets?: readonly WalletListing[]
} & Partial<Pick<WalletListInput, 'device' | 'connection' | 'namespace' | 'activeNamespace'>>

function input(changes: Changes = {}): WalletListInput {
  const { config, order, announced, recent, wallets = [], ...rest } = changes
  return {
    config: {
      walletsEnabled: true,
      pairing: true,
      providerUrl: undefined,
      customWallets: [],
      featuredWalletIds: [],
      excludeWalletIds: [],
      includeWalletIds: undefined,
      connectorImages: {},
      allWallets: 'SHOW',
      ...config,
    },
    features: { connectorTypeOrder: order ?? connectorGroups, allWallets: true },
    device: desktop,
    registry: { announced: announced ?? [], wallets, recent: recent ?? [] },
    connection: {},
    namespace: undefined,
    activeNamespace: 'eip155',
    ...rest,
  }
}

function wallet(rdns: string, changes: Partial<AnnouncedWallet> = {}): AnnouncedWallet {
  return {
    id: rdns,
    rdns,
    namespace: 'eip155',
    type: 'ANNOUNCED',
    name: `Wallet ${rdns}`,
    open: () => {
      throw new Error('not opened here')
    },
    ...changes,
  }
}

const ids = (changes: Changes) => getWalletRows(input(changes)).map(({ id }) => id)

describe('getWalletRows', () => {
  it('orders groups as the site does and leaves out the others', () => {
    const changes = {
      announced: [wallet('com.one')],
      recent: [{ id: 'old', name: 'Old' }],
      config: {
        customWallets: [
          { id: 'mine', name: 'Mine' },
          { id: 'star', name: 'Star' },
        ],
        featuredWalletIds: ['star'],
      },
    }
    expect(ids(changes)).toEqual(['walletConnect', 'old', 'com.one', 'star', 'mine'])
    expect(ids({ ...changes, order: ['custom', 'injected'] })).toEqual(['mine', 'com.one'])
  })

  it("recommends the first of the site's `wallets` without a provider, and lists all of them", () => {
    const wallets = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({
      id,
      name: id,
      rdns: `com.${id}`,
      mobile_link: `${id}://`,
    }))
    const changes = { wallets, announced: [wallet('com.a')] }
    expect(ids(changes)).toEqual(['walletConnect', 'com.a', 'b', 'c', 'd'])
    expect(getAllWalletRows(input(changes)).map(({ id }) => id)).toEqual(
      wallets.map(({ id }) => id),
    )
    expect(getAllWalletRows(input(changes))[0]).toMatchObject({ badge: 'installed' })
    // Featured and custom wallets have rows of their own.
    const config = { featuredWalletIds: ['f'], customWallets: [{ id: 'b', name: 'mine' }] }
    expect(ids({ wallets, config })).toEqual(['walletConnect', 'f', 'b', 'a', 'c'])
    expect(ids({ wallets, config: { excludeWalletIds: ['a'] } })).not.toContain('a')
    expect(ids({ wallets, config: { includeWalletIds: ['e'] } })).toEqual(['walletConnect', 'e'])
    const excluded = { ...changes, config: { excludeWalletIds: ['a'] } }
    expect(ids(excluded)).toEqual(['walletConnect', 'b', 'c', 'd', 'e'])
  })

  it("lists the site's `wallets` of the requested family, and on a phone those it can open", () => {
    const wallets = [
      { id: 'evm', name: 'Evm', chains: ['eip155:1'], mobile_link: 'evm://' },
      { id: 'sol', name: 'Sol', chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] },
      { id: 'any', name: 'Any', webapp_link: 'https://any.example' },
    ]
    expect(ids({ wallets, namespace: 'solana' })).toEqual(['walletConnect', 'sol', 'any'])
    expect(ids({ wallets, device: { ...desktop, isMobile: true } })).toEqual(['evm', 'any'])
  })

  it('reserves only the rows that a provider may still fill', () => {
    const wallets = [{ id: 'a', name: 'A' }]
    const config = { providerUrl: 'https://provider.test' }
    expect(getPendingRowCount(input({ config }))).toBe(4)
    expect(getPendingRowCount(input({ config, wallets }))).toBe(3)
  })

  it('writes test ids in lower case', () => {
    const rows = getWalletRows(input({ announced: [wallet('com.One')] }))
    expect(rows.map(({ testId }) => testId)).toEqual([
      'wallet-selector-walletconnect',
      'wallet-selector-com.one',
    ])
  })

  it('lists no code on a phone and nothing that needs pairing without it', () => {
    const config = { customWallets: [{ id: 'mine', name: 'Mine' }] }
    expect(ids({ config, device: { ...desktop, isMobile: true } })).toEqual(['mine'])
    expect(
      ids({ config: { ...config, pairing: false }, recent: [{ id: 'old', name: 'Old' }] }),
    ).toEqual([])
  })

  it('is empty when wallets are disabled', () => {
    expect(ids({ announced: [wallet('com.one')], config: { walletsEnabled: false } })).toEqual([])
  })

  it('replaces a listing by its installed wallet, by rdns or name', () => {
    const announced = [wallet('com.one', { name: 'One' })]
    const recent = [{ id: 'r1', name: 'Whatever', rdns: 'com.one' }]
    const config = { pairing: true, customWallets: [{ id: 'c1', name: 'ONE' }] }
    expect(ids({ announced, recent, config })).toEqual(['walletConnect', 'com.one'])
  })

  it('leaves out a recent wallet of other chains', () => {
    const recent = [
      { id: 'sol', name: 'Sol', chains: ['solana:x'] },
      { id: 'any', name: 'Any', chains: [] },
      { id: 'evm', name: 'Evm', chains: ['eip155:1'] },
    ]
    expect(ids({ recent })).toEqual(['walletConnect', 'any', 'evm'])
  })

  it('lists the injected wallet only if none is announced', () => {
    const injected = wallet('x', { id: 'injected', rdns: undefined, type: 'INJECTED' })
    expect(ids({ announced: [injected] })).toEqual(['walletConnect', 'injected'])
    expect(ids({ announced: [injected, wallet('com.one')] })).toEqual(['walletConnect', 'com.one'])
  })

  const merged = (changes: Changes) =>
    getWalletRows(input({ order: ['injected', 'external'], ...changes })).map((row) => [
      row.group,
      ...(row.wallets ?? []).map(({ id, namespace }) => `${namespace} ${id}`),
    ])

  it('lists a wallet of several namespaces once, the active namespace first', () => {
    const announced = [
      wallet('com.one', { id: 'one-sol', namespace: 'solana' }),
      wallet('com.one', { id: 'one-evm' }),
      wallet('com.one', { id: 'one-btc', namespace: 'bip122' }),
    ]
    expect(merged({ announced })).toEqual([
      ['injected', 'eip155 one-evm', 'solana one-sol', 'bip122 one-btc'],
    ])
    expect(ids({ announced })).toEqual(['walletConnect', 'one-evm'])
    expect(merged({ announced, namespace: 'solana' })).toEqual([['injected', 'solana one-sol']])
  })

  it('compares names without an rdns; two different rdns are two wallets', () => {
    const solana = { namespace: 'solana', rdns: undefined } as const
    const announced = [
      wallet('com.trust', { name: 'Trust Wallet' }),
      wallet('trust-sol', { ...solana, name: 'Trust' }),
      wallet('com.fox', { name: 'Fox' }),
      wallet('org.fox', { namespace: 'solana', name: 'Fox' }),
      wallet('fox-btc', { namespace: 'bip122', rdns: undefined, name: 'FOX' }),
    ]
    expect(merged({ announced })).toEqual([
      ['injected', 'eip155 com.trust', 'solana trust-sol'],
      ['injected', 'eip155 com.fox', 'bip122 fox-btc'],
      ['injected', 'solana org.fox'],
    ])
  })

  it('lists an external wallet unless it is installed', () => {
    const external = { type: 'EXTERNAL', id: 'coinbase' } as const
    const announced = [wallet('com.coin', external), wallet('com.one')]
    expect(merged({ announced })).toEqual([
      ['injected', 'eip155 com.one'],
      ['external', 'eip155 coinbase'],
    ])
    expect(merged({ announced: [...announced, wallet('com.coin')] })).toEqual([
      ['injected', 'eip155 com.one'],
      ['injected', 'eip155 com.coin'],
    ])
    const onSolana = wallet('com.coin', { id: 'coin-sol', namespace: 'solana' })
    expect(merged({ announced: [...announced, onSolana] })).toEqual([
      ['injected', 'eip155 com.one'],
      ['injected', 'eip155 coinbase', 'solana coin-sol'],
    ])
  })

  it('leaves out an excluded wallet in all namespaces', () => {
    const announced = [
      wallet('com.one', { name: 'One' }),
      wallet('one-sol', { name: 'One', namespace: 'solana', rdns: undefined }),
    ]
    expect(merged({ announced, config: { excludeWalletIds: ['com.one'] } })).toEqual([])
  })

  it('lists both wallets of one namespace with the same name', () => {
    const announced = [wallet('com.one'), wallet('com.one', { id: 'com.one#2' })]
    expect(ids({ announced })).toEqual(['walletConnect', 'com.one', 'com.one#2'])
  })

  it('disables pairing rows while a paired wallet is connected', () => {
    const account = { namespace: 'eip155', address: '0x1', type: 'eoa' } as const
    const rows = getWalletRows(
      input({
        announced: [wallet('com.one')],
        config: { customWallets: [{ id: 'mine', name: 'Mine' }] },
        connection: {
          eip155: {
            status: 'connected',
            connectorId: 'walletConnect',
            wallet: { name: 'Phone', type: 'WALLET_CONNECT' },
            accounts: [account],
            active: account,
            approvedNetworks: [],
          },
        },
      }),
    )
    expect(rows.map(({ id, blocked }) => [id, blocked])).toEqual([
      ['walletConnect', 'paired'],
      ['com.one', undefined],
      ['mine', 'paired'],
    ])
  })

  it('uses images of the site', () => {
    const [row] = getWalletRows(
      input({
        order: ['injected'],
        announced: [wallet('com.one', { icon: 'data:image/png;base64,AA' })],
        config: { connectorImages: { 'com.one': 'https://img.example/one.png' } },
      }),
    )
    expect(row?.image).toBe('https://img.example/one.png')
  })

  it('lists every wallet once and no excluded one, for any input', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd')
    const listing = fc.record({ id: name, name: fc.constantFrom('A', 'B', 'C', 'D') })
    fc.assert(
      fc.property(
        fc.uniqueArray(name),
        fc.array(listing),
        fc.uniqueArray(listing, { selector: ({ id }) => id }),
        fc.array(name),
        (announced, customWallets, recent, excludeWalletIds) => {
          const rows = getWalletRows(
            input({
              announced: announced.map((id) => wallet(id)),
              recent,
              config: { customWallets, excludeWalletIds, featuredWalletIds: ['c'] },
            }),
          )
          const shown = rows.map(({ id }) => id)
          expect(new Set(shown).size).toBe(shown.length)
          for (const id of excludeWalletIds) expect(shown).not.toContain(id)
          for (const id of announced) {
            if (!excludeWalletIds.includes(id)) expect(shown).toContain(id)
          }
        },
      ),
    )
  })
})

describe('getPendingRowCount', () => {
  const countPending = (
    directory: { isPending: boolean } | null | undefined,
    changes: Changes = {},
  ) => {
    const list = input({ ...changes, config: { providerUrl: 'https://a.test', ...changes.config } })
    return getPendingRowCount({ ...list, registry: { ...list.registry, directory } as never })
  }

  it('reserves rows until the directory has loaded', () => {
    expect(countPending(undefined)).toBe(4)
    expect(countPending({ isPending: true })).toBe(4)
    expect(countPending({ isPending: false })).toBe(0)
  })

  it('reserves fewer rows when more wallets are listed', () => {
    expect(countPending(undefined, { announced: [wallet('a.test'), wallet('b.test')] })).toBe(2)
  })

  it('reserves none when none will load', () => {
    expect(countPending(null)).toBe(0)
    expect(countPending(undefined, { config: { providerUrl: undefined } })).toBe(0)
    expect(countPending(undefined, { config: { pairing: false } })).toBe(0)
    expect(countPending(undefined, { order: ['injected'] })).toBe(0)
  })
})

describe('getAllWalletRows', () => {
  const customWallets = [
    { id: 'one', name: 'One', mobile_link: 'one:' },
    { id: 'two', name: 'Two' },
    { id: 'star', name: 'Star', mobile_link: 'star:' },
  ]
  const rows = (changes: Changes) => getAllWalletRows(input(changes)).map(({ id }) => id)

  it('lists installed wallets, then featured ones, then the rest', () => {
    const announced = [wallet('com.two', { name: 'Two' })]
    const config = { customWallets, featuredWalletIds: ['star'] }
    expect(rows({ config, announced })).toEqual(['two', 'star', 'one'])
  })

  it('lists only wallets with a link on a phone', () => {
    expect(rows({ config: { customWallets }, device: { ...desktop, isMobile: true } })).toEqual([
      'one',
      'star',
    ])
  })

  it('is empty if the site disables the list', () => {
    expect(rows({ config: { customWallets, allWallets: 'HIDE' } })).toEqual([])
    expect(rows({ config: { customWallets, allWallets: 'ONLY_MOBILE' } })).toEqual([])
    expect(rows({ config: { customWallets, pairing: false } })).toEqual([])
  })

  it('connects an installed wallet directly', () => {
    const announced = [wallet('com.two', { name: 'Two' })]
    const [first] = getAllWalletRows(input({ config: { customWallets }, announced }))
    expect(first).toMatchObject({ wallets: [{ id: 'com.two' }] })
  })
})
