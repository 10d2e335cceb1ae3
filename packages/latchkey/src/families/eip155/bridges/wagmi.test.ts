import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as wagmi3 from 'wagmi'
import * as wagmi3Actions from 'wagmi/actions'
import * as wagmi2 from 'wagmi2'
import * as wagmi2Actions from 'wagmi2/actions'
import { hasCode } from '../../../../fixtures/bridgeContract.js'
import { createFakeNode } from '../../../../fixtures/fakeNode.js'
import { createTestLatchkey } from '../../../../fixtures/testLatchkey.js'
import { WalletRequestError } from '../../../core/runtime/errors/wallet.js'
import { createWagmiBridge, type WagmiConnectorConfig, wagmiParameters } from './wagmi.js'

const versions = [
  { version: '3', wagmi: wagmi3, actions: wagmi3Actions },
  {
    version: '2',
    wagmi: wagmi2 as unknown as typeof wagmi3,
    actions: wagmi2Actions as unknown as typeof wagmi3Actions,
  },
]

describe.each(versions)('wagmi $version', ({ wagmi, actions }) => {
  beforeEach(() => vi.stubGlobal('fetch', createFakeNode().fetch))
  afterEach(() => vi.unstubAllGlobals())

  type Opening = NonNullable<Parameters<typeof createTestLatchkey>[0]> & {
    items?: Map<string, string>
    more?: readonly wagmi3.CreateConnectorFn[]
    ssr?: boolean
  }

  function open({ items = new Map(), more = [], ssr = false, ...world }: Opening = {}) {
    const page = createTestLatchkey(world)
    page.wallet.knownChains.add('0x2105')
    const { connectors, ...parameters } = wagmiParameters({ latchkey: page.latchkey })
    const config = wagmi.createConfig({
      ...parameters,
      connectors: [...connectors, ...more],
      ssr,
      storage: wagmi.createStorage({
        storage: {
          getItem: (key) => items.get(key) ?? null,
          setItem: (key, value) => void items.set(key, value),
          removeItem: (key) => void items.delete(key),
        },
      }),
    })
    createWagmiBridge({ latchkey: page.latchkey, config })
    const [connector] = config.connectors
    if (!connector) throw new Error('No connector')
    const account = () => actions.getConnection?.(config) ?? wagmi2Actions.getAccount(config)
    const isModalOpen = () => page.latchkey.getState().open
    const prompts = () =>
      page.wallet.calls.filter(({ method }) => method === 'eth_requestAccounts').length
    return { ...page, config, connector, items, account, isModalOpen, prompts }
  }

  it('uses only parts of wagmi that releases before 2.19 have', async () => {
    const page = createTestLatchkey()
    page.wallet.knownChains.add('0x2105')
    const { connectors, ...parameters } = wagmiParameters({ latchkey: page.latchkey })
    const [create] = connectors
    const config = wagmi.createConfig({
      ...parameters,
      storage: null,
      connectors: [
        ((given: wagmi3.Config['connectors'][number] & WagmiConnectorConfig) =>
          create?.(
            only({ ...given, emitter: only(given.emitter, ['emit', 'listenerCount']) }, [
              'chains',
              'emitter',
            ]),
          )) as unknown as wagmi3.CreateConnectorFn,
      ],
    })
    const ours = (one: (typeof config.connectors)[number]) =>
      only({ ...one, emitter: only(one.emitter, ['emit', 'listenerCount']) }, [
        'type',
        'uid',
        'emitter',
      ])
    const known = {
      chains: config.chains,
      connectors: config.connectors.map(ours),
      get state() {
        return only(config.state, ['chainId', 'connections', 'status'])
      },
      setState: config.setState,
      subscribe: config.subscribe,
    }
    createWagmiBridge({ latchkey: page.latchkey, config: only(known, Object.keys(known)) })
    const [connector] = config.connectors
    if (!connector) throw new Error('No connector')
    const connected = actions.connect(config, { connector })
    await vi.waitFor(() => expect(page.latchkey.getState().open).toBe(true))
    await page.choose()
    await connected
    await actions.switchChain(config, { chainId: 8453 })
    expect(page.latchkey.getChainId()).toBe(8453)
    await actions.disconnect(config)
    expect(page.latchkey.getAccount().status).toBe('disconnected')
    await page.latchkey.switchNetwork({ id: 1 })
    expect(actions.getChainId(config)).toBe(1)
    page.end()
  })

  it('connects through the modal', async () => {
    const { config, connector, isModalOpen, choose, account, wallet, latchkey, prompts } = open()
    const connected = actions.connect(config, { connector, chainId: 8453 })
    await vi.waitFor(() => expect(isModalOpen()).toBe(true))
    expect(account().status).toBe('connecting')
    await choose()
    expect(await connected).toMatchObject({ accounts: wallet.addresses, chainId: 8453 })
    expect(account()).toMatchObject({ status: 'connected', address: latchkey.getAddress() })
    expect(isModalOpen()).toBe(false)
    expect(prompts()).toBe(1)
  })

  it('rejects with a user rejection when the modal is closed', async () => {
    const { config, connector, isModalOpen, latchkey, account } = open()
    const connected = actions.connect(config, { connector })
    await vi.waitFor(() => expect(isModalOpen()).toBe(true))
    await latchkey.close()
    await expect(connected).rejects.toMatchObject({
      name: 'UserRejectedRequestError',
      code: 4001,
      cause: { code: 'connection/modal-closed' },
    })
    expect(account().status).toBe('disconnected')
  })

  it('disconnects the widget and follows its next connection', async () => {
    const { config, choose, latchkey, account, wallet } = open()
    await choose()
    await actions.disconnect(config)
    expect(latchkey.getAccount().status).toBe('disconnected')
    expect(wallet.isTrusted).toBe(false)
    expect(account().status).toBe('disconnected')
    await choose()
    expect(account().status).toBe('connected')
    await latchkey.disconnect()
    expect(account().status).toBe('disconnected')
  })

  it('reconnects after a reload without a prompt or a status change', async () => {
    const before = open()
    await before.choose()
    before.end()
    const { wallet, items } = before
    const after = open({ wallet, items, stored: { 'eip155:connected_connector_id': 'fox' } })
    const statuses: string[] = []
    after.config.subscribe(
      ({ status }) => status,
      (status) => void statuses.push(status),
    )
    await actions.reconnect(after.config)
    expect(statuses.at(-1)).toBe('connected')
    expect(statuses).not.toContain('disconnected')
    expect(after.account().address).toBe(wallet.addresses[0])
    expect(after.prompts()).toBe(1)

    const forgotten = open({ wallet, items })
    await actions.reconnect(forgotten.config)
    expect(forgotten.account().status).toBe('disconnected')
    expect(forgotten.prompts()).toBe(1)
  })

  it("renders the cookie's account on a server and reconnects in the browser", async () => {
    const before = open({ ssr: true })
    await before.choose()
    await vi.waitFor(() => expect(before.account().status).toBe('connected'))
    before.end()
    const { wallet, items } = before
    const [address] = wallet.addresses
    const cookie = [...items].map(([key, value]) => `${key}=${value}`).join('; ')
    const Page = () => {
      const { address, status } = (wagmi.useConnection ?? wagmi2.useAccount)()
      return createElement('p', null, `${status} ${address}`)
    }
    const render = (config: wagmi3.Config, initialState: wagmi3.State | undefined) =>
      renderToString(
        createElement(wagmi.WagmiProvider, { config, initialState }, createElement(Page)),
      )

    const server = open({ ssr: true })
    const initialState = wagmi.cookieToInitialState(server.config, cookie)
    const html = render(server.config, initialState)
    expect(html).toBe(`<p>reconnecting ${address}</p>`)
    expect(server.prompts()).toBe(0)

    const stored = { 'eip155:connected_connector_id': 'fox' }
    const browser = open({ wallet, items, stored, ssr: true })
    expect(render(browser.config, initialState)).toBe(html)
    await actions.reconnect(browser.config)
    expect(browser.account()).toMatchObject({ status: 'connected', address })
    expect(browser.prompts()).toBe(1)
  })

  it('shares the selected network while nothing is connected', async () => {
    const { config, latchkey, wallet } = open()
    await latchkey.switchNetwork({ id: 8453 })
    expect(actions.getChainId(config)).toBe(8453)
    await actions.switchChain(config, { chainId: 1 })
    await vi.waitFor(() => expect(latchkey.getChainId()).toBe(1))
    expect(wallet.calls).toEqual([])
  })

  it('follows a connection made while it was busy', async () => {
    let release = () => {}
    const slow = wagmi.createConnector(() => ({
      ...nobody,
      isAuthorized: () =>
        new Promise((resolve) => {
          release = () => resolve(false)
        }),
    }))
    const { config, choose, account } = open({ more: [slow] })
    const restored = actions.reconnect(config)
    await choose()
    expect(account().status).not.toBe('connected')
    await vi.waitFor(() => release())
    await restored
    await vi.waitFor(() => expect(account().status).toBe('connected'))
  })

  it('names the action that failed', async () => {
    const { config, connector, choose, wallet, latchkey } = open()
    const bare = wagmi.createConfig({ ...wagmiParameters({ latchkey }), connectors: [] })
    expect(() => createWagmiBridge({ latchkey, config: bare })).toThrow(
      expect.objectContaining({ code: 'wagmi/connector-undefined' }),
    )
    expect(() => createWagmiBridge({ latchkey, config: undefined as never })).toThrow(
      expect.objectContaining({ code: 'wagmi/config-undefined' }),
    )
    const provider = (await connector.getProvider()) as { request(call: object): Promise<unknown> }
    await expect(provider.request({ method: 'personal_sign', params: [] })).rejects.toSatisfy(
      hasCode('wagmi/provider-undefined'),
    )
    await choose()
    wallet.answer('personal_sign', () => Promise.reject(new WalletRequestError('Fox')))
    await expect(actions.signMessage(config, { message: 'hi' })).rejects.toSatisfy(
      hasCode('wagmi/sign-message'),
    )
    const client = await actions.getWalletClient(config)
    await expect(client.request({ method: 'eth_estimateGas', params: [{}] })).rejects.toSatisfy(
      hasCode('wagmi/estimate-gas'),
    )
    await expect(actions.switchChain(config, { chainId: 5 as 1 })).rejects.toMatchObject({
      name: 'SwitchChainError',
    })
    wallet.behaviour = 'refuse'
    await expect(actions.switchChain(config, { chainId: 8453 })).rejects.toMatchObject({
      name: 'UserRejectedRequestError',
    })
  })
})

/** Throws for every member of a wagmi object except these, which exist since wagmi 2.0. */
function only<target extends object>(target: target, names: readonly string[]): target {
  return new Proxy(target, {
    get(of, name) {
      if (typeof name === 'string' && !names.includes(name)) throw new Error(`wagmi's ${name}`)
      const value: unknown = Reflect.get(of, name)
      return typeof value === 'function' ? value.bind(of) : value
    },
  })
}

const nobody = {
  id: 'slow',
  name: 'Slow',
  type: 'slow',
  connect: () => Promise.reject(new Error('never')),
  disconnect: async () => {},
  getAccounts: async () => [],
  getChainId: async () => 1,
  getProvider: async () => ({}),
  onAccountsChanged() {},
  onChainChanged() {},
  onDisconnect() {},
}
