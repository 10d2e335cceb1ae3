import type { DirectoryWallet } from '@latchkey/wire/http/wallets'
import { afterEach, describe, expect, it } from 'vitest'
import { createFakeProvider } from '../../../../fixtures/fakeProvider.js'
import { createTestWidget } from '../../../../fixtures/testWidget.js'
import { refreshProviderData } from '../../config/actions/refreshProviderData.js'
import type { LatchkeyOptions } from '../../config/options.js'
import { closeModal, openModal } from '../../modal/actions/navigation.js'
import { ProviderError } from '../../runtime/errors/provider.js'
import type { Device } from '../../runtime/ports.js'
import { getWalletListInput } from '../installedWallets.js'
import { getAllWalletCount, getAllWalletRows, getWalletRows } from '../walletList.js'
import { listWallets, searchWallets } from './searchWallets.js'
import { selectWallet } from './selectWallet.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const wallet = (number: number, more: Partial<DirectoryWallet> = {}): DirectoryWallet => ({
  id: `w${number}`,
  name: `Wallet ${number}`,
  image_id: `image${number}`,
  mobile_link: `w${number}://`,
  ...more,
})
const hundred = Array.from({ length: 100 }, (_, number) => wallet(number))

/** A directory with pages, search, include and exclude, as in the contract. */
function directoryOf(wallets: readonly DirectoryWallet[]) {
  return (query: Readonly<Record<string, string>>) => {
    const ids = (list: string | undefined) => list?.split(',')
    const { page = '1', entries = '40', search = '' } = query
    const found = wallets.filter(
      ({ id, name, badge_type }) =>
        ids(query.include)?.includes(id) !== false &&
        !ids(query.exclude)?.includes(id) &&
        name.toLowerCase().includes(search.toLowerCase()) &&
        (query.badge_type === undefined || badge_type === query.badge_type),
    )
    const start = (Number(page) - 1) * Number(entries)
    return { data: found.slice(start, start + Number(entries)), count: found.length }
  }
}

function widgetWith(
  wallets: readonly DirectoryWallet[],
  options: Partial<LatchkeyOptions> = {},
  device: Partial<Device> = {},
) {
  const provider = createFakeProvider({
    getWallets: directoryOf(wallets),
    getProjectConfig: () => ({ features: [] }),
    getAnalyticsConfig: () => ({ isAnalyticsEnabled: false }),
  })
  const made = createTestWidget({
    provider,
    device,
    options: {
      providerUrl: 'https://provider.test',
      relayUrls: ['wss://relay.test'],
      ...options,
    },
  })
  ends.push(made.end)
  const { widget } = made
  return {
    ...made,
    provider,
    directory: () => widget.stores.registry.get().directory,
    rows: () => getWalletRows(getWalletListInput(widget)).map(({ id }) => id),
    all: () => getAllWalletRows(getWalletListInput(widget)).map(({ id }) => id),
    count: () => getAllWalletCount(getWalletListInput(widget)),
    requests: () =>
      provider.calls.filter(({ name }) => name === 'getWallets').map(({ input }) => input),
  }
}

