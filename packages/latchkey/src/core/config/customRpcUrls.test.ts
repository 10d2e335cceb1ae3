import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeLoginPage, loginOrigin } from '../../../fixtures/fakeLoginPage.js'
import { createFakeProvider } from '../../../fixtures/fakeProvider.js'
import { createTestLatchkey } from '../../../fixtures/testLatchkey.js'
import { createTestWidget, testNetworks } from '../../../fixtures/testWidget.js'
import { createLoginConnector } from '../../connectors/login/createLoginConnector.js'
import { createLoginTransport } from '../../connectors/login/loginTransport.js'
import { toChain, toTransport } from '../../families/eip155/bridges/viemChains.js'
import { eip155 } from '../../families/eip155/index.js'
import { recordEvent } from '../events/actions/recordEvent.js'
import { recordProviderError } from '../events/actions/recordProviderError.js'
import type { Network } from '../network/network.js'
import { getNetworkById } from '../network/store.js'
import * as limits from '../runtime/limits.js'
import { refreshProviderData } from './actions/refreshProviderData.js'

/** An API key in a node URL, which must never leave the page. */
const canary = 'secret-canary-key'
const customRpcUrls = {
  'eip155:1': [{ url: `https://node.test/v3/${canary}/1` }],
  'eip155:8453': [{ url: `https://node.test/v3/${canary}/8453` }],
}

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.unstubAllGlobals()
})

const texts = (value: unknown) => decodeURIComponent(JSON.stringify(value))

describe('custom RPC URLs', () => {
  it('are used for chain reads', () => {
    const { widget, end } = createTestWidget({ options: { customRpcUrls } })
    ends.push(end)
    const network = getNetworkById(widget.stores.network.get(), 'eip155:1')
    expect(network?.rpcUrls).toEqual([customRpcUrls['eip155:1'][0]?.url])
  })

  it('are not sent to the login frame', async () => {
    const page = createFakeLoginPage()
    const { widget, clock, end } = createTestWidget({
      options: { customRpcUrls, providerUrls: { login: loginOrigin } },
    })
    ends.push(end, page.end)
    widget.ports.modalElement = () => page.host as unknown as HTMLElement
    const connector = createLoginConnector(widget)
    const transport = createLoginTransport({
      widget,
      namespace: 'eip155',
      request: connector.request,
      signOut: async () => undefined,
      onUser: () => undefined,
      onLate: () => () => undefined,
    })
    const { signal } = new AbortController()
    const calls = [
      transport.refresh(signal),
      transport.request({ method: 'personal_sign', params: ['0x00', '0x00'] }, signal),
      transport.request(
        { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2105' }] },
        signal,
      ),
    ]
    for (const call of calls) Promise.resolve(call).catch(() => undefined)
    await page.settle()
    await clock.advance(limits.frameReadyDelay)
    await page.settle()
    const [frame] = page.frames
    const names = frame?.requests.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['RPC_REQUEST', 'SWITCH_NETWORK']))
    expect(texts(frame?.element.src)).toContain('rpcUrl=https://rpc.test/1')
    expect(texts([frame?.element.src, frame?.requests, frame?.posted])).not.toContain(canary)
  })

  it('are not sent to a wallet that adds a network', async () => {
    const { latchkey, choose, wallet, end } = createTestLatchkey({ options: { customRpcUrls } })
    ends.push(end)
    await choose()
    wallet.answer('wallet_switchEthereumChain', () => Promise.reject({ code: 4902 }))
    await latchkey.switchNetwork(testNetworks.base).catch(() => undefined)
    expect(wallet.calls.map(({ method }) => method)).toContain('wallet_addEthereumChain')
    expect(texts(wallet.calls)).toContain('https://rpc.test/8453')
    expect(texts(wallet.calls)).not.toContain(canary)
  })

  it('are not sent to a paired wallet', async () => {
    const { widget, end } = createTestWidget({ options: { customRpcUrls, families: [eip155()] } })
    ends.push(end)
    const { networks } = widget.stores.network.get()
    for (const family of widget.families.values()) {
      const adapter = await family.loadAdapter()
      expect(texts(adapter.pairingNeeds(networks))).not.toContain(canary)
    }
  })

  it('are not sent to the provider, even when a node fails', async () => {
    const provider = createFakeProvider({
      getAnalyticsConfig: () => ({ isAnalyticsEnabled: true }),
      getProjectConfig: () => ({ features: [] }),
      getWallets: () => ({ data: [], count: 0 }),
      sendEvents: () => undefined,
    })
    vi.stubGlobal('fetch', async (url: string) => {
      throw new TypeError(`Failed to fetch ${url}`)
    })
    const { widget, clock, end } = createTestWidget({
      provider,
      options: { customRpcUrls, families: [eip155()], features: { analytics: true } },
    })
    ends.push(end)
    await refreshProviderData(widget)
    const [network] = widget.stores.network.get().networks
    const adapter = await eip155().loadAdapter()
    const { signal } = new AbortController()
    const failure = await adapter
      .nativeBalance?.({ network: network as Network, address: `0x${'11'.repeat(20)}`, signal })
      .catch((error: unknown) => error)
    recordProviderError(widget, failure)
    recordEvent(widget, { event: 'SWITCH_NETWORK', properties: { network: network?.id } })
    await clock.advance(60_000)
    expect(provider.count('sendEvents')).toBeGreaterThan(0)
    expect(texts(provider.calls)).not.toContain(canary)
  })

  it('are not in the chains for viem and wagmi', () => {
    const { widget, end } = createTestWidget({ options: { customRpcUrls } })
    ends.push(end)
    for (const network of widget.stores.network.get().networks) {
      expect(texts(toChain(network))).not.toContain(canary)
      const transport = toTransport(network)({ chain: toChain(network) })
      const urls = transport.value?.transports.map(({ value }) => value?.url)
      expect(urls).toEqual(network.rpcUrls)
    }
  })
})
