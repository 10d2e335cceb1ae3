import { getWallets } from '@latchkey/wire/http/wallets'
import { describe, expect, it } from 'vitest'
import { hostileLinks } from '../../../../wire/fixtures/hostileLinks.js'
import { desktop, iphone } from '../../../fixtures/devices.js'
import { createTestWidget, testNetworks } from '../../../fixtures/testWidget.js'
import { toNetwork } from '../../../fixtures/toNetwork.js'
import { toCollectible } from '../../features/nfts/collectible.js'
import { toWalletItem } from '../headless/walletItem.js'
import { getExplorerUrl } from '../network/networkUrls.js'
import { getWalletListInput } from './installedWallets.js'
import { toUntrustedImageUrl } from './sanitize.js'
import { toProviderImageUrl } from './toProviderImageUrl.js'
import { getPairingLink, type WalletListing } from './walletLinks.js'
import { getAllWalletRows } from './walletList.js'
import { getListing } from './walletListings.js'
import { getDownloadLinks } from './walletPlatforms.js'

const passing = (read: (link: string) => unknown, links = hostileLinks) =>
  links.filter((link) => read(link) !== undefined)

const provider = 'https://provider.test'
const linkFields = [
  ...['homepage', 'image_url', 'mobile_link', 'link_mode', 'desktop_link', 'webapp_link'],
  ...['app_store', 'play_store', 'chrome_store'],
] as const

type ToListing = (field: string, link: string) => WalletListing

/** From a response of the directory. */
const listed: ToListing = (field, link) => {
  const data = [{ id: 'a', name: 'A', [field]: link }]
  const { value } = getWallets.response['~standard'].validate({ data, count: 1 }) as {
    value: { data: readonly WalletListing[] }
  }
  return value.data[0] as WalletListing
}

/** From storage, written by another script of the page. */
const stored: ToListing = (field, link) => {
  const recent_wallets = JSON.stringify([{ id: 'a', name: 'A', [field]: link }])
  const { widget, end } = createTestWidget({ stored: { recent_wallets } })
  end()
  return getListing(widget, 'a') as WalletListing
}

/** From the site's options, possibly unchecked data. */
const custom: ToListing = (field, link) => {
  const customWallets = [{ id: 'a', name: 'A', [field]: link }]
  const { widget, end } = createTestWidget({ options: { customWallets } })
  end()
  return getListing(widget, 'a') as WalletListing
}

/** As if it had passed every check. */
const unchecked: ToListing = (field, link) => ({ id: 'a', name: 'A', [field]: link })

describe.each([
  ['from the directory', listed],
  ['from a stored recent wallet', stored],
  ['of a custom wallet', custom],
  ['that came past the checks', unchecked],
])('a hostile link %s', (_, toListing) => {
  it.each([
    ['mobile_link', 'mobile', iphone],
    ['link_mode', 'mobile', iphone],
    ['webapp_link', 'web', desktop],
    ['desktop_link', 'desktop', desktop],
  ] as const)('does not open a wallet by its %s', (field, platform, device) => {
    const read = (link: string) =>
      getPairingLink({
        listing: toListing(field, link),
        platform,
        uri: 'wc:1@2',
        device,
        prefersUniversalLinks: true,
      })
    expect(passing(read)).toEqual([])
  })

  it.each(['chrome_store', 'app_store', 'play_store', 'homepage'])(
    'does not open a download by %s',
    (field) => {
      expect(passing((link) => getDownloadLinks(toListing(field, link))[0])).toEqual([])
    },
  )
})

describe('an untrusted link', () => {
  it.each(linkFields)('is removed from %s of a stored and a custom wallet', (field) => {
    for (const toListing of [stored, custom]) {
      const read = (link: string) => {
        const { name, ...rest } = toListing(field, link)
        expect(name).toBe('A')
        return (rest as Record<string, unknown>)[field]
      }
      expect(passing(read)).toEqual([])
      expect(read('https://wallet.example/a')).toBe('https://wallet.example/a')
    }
  })

  it('of a custom wallet is logged', () => {
    const mobile_link = 'javascript:alert(1)'
    const { log } = createTestWidget({
      options: {
        customWallets: [{ id: 'a', name: 'Acme', mobile_link, homepage: 'https://a.test' }],
      },
    })
    expect(log.entries.map(({ message }) => message)).toEqual([
      'Ignoring the unsafe mobile_link of the wallet Acme',
    ])
  })

  it('is not passed to a site with its own list', () => {
    const { widget } = createTestWidget({
      options: {
        relayUrls: ['wss://relay.test'],
        customWallets: [{ id: 'a', name: 'A', mobile_link: 'acme://' }],
      },
    })
    const [custom] = widget.config.customWallets
    const read = (link: string) => {
      Object.assign(custom as object, { mobile_link: link })
      const [row] = getAllWalletRows(getWalletListInput(widget))
      return row && toWalletItem(widget, row).walletInfo.deepLink
    }
    expect(read('acme://')).toBe('acme://')
    expect(passing(read)).toEqual([])
  })

  it('is not used as an image', () => {
    expect(passing(toUntrustedImageUrl)).toEqual([])
  })

  it('is not used as an image of an NFT or an account', () => {
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
    expect(passing((link) => toProviderImageUrl(widget, link), ofProvider)).toEqual([])
    expect(read(`${provider}/a.png`)).toBe(`${provider}/a.png`)
  })

  it.each(['address', 'transaction', 'token'] as const)(
    'is not used as an explorer of: %s',
    (subject) => {
      const read = (link: string) => {
        const blockExplorers = { default: { name: 'Explorer', url: link } }
        return getExplorerUrl(
          toNetwork({ ...testNetworks.mainnet, blockExplorers }),
          subject,
          '0xab',
        )
      }
      expect(passing(read)).toEqual([])
      expect(read('https://scan.test')).toMatch(/^https:\/\/scan\.test\/\w+\/0xab$/)
    },
  )
})
