import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { evmNetwork } from '../../../fixtures/evmNetwork.js'
import { createFakeStorage } from '../../../fixtures/fakeStorage.js'
import type { AnnouncedWallet } from '../../core/connection/family.js'
import { coinbase } from './index.js'
import { createPopupWatch } from './popupWatch.js'

const site = {
  metadata: {
    name: 'Shop',
    description: '',
    url: 'https://shop.test',
    icons: ['https://shop.test/i'],
  },
  networks: [evmNetwork('1'), evmNetwork('8453')],
  storage: createFakeStorage(),
}
const origin = 'https://keys.test'
type SdkListener = (event: object) => void

/** The SDK rejects its promises with this; our request gets a copy. */
class SdkError extends Error {
  readonly code = 4001
  override readonly stack = 'Error: Request rejected\n    at Communicator.disconnect'
}

/** The parts of the page that the SDK and its popup use. */
function createFakePage() {
  const listeners = new Map<string, Set<SdkListener>>()
  const popup = { closed: false, focus: vi.fn(), close: vi.fn() }
  popup.close.mockImplementation(() => {
    popup.closed = true
  })
  const open = vi.fn((): typeof popup | null => popup)
  const page = {
    open,
    location: { href: 'https://shop.test/' },
    addEventListener: (type: string, listener: SdkListener) =>
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener)),
    removeEventListener: (type: string, listener: SdkListener) =>
      listeners.get(type)?.delete(listener),
    dispatchEvent: (event: { type: string }) => {
      for (const listener of [...(listeners.get(event.type) ?? [])]) listener(event)
    },
  }
  const post = (data: object, from = origin) =>
    page.dispatchEvent(Object.assign(new Event('message'), { data, origin: from }))
  vi.stubGlobal('window', page)
  vi.stubGlobal(
    'MessageEvent',
    class extends Event {
      constructor(type: string, init: object) {
        super(type)
        Object.assign(this, init)
      }
    },
  )
  /** Opens the popup and waits for its message, as the SDK does. */
  const openAndWait = () =>
    new Promise((resolve, reject) => {
      const opened = page.open(...([`${origin}/connect`, 'wallet_1'] as unknown as []))
      if (!opened) return
      const onMessage: SdkListener = (event) => {
        const { data, origin: from } = event as unknown as MessageEvent
        if (from !== origin) return
        if (data.event === 'PopupUnload') reject({ code: 4001, stack: new SdkError().stack })
        if (data.content) resolve(data.content)
      }
      page.addEventListener('message', onMessage)
    })
  return { page, popup, open, post, openAndWait, listeners }
}

const walletName = 'Coinbase Wallet'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.doUnmock('@coinbase/wallet-sdk')
  vi.resetModules()
  vi.useRealTimers()
})

function discover(options?: Parameters<typeof coinbase>[0]) {
  const found: AnnouncedWallet[] = []
  coinbase(options).discover({ announced: true, injected: true }, (wallet) => found.push(wallet))
  return found
}

describe('coinbase', () => {
  it('is listed before its SDK is loaded, but not on a server', () => {
    vi.stubGlobal('window', undefined)
    expect(discover()).toEqual([])
    createFakePage()
    expect(discover()).toEqual([
      expect.objectContaining({
        id: 'coinbaseWallet',
        name: walletName,
        type: 'EXTERNAL',
        rdns: 'com.coinbase.wallet',
      }),
    ])
  })

  it("passes the site's details to the SDK and disables telemetry", async () => {
    createFakePage()
    const provider = {
      request: vi.fn(async () => ['0x1']),
      on: vi.fn(),
      removeListener: vi.fn(),
      disconnect: vi.fn(async () => undefined),
    }
    const createCoinbaseWalletSDK = vi.fn((_: object) => ({ getProvider: () => provider }))
    vi.doMock('@coinbase/wallet-sdk', () => ({ createCoinbaseWalletSDK }))
    const [wallet] = discover({ preference: 'smartWalletOnly' })
    const transport = await wallet?.open(site)
    expect(createCoinbaseWalletSDK).toHaveBeenCalledWith({
      appName: 'Shop',
      appLogoUrl: 'https://shop.test/i',
      appChainIds: [1, 8453],
      preference: { options: 'smartWalletOnly', telemetry: false },
    })
    expect(await transport?.request({ method: 'eth_accounts' })).toEqual(['0x1'])
    expect(transport?.accountType?.('0x1')).toBe('smartAccount')
    expect(transport?.readsChain).toBe(false)
    await transport?.close()
    expect(provider.disconnect).toHaveBeenCalledOnce()
  })

  it('names the missing package', async () => {
    createFakePage()
    vi.doMock('@coinbase/wallet-sdk', () => {
      throw new Error('Cannot find package')
    })
    const [wallet] = discover()
    await expect(wallet?.open(site)).rejects.toMatchObject({
      code: 'wallet/package-missing',
      packageName: '@coinbase/wallet-sdk',
      message: expect.stringContaining('@coinbase/wallet-sdk'),
    })
  })
})

