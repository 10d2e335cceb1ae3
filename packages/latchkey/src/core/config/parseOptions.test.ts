import { describe, expect, it } from 'vitest'
import type { ChainFamily } from '../connection/family.js'
import type { NetworkInput } from '../network/network.js'
import { InvalidOptionError, SignInConflictError } from '../runtime/errors/config.js'
import { parseOptions } from './parseOptions.js'

const family = (namespace: ChainFamily['namespace']): ChainFamily => ({
  namespace,
  discover: () => () => {},
  loadAdapter: () => Promise.reject(new Error('not in this test')),
})

const mainnet: NetworkInput = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://eth.test'] } },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://etherscan.io' } },
}
const base: NetworkInput = { ...mainnet, id: 8453, name: 'Base' }
const solana: NetworkInput = {
  ...mainnet,
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  chainNamespace: 'solana',
}
const required = {
  projectId: 'project',
  networks: [mainnet, base],
  families: [family('eip155')],
}

const call = () => undefined
const siwx = {
  createMessage: call,
  addSession: call,
  revokeSession: call,
  setSessions: call,
  getSessions: call,
}
const siweConfig = {
  getMessageParams: call,
  createMessage: call,
  getNonce: call,
  getSession: call,
  verifyMessage: call,
  signOut: call,
}

function rejection(options: unknown): { option: string; message: string } {
  try {
    parseOptions(options)
  } catch (error) {
    if (error instanceof InvalidOptionError) return error
    throw error
  }
  throw new Error('was accepted')
}

