import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeStorage } from '../../../fixtures/fakeStorage.js'
import { createFakeWallet } from '../../../fixtures/fakeWallet.js'
import type { AnnouncedWallet } from '../../core/connection/family.js'
import {
  maxAnnouncedWallets,
  maxIconLength,
  maxWalletNameLength,
} from '../../core/wallets/sanitize.js'
import { discover } from './discover.js'

const icon = 'data:image/svg+xml,<svg/>'
const info = { uuid: 'u-1', name: 'Fox', icon, rdns: 'io.fox' }
const provider = () => ({ request: async () => null })
const site = {
  metadata: { name: '', description: '', url: '', icons: [] },
  networks: [],
  storage: createFakeStorage(),
}

let page: EventTarget & { ethereum?: unknown }

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
})
afterEach(() => vi.unstubAllGlobals())

function look(options = { announced: true, injected: true }) {
  const found: AnnouncedWallet[] = []
  const stop = discover(options, (wallet) => found.push(wallet))
  return { found, stop }
}

function announce(detail: unknown) {
  page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
}

describe('announced wallets', () => {
  it('requests announcements and listens until stopped', () => {
    page.addEventListener('eip6963:requestProvider', () => announce({ info, provider: provider() }))
    const { found, stop } = look()
    expect(found).toMatchObject([
      { id: 'io.fox', namespace: 'eip155', type: 'ANNOUNCED', name: 'Fox', icon, rdns: 'io.fox' },
    ])
    announce({ info: { ...info, rdns: 'io.owl' }, provider: provider() })
    stop()
    announce({ info: { ...info, rdns: 'io.bat' }, provider: provider() })
    expect(found.map(({ id }) => id)).toEqual(['io.fox', 'io.owl'])
  })

  it('lists a wallet once when it announces itself again', () => {
    const { found } = look()
    const detail = Object.freeze({ info: Object.freeze(info), provider: provider() })
    announce(detail)
    announce({ ...detail })
    expect(found).toHaveLength(1)
  })

  it('lists every provider with the same name and never replaces one', async () => {
    const { found } = look()
    const [honest, impostor] = [createFakeWallet(), createFakeWallet()]
    announce({ info, provider: honest.provider })
    announce({ info, provider: impostor.provider })
    expect(found.map(({ id }) => id)).toEqual(['io.fox', 'io.fox#2'])
    await (await found[0]?.open(site))?.request({ method: 'eth_chainId' })
    expect(honest.calls).toHaveLength(1)
    expect(impostor.calls).toHaveLength(0)
  })

  it('copies the announced data', () => {
    const { found } = look()
    const mutable = { ...info }
    announce({ info: mutable, provider: provider() })
    mutable.name = 'Something else'
    expect(found[0]?.name).toBe('Fox')
  })

  it.each([
    ['nothing', undefined],
    ['no info', { provider: provider() }],
    ['no provider', { info }],
    ['a provider without `request`', { info, provider: {} }],
    ['no name', { info: { ...info, name: undefined }, provider: provider() }],
    ['a blank name', { info: { ...info, name: ' \u202e\n ' }, provider: provider() }],
    [
      'a getter that throws',
      {
        provider: provider(),
        get info() {
          throw new Error()
        },
      },
    ],
    [
      'a provider whose getters throw',
      {
        info,
        provider: new Proxy(
          {},
          {
            get() {
              throw new Error()
            },
          },
        ),
      },
    ],
  ])('ignores an announcement with %s', (_, detail) => {
    const { found } = look()
    announce(detail)
    expect(found).toEqual([])
  })

  it.each(['javascript:alert(1)', 'http://x.test/a.png', 'data:text/html,x', '', 7, 'x'.repeat(9)])(
    'ignores the icon %s',
    (hostile) => {
      const { found } = look()
      announce({ info: { ...info, icon: hostile }, provider: provider() })
      expect(found).toMatchObject([{ id: 'io.fox', icon: undefined }])
    },
  )

  it('ignores an icon that is too large', () => {
    const { found } = look()
    const large = `data:image/png;base64,${'A'.repeat(maxIconLength)}`
    announce({ info: { ...info, icon: large }, provider: provider() })
    expect(found[0]?.icon).toBeUndefined()
  })

  it.each(['injected', 'walletConnect', '', 7, 'a b.c', '../x.y', `${'a'.repeat(64)}.io`])(
    'rejects %s as rdns and id',
    (rdns) => {
      const { found } = look()
      announce({ info: { ...info, rdns }, provider: provider() })
      expect(found).toMatchObject([{ id: 'announced:Fox', rdns: undefined }])
    },
  )

  it('shortens and sanitizes names', () => {
    const { found } = look()
    announce({
      info: { ...info, name: `  \u202eFox\u0000\u200b ${'🦊'.repeat(5_000)}` },
      provider: provider(),
    })
    const name = found[0]?.name ?? ''
    expect([...name]).toHaveLength(maxWalletNameLength)
    expect(name.startsWith('Fox 🦊')).toBe(true)
  })

  it('stops at the maximum number of wallets', () => {
    const { found } = look()
    let looks = 0
    for (let index = 0; index < 10_000; index += 1) {
      announce({
        get info() {
          looks += 1
          return { ...info, rdns: `io.fox${index}` }
        },
        provider: provider(),
      })
    }
    expect(found).toHaveLength(maxAnnouncedWallets)
    // Announcements above the limit are not read.
    expect(looks).toBe(maxAnnouncedWallets)
  })

  it('does nothing when disabled', () => {
    const { found } = look({ announced: false, injected: true })
    announce({ info, provider: provider() })
    expect(found).toEqual([])
  })
})

describe('the injected wallet', () => {
  it('is found', () => {
    page.ethereum = provider()
    expect(look().found).toMatchObject([
      { id: 'injected', type: 'INJECTED', name: 'Browser Wallet', namespace: 'eip155' },
    ])
  })

  it('is found when it is injected late', () => {
    const { found } = look()
    page.ethereum = provider()
    page.dispatchEvent(new Event('ethereum#initialized'))
    page.dispatchEvent(new Event('ethereum#initialized'))
    expect(found).toHaveLength(1)
  })

  it('is not listed when it is announced too', () => {
    const both = provider()
    page.ethereum = both
    page.addEventListener('eip6963:requestProvider', () => announce({ info, provider: both }))
    expect(look().found.map(({ id }) => id)).toEqual(['io.fox'])
  })

  it('is ignored unless enabled', () => {
    page.ethereum = provider()
    expect(look({ announced: true, injected: false }).found).toEqual([])
  })

  it('is ignored when its getters throw', () => {
    Object.defineProperty(page, 'ethereum', {
      get() {
        throw new Error()
      },
    })
    expect(look().found).toEqual([])
  })
})

it('finds nothing outside a page', () => {
  vi.unstubAllGlobals()
  expect(look().found).toEqual([])
})
