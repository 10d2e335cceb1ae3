import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { getAccountBalance, getMintImage } from './balance.js'
import { getSupportedChains } from './chains.js'
import { getAllowedOrigins, getAnalyticsConfig, getProjectConfig } from './config.js'
import {
  buildApproveTransaction,
  buildConvertTransaction,
  getConvertAllowance,
  getConvertQuotes,
  getConvertTokens,
  getGasPrice,
} from './convert.js'
import { failure } from './failure.js'
import { getAccountHistory } from './history.js'
import { getAvatarImage, getIdentity } from './identity.js'
import { getAccountNfts, getNftImage } from './nfts.js'
import { createOnrampUrl, getOnrampOptions, getOnrampPurchase, getOnrampQuote } from './onramp.js'
import { getFungiblePrice } from './price.js'
import { lookUpName, registerName, reverseName, suggestNames } from './profile.js'
import { getSessions, revokeSession } from './sessions.js'
import { authenticate, createSignInNonce, getSignedInAccount } from './signIn.js'
import { sendEvent } from './telemetry.js'
import { getWallets } from './wallets.js'

const dollar = 'eip155:1:0x3333333333333333333333333333333333333333'
const ether = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const person = '0x1111111111111111111111111111111111111111'

const nameRecord = {
  name: 'demo.reown.id',
  registered_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  attributes: { bio: 'hello' },
  addresses: { '60': { address: person, created_at: null } },
}

const onrampOptions = {
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: [{ id: 'card', min: '10.00', max: '7500.00' }] },
  ],
  purchaseCurrencies: [
    {
      id: 'c1',
      name: 'Demo Dollar',
      symbol: 'DUSD',
      networks: [
        {
          name: 'ethereum-mainnet',
          display_name: 'Ethereum',
          chain_id: '1',
          contract_address: '0x3333',
        },
      ],
    },
  ],
}

const signedInAccount = {
  aud: 'https://shop.example',
  iss: 'https://api.example',
  exp: 1_900_000_000,
  sub: `eip155:1:${person}`,
  projectIdKey: 'shop',
  address: person,
  chainId: 1,
  chainNamespace: 'eip155',
  caip2Network: 'eip155:1',
  uri: 'https://shop.example/',
  domain: 'shop.example',
  projectUuid: '3f0c1b1e-0000-4000-8000-000000000001',
  profileUuid: '3f0c1b1e-0000-4000-8000-000000000002',
  nonce: '12345678',
}