describe('the Coinbase popup', () => {
  it('is not closed while it works', async () => {
    const { page, open, popup, post, openAndWait, listeners } = createFakePage()
    const watch = createPopupWatch({ walletName, origin })
    const pending = watch.during(openAndWait, { commits: true })
    const beside = await watch.during(async () => 'at once', { commits: false })
    expect(beside).toBe('at once')
    await vi.advanceTimersByTimeAsync(60_000)
    post({ content: 'forged' }, 'https://evil.test')
    post({ content: 'done' })
    expect(await pending).toBe('done')
    expect(page.open).toBe(open)
    expect(vi.getTimerCount()).toBe(0)
    expect(popup.close).not.toHaveBeenCalled()
    expect(listeners.get('message')?.size).toBe(1)
  })

  it('reports when it is blocked', async () => {
    const { page, open, openAndWait } = createFakePage()
    open.mockReturnValue(null)
    const watch = createPopupWatch({ walletName, origin })
    const blocked = { code: 'wallet/popup-blocked', message: expect.stringContaining(walletName) }
    const pending = expect(watch.during(openAndWait, { commits: true })).rejects.toMatchObject(
      blocked,
    )
    await vi.advanceTimersByTimeAsync(1_000)
    await pending
    expect(page.open).toBe(open)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not open when the opener policy blocks it', async () => {
    const { open } = createFakePage()
    const watch = createPopupWatch({ walletName, origin })
    const pending = watch.during(
      async () => {
        window.open(`${origin}/connect?coop=same-origin`)
        throw { code: 4001 }
      },
      { commits: false },
    )
    await expect(pending).rejects.toMatchObject({ code: 'wallet/opener-policy' })
    expect(open).not.toHaveBeenCalled()
  })

  it.each([
    [false, { code: 4001 }],
    [true, { code: 'wallet/request-failed' }],
  ])('rejects its request when it is closed (commits: %s)', async (commits, error) => {
    const { popup, openAndWait } = createFakePage()
    const watch = createPopupWatch({ walletName, origin })
    const pending = expect(watch.during(openAndWait, { commits })).rejects.toMatchObject(error)
    popup.closed = true
    await vi.advanceTimersByTimeAsync(1_000)
    await pending
    expect(vi.getTimerCount()).toBe(0)
  })

  it('rejects only its own request when it is closed early', async () => {
    const { page, popup } = createFakePage()
    const watch = createPopupWatch({ walletName, origin })
    const refused = { code: 4001 }
    const slow = async () => {
      page.open(...([`${origin}/connect`] as unknown as []))
      popup.closed = true
      await new Promise((listen) => setTimeout(listen, 5_000))
      return new Promise((_, reject) => page.addEventListener('message', () => reject(refused)))
    }
    const pending = expect(watch.during(slow, { commits: false })).rejects.toBe(refused)
    await vi.advanceTimersByTimeAsync(6_000)
    await pending
    const next = watch.during(() => new Promise((done) => setTimeout(done, 2_000, 'done')), {
      commits: false,
    })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await next).toBe('done')
  })

  it('hides unhandled rejections of the SDK but not of the site', async () => {
    const { page, popup, openAndWait } = createFakePage()
    const watch = createPopupWatch({ walletName, origin })
    const pending = expect(watch.during(openAndWait, { commits: false })).rejects.toBeDefined()
    popup.closed = true
    await vi.advanceTimersByTimeAsync(600)
    await pending
    const isSpared = (reason: unknown) => {
      const event = new Event('unhandledrejection', { cancelable: true })
      page.dispatchEvent(Object.assign(event, { reason }))
      return event.defaultPrevented
    }
    expect(isSpared(new SdkError())).toBe(true)
    expect(isSpared(Object.assign(new Error('no'), { code: 4001 }))).toBe(false)
    expect(isSpared({ code: 4001 })).toBe(false)
    await vi.advanceTimersByTimeAsync(300)
    expect(isSpared(new SdkError())).toBe(false)
  })

  it('passes on a user rejection', async () => {
    const { post } = createFakePage()
    const watch = createPopupWatch({ walletName, origin })
    const refuse = async () => {
      window.open(`${origin}/connect`)
      post({ content: 'refused' })
      throw { code: 4001 }
    }
    await expect(watch.during(refuse, { commits: true })).rejects.toEqual({ code: 4001 })
  })

  it('is closed when its attempt is cancelled', async () => {
    const { popup, openAndWait } = createFakePage()
    const watch = createPopupWatch({ walletName, origin })
    const { signal, abort } = cancellation()
    const pending = expect(
      watch.during(openAndWait, { commits: false, signal }),
    ).rejects.toBeDefined()
    abort()
    await pending
    expect(popup.close).toHaveBeenCalledOnce()
  })

  it('is not confused with other windows', async () => {
    const { page, open, post, openAndWait } = createFakePage()
    open.mockReturnValueOnce(null)
    const watch = createPopupWatch({ walletName, origin })
    const pending = watch.during(
      async () => {
        expect(page.open(...(['https://help.test/'] as unknown as []))).toBeNull()
        return openAndWait()
      },
      { commits: false },
    )
    post({ content: 'done' })
    expect(await pending).toBe('done')
  })
})

function cancellation() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort(new Error('enough')) }
}
