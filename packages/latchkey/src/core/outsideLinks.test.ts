import { getWallets } from '@latchkey/wire/http/wallets'
import { describe, expect, it } from 'vitest'
import { hostileLinks } from '../../../wire/fixtures/hostileLinks.js'
import { desktop, iphone } from '../../fixtures/devices.js'
import { createTestWidget, testNetworks } from '../../fixtures/testWidget.js'
import { toNetwork } from '../../fixtures/toNetwork.js'
import { toCollectible } from '../features/nfts/collectible.js'
import { formatOf } from '../services/storage/items.js'
import { explorerLink } from './explorerLink.js'
import { toItem } from './headless/walletItem.js'
import { providerImage } from './providerImage.js'
import { safeImage } from './safeImage.js'
import { pairingLink, type WalletListing } from './walletLinks.js'
import { allWalletRows } from './walletList.js'
import { walletListInput } from './walletListInput.js'
import { downloadLinks } from './walletWays.js'

const passing = (read: (link: string) => unknown, links = hostileLinks) =>
  links.filter((link) => read(link) !== undefined)

const provider = 'https://provider.test'
const linkFields = [
  ...['homepage', 'image_url', 'mobile_link', 'link_mode', 'desktop_link', 'webapp_link'],
  ...['app_store', 'play_store', 'chrome_store'],
] as const

type ToListing = (field: string, link: string) => WalletListing

/** As it comes out of the directory's answer. */
const listed: ToListing = (field, link) => {
  const data = [{ id: 'a', name: 'A', [field]: link }]
  const { value } = getWallets.response['~standard'].validate({ data, count: 1 }) as {
    value: { data: readonly WalletListing[] }
  }
  return value.data[0] as WalletListing
}

/** As another script on the page may have written it to storage. */
const stored: ToListing = (field, link) => {
  const text = JSON.stringify([{ id: 'a', name: 'A', [field]: link }])
  const [listing] = formatOf('recent_wallets').read(text) ?? []
  return listing as WalletListing
}

/** As if it had come past every check on its way in. */
const unchecked: ToListing = (field, link) => ({ id: 'a', name: 'A', [field]: link })

describe.each([
  ['from the directory', listed],
  ['from a stored recent wallet', stored],
  ['that came past the checks', unchecked],
])('a hostile link %s', (_, toListing) => {
  it.each([
    ['mobile_link', 'mobile', iphone],
    ['link_mode', 'mobile', iphone],
    ['webapp_link', 'web', desktop],
    ['desktop_link', 'desktop', desktop],
  ] as const)('does not open a wallet by its %s', (field, platform, device) => {
    const read = (link: string) =>
      pairingLink({
        listing: toListing(field, link),
        platform,
        uri: 'wc:1@2',
        device,
        prefersUniversalLinks: true,
      })
    expect(passing(read)).toEqual([])
  })

  it.each(['chrome_store', 'app_store', 'play_store', 'homepage'])(
    'does not lead to a download by %s',
    (field) => {
      expect(passing((link) => downloadLinks(toListing(field, link))[0])).toEqual([])
    },
  )
})

describe('a hostile link', () => {
  it.each(linkFields)('is dropped from %s of a stored wallet, which stays', (field) => {
    const read = (link: string) => {
      const { name, ...rest } = stored(field, link)
      expect(name).toBe('A')
      return (rest as Record<string, unknown>)[field]
    }
    expect(passing(read)).toEqual([])
    expect(stored('mobile_link', 'acme://').mobile_link).toBe('acme://')
  })

  it.each(linkFields)('is refused in %s of a custom wallet', (field) => {
    const create = (link: string) =>
      createTestWidget({ options: { customWallets: [{ id: 'a', name: 'A', [field]: link }] } })
    for (const link of hostileLinks) {
      expect(() => create(link), link).toThrow(
        expect.objectContaining({ code: 'config/invalid-option', option: 'customWallets' }),
      )
    }
    expect(() => create('https://wallet.example/a')).not.toThrow()
  })

  it('is not handed to a site that draws its own list', () => {
    const { widget } = createTestWidget({
      options: {
        relayUrls: ['wss://relay.test'],
        customWallets: [{ id: 'a', name: 'A', mobile_link: 'acme://' }],
      },
    })
    const [custom] = widget.config.customWallets
    const read = (link: string) => {
      Object.assign(custom as object, { mobile_link: link })
      const [row] = allWalletRows(walletListInput(widget))
      return row && toItem(widget, row).walletInfo.deepLink
    }
    expect(read('acme://')).toBe('acme://')
    expect(passing(read)).toEqual([])
  })

  it('is no picture', () => {
    expect(passing(safeImage)).toEqual([])
  })

  it('is no picture of a collectible or an account', () => {
    const { widget } = createTestWidget({ options: { providerUrl: provider } })
    const read = (image: string) =>
      toCollectible(widget, {
        chainId: 'eip155:1',
        standard: 'ERC721',
        collection: { address: '0xC0', name: null },
        tokenId: '7',
        quantity: '1',
        name: null,
        description: null,
        image,
        isSpam: false,
      }).image
    expect(passing(read)).toEqual([])
    const ofProvider = [
      `blob:${provider}/1`,
      ` ${provider}/a`,
      `\u0001${provider}/a`,
      `https:\\\\provider.test/a`,
      `https://me@provider.test/a`,
    ]
    expect(passing(read, ofProvider)).toEqual([])
    expect(passing((link) => providerImage(widget, link), ofProvider)).toEqual([])
    expect(read(`${provider}/a.png`)).toBe(`${provider}/a.png`)
  })

  it.each(['address', 'transaction', 'token'] as const)('is no explorer of a(n) %s', (subject) => {
    const read = (link: string) => {
      const blockExplorers = { default: { name: 'Explorer', url: link } }
      return explorerLink(toNetwork({ ...testNetworks.mainnet, blockExplorers }), subject, '0xab')
    }
    expect(passing(read)).toEqual([])
    expect(read('https://scan.test')).toMatch(/^https:\/\/scan\.test\/\w+\/0xab$/)
  })
})