/** Example responses of other providers of this protocol. */
const answers: readonly (readonly [string, v.GenericSchema, unknown])[] = [
  [
    'config',
    getProjectConfig.response,
    {
      features: [
        { id: 'social_login', isEnabled: true, config: ['email', 'google', 'github'] },
        { id: 'activity', isEnabled: true, config: [] },
        { id: 'swap', isEnabled: false, config: ['1inch'] },
        { id: 'onramp', isEnabled: true, config: null },
      ],
    },
  ],
  ['origins', getAllowedOrigins.response, { allowedOrigins: ['https://shop.example'] }],
  ['analytics', getAnalyticsConfig.response, { isAnalyticsEnabled: false }],
  [
    'wallets',
    getWallets.response,
    {
      count: 2,
      data: [
        {
          id: 'aa11',
          name: 'Fox Demo',
          order: 10,
          image_id: 'img-fox',
          rdns: 'example.fox',
          badge_type: 'certified',
          supports_wc: true,
          chains: ['eip155:1', 'eip155:137'],
          mobile_link: 'foxdemo://',
          link_mode: 'https://link.fox.example',
          desktop_link: null,
          webapp_link: null,
          app_store: null,
          play_store: null,
          chrome_store: null,
          injected: [{ namespace: 'eip155', injected_id: 'isFoxDemo' }],
        },
        {
          id: 'bb22',
          name: 'Web Demo',
          order: 20,
          image_url: 'https://cdn.example/web.png',
          chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
          mobile_link: null,
          webapp_link: 'https://wallet.example',
        },
      ],
    },
  ],
  ['sign-in nonce', createSignInNonce.response, { nonce: '12345678', token: 'e30.e30.AA' }],
  ['sign-in token', authenticate.response, { token: 'e30.e30.AA' }],
  ['signed-in account', getSignedInAccount.response, signedInAccount],
  ['chains', getSupportedChains.response, { http: ['eip155:1'], ws: ['eip155:1'] }],
  [
    'identity',
    getIdentity.response,
    { name: 'demo.eth', avatar: null, resolvedAt: '2026-01-02T03:04:05Z' },
  ],
  [
    'history',
    getAccountHistory.response,
    {
      next: 'cur-2',
      data: [
        {
          id: 't1',
          metadata: {
            operationType: 'send',
            hash: '0xabc1',
            minedAt: '2026-01-02T03:04:05Z',
            sentFrom: '0x1111',
            sentTo: '0x2222',
            status: 'confirmed',
            nonce: 7,
            chain: 'eip155:1',
            application: null,
          },
          transfers: [
            {
              fungible_info: {
                name: 'Demo Dollar',
                symbol: 'DUSD',
                icon: { url: 'https://cdn.example/d.png' },
              },
              nft_info: null,
              direction: 'out',
              quantity: { numeric: '12.5' },
              value: 12.5,
              price: 1,
            },
          ],
        },
      ],
    },
  ],
  [
    'balances',
    getAccountBalance.response,
    {
      balances: [
        {
          name: 'Ether',
          symbol: 'ETH',
          chainId: 'eip155:1',
          value: 3000,
          price: 2000,
          quantity: { decimals: '18', numeric: '1.5' },
          iconUrl: 'https://cdn.example/eth.png',
        },
        {
          name: 'Demo Dollar',
          symbol: 'DUSD',
          chainId: 'eip155:1',
          address: dollar,
          value: 5,
          price: 1,
          quantity: { decimals: '6', numeric: '5' },
          iconUrl: '',
        },
      ],
    },
  ],
  [
    'collectibles',
    getAccountNfts.response,
    {
      next: 'cur-2',
      data: [
        {
          chainId: 'eip155:1',
          standard: 'ERC1155',
          collection: { address: '0x5555555555555555555555555555555555555555', name: 'Gallery' },
          tokenId: '5',
          quantity: '3',
          name: 'Orchard',
          description: 'An edition.',
          image: 'data:image/png;base64,AA==',
          isSpam: false,
        },
      ],
    },
  ],
  [
    'tokens',
    getConvertTokens.response,
    { tokens: [{ name: 'Demo Dollar', symbol: 'DUSD', address: dollar, decimals: 6 }] },
  ],
  [
    'quotes',
    getConvertQuotes.response,
    {
      quotes: [
        {
          id: null,
          fromAmount: '1000000',
          fromAccount: dollar,
          toAmount: '499000000000000',
          toAccount: ether,
          fee: '3000',
        },
      ],
    },
  ],
  [
    'approval',
    buildApproveTransaction.response,
    {
      tx: {
        from: dollar,
        to: dollar,
        data: '0x095ea7b3',
        value: '0',
        eip155: { gasPrice: '20000000000' },
      },
    },
  ],
  [
    'conversion',
    buildConvertTransaction.response,
    {
      tx: {
        from: `eip155:1:${person}`,
        to: 'eip155:1:0x4444444444444444444444444444444444444444',
        data: '0xdeadbeef',
        amount: '499000000000000',
        eip155: { gas: '210000', gasPrice: '20000000000' },
      },
    },
  ],
  [
    'prices',
    getFungiblePrice.response,
    {
      fungibles: [
        {
          address: ether,
          name: 'Ether',
          symbol: 'ETH',
          iconUrl: 'https://cdn.example/eth.png',
          price: 2000.5,
          decimals: 18,
        },
      ],
    },
  ],
  [
    'gas',
    getGasPrice.response,
    { standard: '18000000000', fast: '20000000000', instant: '25000000000' },
  ],
  ['allowance', getConvertAllowance.response, { allowance: '0' }],
  ['a name', lookUpName.response, nameRecord],
  ['a name just registered', registerName.response, nameRecord],
  ['names of an address', reverseName.response, [nameRecord]],
  [
    'suggestions',
    suggestNames.response,
    {
      suggestions: [
        { name: 'demo.reown.id', registered: true },
        { name: 'demoapp.reown.id', registered: false },
      ],
    },
  ],
  ['on-ramp options', getOnrampOptions.response, onrampOptions],
  [
    'on-ramp quote',
    getOnrampQuote.response,
    {
      quoteId: 'q1',
      paymentTotal: { amount: '51.20', currency: 'USD' },
      paymentSubtotal: { amount: '50.00', currency: 'USD' },
      purchaseAmount: { amount: '49.80', currency: 'DUSD' },
      networkFee: { amount: '0.40', currency: 'USD' },
    },
  ],
  ['on-ramp address', createOnrampUrl.response, { url: 'https://pay.example/?session=s1' }],
  [
    'on-ramp options with providers',
    getOnrampOptions.response,
    {
      ...onrampOptions,
      providers: [
        {
          id: 'meld',
          label: 'Meld.io',
          feeRange: '1-2%',
          networks: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
          paymentMethods: [{ id: 'card', min: '10.00', max: '7500.00' }],
        },
      ],
    },
  ],
  [
    'on-ramp purchase',
    getOnrampPurchase.response,
    {
      id: '0123456789abcdef0123456789abcdef',
      provider: 'meld',
      status: 'delivered',
      destination: person,
      network: 'eip155:1',
      purchaseAmount: { amount: '49.80', currency: 'DUSD' },
      hash: '0x5161',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:02:00.000Z',
    },
  ],
  [
    'sessions',
    getSessions.response,
    {
      pcis: [
        {
          project: { id: 'p1', name: 'Shop', url: 'https://shop.example', iconUrl: null },
          pci: '0b8c6f3e-0000-4000-8000-000000000001',
          expiry: 1798761600,
          createdAt: 1767225600,
          permissions: [],
          policies: [],
          context: null,
        },
      ],
    },
  ],
  ['failure', failure, { status: 'FAILED', reasons: [{ field: 'name', description: 'Taken.' }] }],
]