describe('suggestions', () => {
  it('recommends four wallets with images of the provider and one request', async () => {
    const made = widgetWith(hundred)
    expect(made.count()).toBeUndefined()
    await refreshProviderData(made.widget)
    expect(made.rows()).toEqual(['walletConnect', 'w0', 'w1', 'w2', 'w3'])
    expect(made.directory()?.recommended[0]?.image_url).toBe(
      'https://provider.test/getWalletImage/image0',
    )
    expect(made.provider.preloaded).toHaveLength(4)
    expect(made.requests()).toEqual([{ page: '1', entries: '4', chains: 'eip155:1,eip155:8453' }])
    expect(made.count()).toBe(100)
    await refreshProviderData(made.widget)
    expect(made.requests()).toHaveLength(1)
  })

  it('uses network images of the site, else of the provider', async () => {
    const { widget } = widgetWith(hundred, { chainImages: { 8453: 'https://site.test/base.png' } })
    await refreshProviderData(widget)
    expect(widget.stores.network.get().networks.map(({ imageUrl }) => imageUrl)).toEqual([
      'https://provider.test/public/getAssetImage/eip155-1',
      'https://site.test/base.png',
    ])
  })

  it('loads again when stale', async () => {
    const made = widgetWith(hundred)
    await refreshProviderData(made.widget)
    await made.clock.advance(300_000)
    await refreshProviderData(made.widget)
    expect(made.requests()).toHaveLength(2)
  })

  it("lists featured wallets first, in the site's order, and once", async () => {
    const made = widgetWith(hundred, { featuredWalletIds: ['w7', 'w2'], excludeWalletIds: ['w0'] })
    await refreshProviderData(made.widget)
    expect(made.rows()).toEqual(['walletConnect', 'w7', 'w2', 'w1', 'w3'])
    await listWallets(made.widget)
    expect(made.all().slice(0, 7)).toEqual(['w7', 'w2', 'w1', 'w3', 'w4', 'w5', 'w6'])
    expect(made.all()).not.toContain('w0')
  })

  it('recommends fewer when wallets are installed', async () => {
    const made = widgetWith([wallet(0, { rdns: 'com.fox' }), ...hundred.slice(1)])
    made.evm.announce({ id: 'com.fox', name: 'Fox' })
    await refreshProviderData(made.widget)
    expect(made.rows()).toEqual(['walletConnect', 'com.fox', 'w1', 'w2', 'w3'])
  })

  it('hides an excluded wallet that is installed', async () => {
    const made = widgetWith([wallet(0, { rdns: 'com.fox' })], { excludeWalletIds: ['w0'] })
    made.evm.announce({ id: 'com.fox', name: 'Fox' })
    expect(made.rows()).toContain('com.fox')
    await refreshProviderData(made.widget)
    expect(made.rows()).toEqual(['walletConnect'])
  })

  it('requests only included wallets', async () => {
    const made = widgetWith(hundred, { includeWalletIds: ['w5', 'w6'] })
    await refreshProviderData(made.widget)
    await listWallets(made.widget)
    expect(made.all()).toEqual(['w5', 'w6'])
  })

  it('lists only wallets with a link on a phone', async () => {
    const some = [
      wallet(0, { mobile_link: undefined }),
      wallet(1),
      wallet(2, { mobile_link: undefined, webapp_link: 'https://two.test' }),
    ]
    const made = widgetWith(some, {}, { isMobile: true })
    await refreshProviderData(made.widget)
    expect(made.rows()).toEqual(['w1', 'w2'])
    expect(made.count()).toBe(2)
  })

  it('leaves out wallets of other chains', async () => {
    const made = widgetWith([
      wallet(0, { chains: ['solana:x'] }),
      wallet(1, { chains: ['eip155:1'] }),
    ])
    await refreshProviderData(made.widget)
    expect(made.rows()).toEqual(['walletConnect', 'w1'])
  })

  it('opens the modal before the provider responds, and keeps it open on failure', async () => {
    const made = widgetWith(hundred)
    let refuse: (error: Error) => void = () => undefined
    made.provider.answer('getWallets', () => new Promise((_, reject) => (refuse = reject)))
    made.evm.announce({ id: 'com.fox', name: 'Fox' })
    const consulted = refreshProviderData(made.widget)
    openModal(made.widget)
    expect(made.widget.stores.modal.get().isOpen).toBe(true)
    expect(made.rows()).toEqual(['walletConnect', 'com.fox'])
    await made.clock.advance(0)
    refuse(new ProviderError('unreachable'))
    await consulted
    expect(made.directory()?.isPending).toBe(false)
    expect(made.rows()).toEqual(['walletConnect', 'com.fox'])
  })

  it('sends no request without a provider', async () => {
    const { widget, end } = createTestWidget({ options: { relayUrls: ['wss://relay.test'] } })
    ends.push(end)
    await refreshProviderData(widget)
    expect(widget.stores.registry.get().directory).toBeUndefined()
    expect(getAllWalletCount(getWalletListInput(widget))).toBe(0)
  })
})

