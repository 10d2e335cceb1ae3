import { getWallets } from '@latchkey/wire/http/wallets'
import { describe, expect, it } from 'vitest'
import { hostileLinks } from '../../../wire/fixtures/hostileLinks.js'
import { desktop, iphone } from '../../fixtures/devices.js'
import { testNetworks } from '../../fixtures/testWidget.js'
import { toNetwork } from '../../fixtures/toNetwork.js'
import { isPicture } from '../ui/parts/wallet-image/Picture.js'
import { explorerLink } from './explorerLink.js'
import { safeImage } from './safeImage.js'
import { pairingLink, type WalletListing } from './walletLinks.js'
import { downloadLinks } from './walletWays.js'

const passing = (read: (link: string) => unknown, links = hostileLinks) =>
  links.filter((link) => read(link) !== undefined)

const onTheWeb = (link: string) => /^https:\/\//i.test(link)

type ToListing = (field: string, link: string) => WalletListing

/** As it comes out of the directory's answer. */
const listed: ToListing = (field, link) => {
  const data = [{ id: 'a', name: 'A', [field]: link }]
  const { value } = getWallets.response['~standard'].validate({ data, count: 1 }) as {
    value: { data: readonly WalletListing[] }
  }
  return value.data[0] as WalletListing
}

/** As a site may give one itself: only what would run in its page is refused. */
const own: ToListing = (field, link) => ({ id: 'a', name: 'A', [field]: link })
const running = hostileLinks.filter((link) =>
  /^\W*(java\s*script|vb\s*script|data|blob|file|filesystem|about|view-source)\b/i.test(link),
)

describe.each([
  ['from the directory', listed, hostileLinks],
  ['of the site itself', own, running],
])('a hostile address %s', (_, toListing, links) => {
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
    expect(links.length).toBeGreaterThan(60)
    expect(passing(read, links)).toEqual([])
  })

  it.each(['chrome_store', 'app_store', 'play_store', 'homepage'])(
    'is no place to get a wallet from in %s',
    (field) => {
      expect(passing((link) => downloadLinks(toListing(field, link))[0], links)).toEqual([])
    },
  )
})

describe('a hostile address', () => {
  it('is no picture, unless it is one on the web', () => {
    expect(passing(safeImage).filter((link) => !onTheWeb(link))).toEqual([])
    expect(hostileLinks.filter((link) => isPicture(link) && !onTheWeb(link))).toEqual([])
  })

  it('is no block explorer, unless it is one on the web', () => {
    const read = (link: string) => {
      const blockExplorers = { default: { name: 'Explorer', url: link } }
      return explorerLink(toNetwork({ ...testNetworks.mainnet, blockExplorers }), 'address', '0xab')
    }
    expect(passing(read).filter((link) => !onTheWeb(link))).toEqual([])
  })
})