/** Example request bodies of other widgets of this protocol. */
const bodies: readonly (readonly [string, v.GenericSchema, unknown])[] = [
  ['prices', getFungiblePrice.body, { currency: 'usd', addresses: [ether] }],
  [
    'conversion',
    buildConvertTransaction.body,
    {
      amount: '1000000',
      from: dollar,
      to: ether,
      userAddress: `eip155:1:${person}`,
      eip155: { slippage: 1 },
    },
  ],
  [
    'registration',
    registerName.body,
    {
      coin_type: 60,
      address: person,
      signature: '0x5161',
      message: '{"name":"demo.reown.id","attributes":{},"timestamp":1767225600}',
    },
  ],
  [
    'on-ramp quote',
    getOnrampQuote.body,
    {
      purchaseCurrency: onrampOptions.purchaseCurrencies[0],
      paymentCurrency: onrampOptions.paymentCurrencies[0],
      amount: '50.00',
      network: 'ethereum-mainnet',
    },
  ],
  [
    'on-ramp address',
    createOnrampUrl.body,
    {
      destinationWallets: [{ address: person, blockchains: ['ethereum'], assets: ['USDC'] }],
      partnerUserId: 'visitor-1',
      defaultNetwork: 'ethereum',
      defaultExperience: 'buy',
      presetFiatAmount: 50,
    },
  ],
  [
    'revocation',
    revokeSession.body,
    { pci: '0b8c6f3e-0000-4000-8000-000000000001', signature: '0x5161' },
  ],
  [
    'event',
    sendEvent.body,
    {
      eventId: '0b8c6f3e-0000-4000-8000-000000000001',
      domain: 'shop.example',
      timestamp: 1767225600000,
      props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
    },
  ],
]

/** Copies of a value, each with one leaf replaced by an invalid value. */
function* spoiled(value: unknown, path = ''): Generator<readonly [string, unknown]> {
  if (typeof value !== 'object' || value === null) {
    yield [path, { unexpected: true }]
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    for (const [where, spoilt] of spoiled(inner, `${path}.${key}`)) {
      const copy = Array.isArray(value) ? [...value] : { ...value }
      Object.assign(copy, { [key]: spoilt })
      yield [where, copy]
    }
  }
}