describe('listWallets', () => {
  it('loads pages of forty until the end', async () => {
    const made = widgetWith(hundred)
    for (const expected of [44, 84, 100]) {
      await listWallets(made.widget)
      expect(made.all()).toHaveLength(expected)
    }
    expect(made.directory()?.nextPage).toBeUndefined()
    const before = made.requests().length
    await listWallets(made.widget)
    expect(made.requests()).toHaveLength(before)
    expect(new Set(made.all()).size).toBe(100)
    // The first twenty images of each page, and those of the suggestions.
    expect(made.provider.preloaded).toHaveLength(4 + 20 + 20 + 16)
  })

  it('counts wallets that this device supports', async () => {
    const some = hundred.map((one, number) =>
      number % 2 ? one : wallet(number, { mobile_link: undefined }),
    )
    const made = widgetWith(some, {}, { isMobile: true })
    for (const expected of [79, 59, 50]) {
      await listWallets(made.widget)
      expect(made.count()).toBe(expected)
    }
    expect(made.all()).toHaveLength(50)
  })

  it('waits for pending suggestions, so that no page loads twice', async () => {
    const made = widgetWith(hundred)
    const answers: (() => void)[] = []
    made.provider.answer('getWallets', (query) => {
      return new Promise((resolve) => answers.push(() => resolve(directoryOf(hundred)(query))))
    })
    const consulted = refreshProviderData(made.widget)
    const listed = listWallets(made.widget)
    await made.clock.advance(0)
    expect(answers).toHaveLength(1)
    answers.shift()?.()
    await consulted
    await made.clock.advance(0)
    answers.shift()?.()
    await listed
    expect(made.requests().map(({ entries, page }) => `${entries}/${page}`)).toEqual([
      '4/1',
      '40/1',
    ])
    expect(made.all()).toHaveLength(44)
  })

  it('loads a failed page again', async () => {
    const made = widgetWith(hundred)
    await listWallets(made.widget)
    made.provider.answer('getWallets', () => {
      throw new ProviderError('server-error', { status: 500 })
    })
    await expect(listWallets(made.widget)).rejects.toMatchObject({ code: 'provider/server-error' })
    expect(made.events).toContain('API_ERROR')
    made.provider.answer('getWallets', directoryOf(hundred))
    await listWallets(made.widget)
    expect(made.all()).toHaveLength(84)
  })

  it('is cancelled when the modal closes', async () => {
    const made = widgetWith(hundred)
    await listWallets(made.widget)
    openModal(made.widget)
    let signal: AbortSignal | undefined
    made.provider.answer('getWallets', (_, given) => {
      signal = given
      return new Promise(() => {})
    })
    const reading = listWallets(made.widget)
    await made.clock.advance(0)
    closeModal(made.widget)
    await expect(reading).rejects.toMatchObject({ code: 'connection/modal-closed' })
    expect(signal?.aborted).toBe(true)
  })

  it('lets the visitor choose a listed wallet', async () => {
    const made = widgetWith(hundred)
    await listWallets(made.widget)
    selectWallet(made.widget, { walletId: 'w30' })
    expect(made.widget.stores.router.get().history.at(-1)).toEqual({
      view: 'ConnectingWalletConnect',
      params: { walletId: 'w30' },
    })
    expect(made.widget.stores.events.get().last?.data.properties).toMatchObject({
      name: 'Wallet 30',
    })
  })

  it('removes invisible characters from names', async () => {
    const made = widgetWith([wallet(0, { name: 'Fo\u202Ex\u0000' })])
    await refreshProviderData(made.widget)
    expect(made.directory()?.recommended[0]?.name).toBe('Fox')
  })
})

describe('searchWallets', () => {
  it('waits for a pause and sends the trimmed text', async () => {
    const made = widgetWith(hundred)
    const searching = searchWallets(made.widget, { search: '  Wallet 4 ', certified: false })
    await made.clock.advance(299)
    expect(made.requests()).toHaveLength(0)
    await made.clock.advance(1)
    await searching
    expect(made.requests()).toEqual([
      { page: '1', entries: '100', search: 'Wallet 4', chains: 'eip155:1,eip155:8453' },
    ])
    const found = made.directory()?.found
    expect(found?.search).toBe('Wallet 4')
    expect(found?.wallets).toHaveLength(11)
    expect(made.events).toContain('SEARCH_WALLET')
  })

  it('cancels an older search and ignores its late response', async () => {
    const made = widgetWith(hundred)
    const answers: (() => void)[] = []
    made.provider.answer('getWallets', (query) => {
      return new Promise((resolve) => answers.push(() => resolve(directoryOf(hundred)(query))))
    })
    const older = searchWallets(made.widget, { search: 'Wallet 1', certified: false })
    await made.clock.advance(300)
    const newer = searchWallets(made.widget, { search: 'Wallet 2', certified: false })
    await expect(older).rejects.toMatchObject({ code: 'connection/modal-closed' })
    await made.clock.advance(300)
    for (const answer of [...answers].reverse()) answer()
    await newer
    expect(made.directory()?.found?.search).toBe('Wallet 2')
  })

  it('loads the next page of the same search without a pause', async () => {
    const many = Array.from({ length: 250 }, (_, number) => wallet(number))
    const made = widgetWith(many)
    for (const [expected, nextPage] of [
      [100, 2],
      [200, 3],
      [250, undefined],
    ]) {
      const searching = searchWallets(made.widget, { search: 'wallet', certified: false })
      if (expected === 100) await made.clock.advance(300)
      await searching
      const { wallets, ...reported } = made.directory()?.found ?? {}
      expect(new Set(wallets?.map(({ id }) => id)).size).toBe(expected)
      expect(reported).toMatchObject({ count: 250, nextPage })
    }
    expect(made.requests().map(({ page }) => page)).toEqual(['1', '2', '3'])
    expect(made.events.filter((event) => event === 'SEARCH_WALLET')).toHaveLength(1)
  })

  it('filters by certificate', async () => {
    const made = widgetWith([wallet(0, { badge_type: 'certified' }), wallet(1)])
    const searching = searchWallets(made.widget, { search: '', certified: true })
    await made.clock.advance(300)
    await searching
    expect(made.directory()?.found?.wallets.map(({ id }) => id)).toEqual(['w0'])
    expect(made.widget.stores.events.get().last?.data.properties).toEqual({
      badge: 'certified',
      search: '',
    })
  })
})