describe('parseOptions', () => {
  it('accepts a provider only with a project id', () => {
    const provider = { providerUrl: 'https://provider.test', providerUrls: { chain: 'http://c' } }
    expect(parseOptions({ ...required, ...provider }).config).toMatchObject(provider)
    const { config } = parseOptions({ ...required, ...provider, projectId: undefined })
    expect(config.providerUrl).toBeUndefined()
    for (const wrong of [
      { providerUrl: 'provider.test' },
      { providerUrl: 'javascript:alert(1)//' },
      { providerUrls: { wallet: 'https://a' } },
      { providerUrls: { chain: 'wss://a' } },
    ]) {
      expect(() => parseOptions({ ...required, ...wrong })).toThrow(/Option `providerUrl/)
    }
  })

  it('fills in the defaults', () => {
    const parsed = parseOptions(required)
    expect(parsed.config).toEqual({
      projectId: 'project',
      providerUrl: undefined,
      providerUrls: {},
      loginUrl: undefined,
      features: {},
      metadata: {},
      walletsEnabled: true,
      announcedWallets: true,
      injectedWallets: true,
      pairing: false,
      relayUrls: [],
      relayProjectId: 'project',
      networkSwitch: true,
      reconnect: true,
      fullScreenOnMobile: false,
      embedded: false,
      append: true,
      allowUnsupportedChain: false,
      includeWalletIds: undefined,
      excludeWalletIds: [],
      featuredWalletIds: [],
      wallets: [],
      customWallets: [],
      chainImages: {},
      connectorImages: {},
      connectors: [],
      customRpcUrls: {},
      swapContracts: {},
      debug: true,
      basic: false,
      allWallets: 'SHOW',
      walletGuide: true,
      preferUniversalLinks: false,
      preload: 'intent',
      instance: '',
    })
    expect(parsed.theme).toEqual({ mode: undefined, variables: {} })
    expect(parsed.problem).toBeUndefined()
    expect(Object.isFrozen(parsed.config)).toBe(true)
  })

  it('treats undefined as not set', () => {
    const left = parseOptions({
      ...required,
      debug: undefined,
      metadata: undefined,
      features: undefined,
    })
    expect(left).toEqual(parseOptions(required))
  })

  it('reads every option', () => {
    const { config } = parseOptions({
      ...required,
      enableWallets: false,
      enableEIP6963: false,
      enableInjected: false,
      enableNetworkSwitch: false,
      enableReconnect: false,
      enableMobileFullScreen: true,
      enableEmbedded: true,
      disableAppend: true,
      allowUnsupportedChain: true,
      debug: false,
      basic: true,
      enableWalletGuide: false,
      experimental_preferUniversalLinks: true,
      allWallets: 'HIDE',
      preload: 'none',
      instance: 'second',
    })
    expect(config).toMatchObject({
      walletsEnabled: false,
      announcedWallets: false,
      injectedWallets: false,
      networkSwitch: false,
      reconnect: false,
      fullScreenOnMobile: true,
      embedded: true,
      append: false,
      allowUnsupportedChain: true,
      debug: false,
      basic: true,
      walletGuide: false,
      preferUniversalLinks: true,
      allWallets: 'HIDE',
      preload: 'none',
      instance: 'second',
    })
  })

  it.each([
    [{ relayUrls: ['wss://relay.test'] }, true],
    [{ relayUrls: [] }, false],
    [{ relayUrls: ['wss://relay.test'], enableWalletConnect: false }, false],
    [{ relayUrls: ['wss://relay.test'], projectId: '' }, false],
    [{ relayUrls: ['wss://relay.test'], projectId: '', relayProjectId: 'theirs' }, true],
  ])('enables pairing with %j: %s', (options, pairing) => {
    expect(parseOptions({ ...required, ...options }).config.pairing).toBe(pairing)
  })

  it.each([undefined, ''])('reports a missing project id (%j) without throwing', (projectId) => {
    const { config, problem } = parseOptions({ ...required, projectId })
    expect(config.projectId).toBeUndefined()
    expect(problem?.code).toBe('PROJECT_ID_NOT_CONFIGURED')
  })

  it('drops unsafe theme variables', () => {
    const { theme } = parseOptions({
      ...required,
      themeMode: 'dark',
      themeVariables: { '--w3m-accent': 'red;}', '--apkt-z-index': 7, '--other': 'x' },
    })
    expect(theme).toEqual({ mode: 'dark', variables: { '--lk-z-index': 7 } })
  })

  it.each([undefined, null, [], 'x'])('rejects %j as options', (options) => {
    expect(rejection(options).option).toBe('options')
  })

  it.each([
    ['networks', { networks: undefined }],
    ['networks', { networks: [] }],
    ['networks', { networks: 'mainnet' }],
    ['networks', { networks: [mainnet, { ...mainnet, name: 'Again' }] }],
    ['families', { families: undefined }],
    ['families', { families: [] }],
    ['families', { families: [{ namespace: 'near' }] }],
    ['families', { families: [family('eip155'), family('eip155')] }],
    ['families', { networks: [mainnet, solana] }],
    ['defaultNetwork', { defaultNetwork: { ...mainnet, id: 10 } }],
    ['defaultNetwork', { defaultNetwork: { id: 1 } }],
    ['projectId', { projectId: 7 }],
    ['debug', { debug: 'yes' }],
    ['debug', { debug: null }],
    ['themeMode', { themeMode: 'sepia' }],
    ['allWallets', { allWallets: true }],
    ['preload', { preload: 'eager' }],
    ['instance', { instance: 'a/b' }],
    ['includeWalletIds', { includeWalletIds: [''] }],
    ['excludeWalletIds', { includeWalletIds: ['a'], excludeWalletIds: ['a'] }],
    ['excludeWalletIds', { featuredWalletIds: ['a'], excludeWalletIds: ['a'] }],
    ['customWallets', { customWallets: [{ id: 'a' }] }],
    ['termsConditionsUrl', { termsConditionsUrl: 'javascript:alert(1)' }],
    ['privacyPolicyUrl', { privacyPolicyUrl: 'java\nscript:alert(1)' }],
    ['chainImages', { chainImages: { 1: 'javascript:1' } }],
    ['customRpcUrls', { customRpcUrls: { 'eip155:1': ['https://a.test'] } }],
    ['swapContracts', { swapContracts: { 'eip155:1': ['0x1'] } }],
    ['swapContracts', { swapContracts: [{ kind: 'lifi' }] }],
    ['customRpcUrls', { customRpcUrls: { 1: [{ url: 'https://a.test' }] } }],
    ['customRpcUrls', { customRpcUrls: { 'eip155:1': [{ url: 'ws://a.test' }] } }],
    ['relayUrls', { relayUrls: ['https://relay.test'] }],
    ['metadata.name', { metadata: { name: 1 } }],
    ['metadata.title', { metadata: { title: 'x' } }],
    ['metadata.icons', { metadata: { icons: 'https://site.test/icon.png' } }],
    ['features', { features: [] }],
    ['features.send', { features: { send: 1 } }],
    ['features.socials', { features: { socials: ['myspace'] } }],
    ['features.connectMethodsOrder', { features: { connectMethodsOrder: ['email', 'email'] } }],
    ['features.toString', { features: { toString: true } }],
    ['features.swaps', { features: { swaps: ['2inch'] } }],
    ['features.onramp', { features: { onramp: ['cash'] } }],
    ['features.pay', { features: { pay: 'yes' } }],
    ['features.smartSessions', { features: { smartSessions: 'yes' } }],
    ['siwx', { siwx: 'yes' }],
    ['siweConfig', { siweConfig: [] }],
    ['features.reownAuthentication', { features: { reownAuthentication: 'yes' } }],
    ['providerUrl', { features: { reownAuthentication: true } }],
  ])('rejects `%s` in %j', (option, change) => {
    expect(rejection({ ...required, ...change }).option).toBe(option)
  })

  it.each([
    ['enableInjekted', '`enableInjected`'],
    ['projectID', '`projectId`'],
    ['termsConditionUrl', '`termsConditionsUrl`'],
  ])('suggests a similar name for %s', (name, suggestion) => {
    expect(rejection({ ...required, [name]: true }).message).toContain(
      `Did you mean ${suggestion}?`,
    )
  })

  it('suggests nothing for other names, and names the parent option', () => {
    expect(rejection({ ...required, tokens: {} }).message).toBe('Option `tokens` is not known')
    expect(rejection({ ...required, features: { recieve: true } }).message).toContain(
      '`features.receive`',
    )
  })

  it('rejects `siwx` with `siweConfig` with the specified message', () => {
    expect(() => parseOptions({ ...required, siwx: {}, siweConfig: {} })).toThrow(
      SignInConflictError,
    )
    expect(() => parseOptions({ ...required, siwx: {}, siweConfig: {} })).toThrow(
      'Cannot set both `siweConfig` and `siwx` options',
    )
  })
})

describe('sign-in', () => {
  const signInOf = (change: object) => parseOptions({ ...required, ...change }).signIn

  it('is off by default', () => {
    expect(signInOf({})).toBeUndefined()
  })

  it('comes from `siwx` or `siweConfig`', () => {
    expect(signInOf({ siwx })?.siwx).toBe(siwx)
    expect(signInOf({ siweConfig })?.siweConfig).toBe(siweConfig)
  })

  it('is off when `siweConfig` is disabled', () => {
    expect(signInOf({ siweConfig: { ...siweConfig, enabled: false } })).toBeUndefined()
  })

  it('comes from the provider with `features.reownAuthentication`, also beside `siwx`', () => {
    const features = { reownAuthentication: true }
    const providerUrl = 'https://provider.test'
    expect(signInOf({ siwx, features, providerUrl })).toEqual({})
  })
})

describe('networks', () => {
  it('are normalized', () => {
    const { networks } = parseOptions({
      ...required,
      networks: [{ ...mainnet, testnet: true, assets: { imageUrl: 'https://site.test/eth.png' } }],
    })
    expect(networks).toEqual([
      {
        id: 'eip155:1',
        namespace: 'eip155',
        reference: '1',
        name: 'Ethereum',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['https://eth.test'],
        publicRpcUrls: ['https://eth.test'],
        explorer: { name: 'Etherscan', url: 'https://etherscan.io' },
        isTestnet: true,
        imageUrl: 'https://site.test/eth.png',
      },
    ])
  })

  it('use nodes and images of the options', () => {
    const { networks } = parseOptions({
      ...required,
      customRpcUrls: { 'eip155:1': [{ url: 'https://a.test' }, { url: 'http://localhost:8545' }] },
      chainImages: { 1: '/eth.png', 'eip155:8453': 'https://site.test/base.png' },
    })
    expect(networks).toMatchObject([
      {
        rpcUrls: ['https://a.test', 'http://localhost:8545'],
        publicRpcUrls: ['https://eth.test'],
        imageUrl: '/eth.png',
      },
      { rpcUrls: ['https://eth.test'], imageUrl: 'https://site.test/base.png' },
    ])
  })

  it('may belong to several chain families', () => {
    const { networks, families } = parseOptions({
      ...required,
      networks: [solana, mainnet],
      families: [family('eip155'), family('solana')],
    })
    expect(networks.map(({ id }) => id)).toEqual([
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'eip155:1',
    ])
    expect(families).toHaveLength(2)
  })

  it('start on the default network, else on the first', () => {
    expect(parseOptions(required).initialNetwork.id).toBe('eip155:1')
    const { initialNetwork, networks } = parseOptions({ ...required, defaultNetwork: { ...base } })
    expect(initialNetwork).toBe(networks[1])
  })

  it.each([
    { id: 0 },
    { id: -1 },
    { id: 1.5 },
    { id: '0x1' },
    { id: '01' },
    { id: null },
    { name: '' },
    { name: undefined },
    { nativeCurrency: undefined },
    { nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: '18' } },
    { nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 1.5 } },
    { nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 256 } },
    { rpcUrls: undefined },
    { rpcUrls: { default: { http: ['file:///etc/passwd'] } } },
    { chainNamespace: 'near' },
    { chainNamespace: 'solana', caipNetworkId: 'eip155:1' },
    { caipNetworkId: 'eip155' },
  ])('are rejected with %j', (change) => {
    expect(rejection({ ...required, networks: [{ ...mainnet, ...change }] }).option).toBe(
      'networks',
    )
  })

  it('have no explorer if its URL is not allowed', () => {
    const blockExplorers = { default: { name: 'Evil', url: 'javascript:alert(1)' } }
    const { networks } = parseOptions({ ...required, networks: [{ ...mainnet, blockExplorers }] })
    expect(networks[0].explorer).toBeUndefined()
  })
})