/** Absent and null mean the same in a wallet. */
function withoutNulls(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, inner) => inner ?? undefined))
}

describe.each([
  ['response', answers],
  ['request', bodies],
] as const)('%s schemas', (_, examples) => {
  it.each(examples)('accepts the complete example of %s', (_, schema, example) => {
    const output = v.parse(schema, example)
    expect(withoutNulls(output)).toMatchObject(withoutNulls(example) as object)
  })

  it.each(examples)('rejects every invalid value in %s', (_, schema, example) => {
    const unnoticed = [...spoiled(example)]
      .filter(([, value]) => v.safeParse(schema, value).success)
      .map(([path]) => path)
    expect(unnoticed).toEqual([])
  })
})

describe('telemetry', () => {
  it('drops properties that are not allowed', () => {
    const output = v.parse(sendEvent.body, {
      eventId: '0b8c6f3e-0000-4000-8000-000000000001',
      url: 'https://shop.example/cart?email=ada@example.com#wc:1',
      domain: 'shop.example',
      timestamp: '2026-01-02T03:04:05.000Z',
      props: {
        type: 'error',
        event: 'API_ERROR',
        address: person,
        errorMessage: 'text',
        stackTrace: 'text',
        properties: { message: 'text', uri: 'wc:1', name: 'Fox' },
      },
    })
    expect(output).toEqual({
      eventId: '0b8c6f3e-0000-4000-8000-000000000001',
      url: 'https://shop.example/cart',
      domain: 'shop.example',
      timestamp: '2026-01-02T03:04:05.000Z',
      props: { type: 'error', event: 'API_ERROR', properties: { name: 'Fox' } },
    })
  })
})

describe('query fields', () => {
  it('have defaults and are parsed from text', () => {
    expect(v.parse(getWallets.query, { include: 'a,b,', search: ' fox ' })).toMatchObject({
      page: 1,
      entries: 40,
      include: ['a', 'b'],
      search: 'fox',
    })
    expect(v.parse(getAccountBalance.query, { currency: 'USD' })).toMatchObject({ currency: 'usd' })
  })

  it('limit the entries of a page, and accept unknown chains', () => {
    const query = { entries: '101', chains: 'ton:-239,eip155:1' }
    expect(v.parse(getWallets.query, query)).toMatchObject({
      entries: 100,
      chains: ['ton:-239', 'eip155:1'],
    })
  })

  it.each([
    [getWallets.query, { page: '0' }],
    [getWallets.query, { page: '1.5' }],
    [getWallets.query, { entries: '0' }],
    [getWallets.query, { include: 'a b' }],
    [getWallets.query, { sort: 'price' }],
    [getAccountBalance.query, { currency: 'eur' }],
    [getAccountBalance.query, { chainId: '1' }],
    [getMintImage.params, { chainId: 'eip155:1', mint: '../etc/passwd' }],
    [getConvertQuotes.query, { amount: '-1', from: dollar, to: ether }],
    [getConvertQuotes.query, { amount: '1.5', from: dollar, to: ether }],
    [getConvertQuotes.query, { amount: '1', from: person, to: ether }],
    [getGasPrice.query, {}],
    [getSessions.params, { account: person }],
    [getIdentity.params, { address: '../../etc/passwd' }],
    [getAvatarImage.params, { address: 'https://pictures.example/1.png' }],
    [getAccountNfts.query, {}],
    [getAccountNfts.query, { chainId: 'eip155:1', cursor: 'a'.repeat(513) }],
    [
      getNftImage.params,
      { chainId: 'eip155:1', standard: 'ERC20', contract: person, tokenId: '1' },
    ],
    [
      getNftImage.params,
      { chainId: 'eip155:1', standard: 'ERC721', contract: person, tokenId: '0x1' },
    ],
  ] as const)('reject invalid input %#', (schema, value) => {
    expect(v.safeParse(schema as v.GenericSchema, value).success).toBe(false)
  })
})
