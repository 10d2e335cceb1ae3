import { describe, expect, it } from 'vitest'
import { hostileLinks } from '../../../wire/fixtures/hostileLinks.js'
import { desktop, iphone } from '../../fixtures/devices.js'
import { testNetworks } from '../../fixtures/testWidget.js'
import { toNetwork } from '../../fixtures/toNetwork.js'
import { explorerLink } from './explorerLink.js'
import { safeImage } from './safeImage.js'
import { pairingLink } from './walletLinks.js'
import { downloadLinks } from './walletWays.js'

const passing = (read: (link: string) => unknown) =>
  hostileLinks.filter((link) => read(link) !== undefined)

/** As a site may give one itself: nobody has checked it. */
const listing = (field: string, link: string) => ({ id: 'a', name: 'A', [field]: link })

describe('a hostile address', () => {
  it.each([
    ['mobile_link', 'mobile', iphone],
    ['link_mode', 'mobile', iphone],
    ['webapp_link', 'web', desktop],
    ['desktop_link', 'desktop', desktop],
  ] as const)('does not open a wallet by its %s', (field, platform, device) => {
    const read = (link: string) =>
      pairingLink({
        listing: listing(field, link),
        platform,
        uri: 'wc:1@2',
        device,
        prefersUniversalLinks: true,
      })
    expect(passing(read)).toEqual([])
  })

  it.each(['chrome_store', 'app_store', 'play_store', 'homepage'])(
    'is no place to get a wallet from in %s',
    (field) => {
      expect(passing((link) => downloadLinks(listing(field, link))[0])).toEqual([])
    },
  )

  it('is no picture', () => {
    expect(passing(safeImage)).toEqual([])
  })

  it('is no block explorer', () => {
    const read = (link: string) =>
      toNetwork({
        ...testNetworks.mainnet,
        blockExplorers: { default: { name: 'Explorer', url: link } },
      })
    expect(passing((link) => read(link).explorer)).toEqual([])
    expect(passing((link) => explorerLink(read(link), 'address', '0xab'))).toEqual([])
  })
})
