import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  createPayRequest,
  parsePayAsset,
  parsePayResponse,
  payMethods,
  requestPay,
  toPayAsset,
} from './pay.js'

const token = '0x3333333333333333333333333333333333333333'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const order = {
  exchangeId: 'reown_test',
  asset: 'eip155:84532/slip44:60',
  amount: '0.01',
  recipient: 'eip155:84532:0x1111111111111111111111111111111111111111',
} as const
const accepts = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success

describe('asset ids', () => {
  it.each([
    ['eip155:1', undefined, 'eip155:1/slip44:60'],
    ['eip155:56', undefined, 'eip155:56/slip44:714'],
    ['eip155:204', undefined, 'eip155:204/slip44:714'],
    ['eip155:1', token, `eip155:1/erc20:${token}`],
    [solana, undefined, `${solana}/slip44:501`],
    [solana, mint, `${solana}/token:${mint}`],
  ] as const)('on %s of %s is %s, both ways', (networkId, address, id) => {
    expect(toPayAsset(networkId, address)).toBe(id)
    expect(parsePayAsset(id)).toEqual({ networkId, address })
  })

  it.each([
    'eip155:1',
    'eip155:1/slip44:501',
    'eip155:56/slip44:60',
    'eip155:1/slip44:060',
    'eip155:1/erc20:0x33',
    `eip155:1/token:${token}`,
    `eip155:1/erc20:${mint}`,
    `eip155:1/erc20:${token}/1`,
    `eip155:1/erc20:${token}:1`,
    `eip155:1/erc721:${token}`,
    `${solana}/slip44:60`,
    `${solana}/token:${token}`,
    'bip122:000000000019d6689c085ae165831e93/slip44:0',
    '/slip44:60',
    7,
    null,
  ])('rejects %s', (id) => expect(parsePayAsset(id)).toBeUndefined())
})

describe('params', () => {
  it.each([
    ['reown_getExchanges', { page: 0 }],
    ['reown_getExchanges', { page: 1, asset: order.asset, amount: '5', includeOnly: ['a'] }],
    ['reown_getExchangePayUrl', { ...order, projectId: 'p1', st: 'x', sv: 'y' }],
    ['reown_getExchangeBuyStatus', { exchangeId: 'reown_test', sessionId: 's1' }],
  ] as const)('of %s are accepted', (method, params) => {
    expect(accepts(payMethods[method].params, params)).toBe(true)
  })

  it.each([
    ['reown_getExchanges', {}],
    ['reown_getExchanges', { page: -1 }],
    ['reown_getExchanges', { page: 0.5 }],
    ['reown_getExchanges', { page: '0' }],
    ['reown_getExchanges', { page: 0, includeOnly: ['a'], exclude: ['b'] }],
    ['reown_getExchanges', { page: 0, exclude: ['a b'] }],
    ['reown_getExchangePayUrl', { ...order, amount: 0.01 }],
    ['reown_getExchangePayUrl', { ...order, amount: '0x10' }],
    ['reown_getExchangePayUrl', { ...order, amount: '-1' }],
    ['reown_getExchangePayUrl', { ...order, amount: '1e3' }],
    ['reown_getExchangePayUrl', { ...order, amount: '0.00' }],
    ['reown_getExchangePayUrl', { ...order, amount: '' }],
    ['reown_getExchangePayUrl', { ...order, asset: 'eip155:1/slip44:60' }],
    ['reown_getExchangePayUrl', { ...order, recipient: order.recipient.slice(13) }],
    ['reown_getExchangeBuyStatus', { exchangeId: 'reown_test', sessionId: 'a'.repeat(51) }],
    ['reown_getExchangeBuyStatus', { exchangeId: 'reown_test', sessionId: "' or 1" }],
  ] as const)('of %s reject %j', (method, params) => {
    expect(accepts(payMethods[method].params, params)).toBe(false)
  })
})

describe('responses', () => {
  const parse = (method: keyof typeof payMethods, answer: unknown) => {
    const parsed = v.safeParse(requestPay.response, answer)
    return parsed.success ? parsePayResponse(method, parsed.output) : undefined
  }
  const result = (value: unknown) => ({ jsonrpc: '2.0', id: 1, result: value })

  it('are results or errors', () => {
    const exchanges = [{ id: 'reown_test', name: 'Test', imageUrl: null }]
    expect(parse('reown_getExchanges', result({ exchanges, total: 1 }))).toEqual({
      result: { exchanges, total: 1 },
    })
    const status = { status: 'SUCCESS', txHash: `0x${'a'.repeat(64)}` }
    expect(parse('reown_getExchangeBuyStatus', result(status))).toEqual({ result: status })
    const error = { code: -7, message: 'Asset is not supported' }
    expect(parse('reown_getExchangePayUrl', { jsonrpc: '2.0', id: 1, error })).toEqual({ error })
  })

  it.each([
    ['reown_getExchangePayUrl', result({ url: 'javascript:alert(1)', sessionId: 's1' })],
    ['reown_getExchangePayUrl', result({ url: 'https://exchange.example' })],
    ['reown_getExchangePayUrl', { ...result({ url: 'https://a.example', sessionId: 's' }), id: 2 }],
    ['reown_getExchanges', result({ exchanges: [{ id: 'a', name: 'A' }], total: 1 })],
    [
      'reown_getExchanges',
      result({ exchanges: [{ id: 'a', name: 'A', imageUrl: 'javascript:1' }], total: 1 }),
    ],
    ['reown_getExchangeBuyStatus', result({ status: 'DONE' })],
    ['reown_getExchangeBuyStatus', result({ status: 'SUCCESS', txHash: '<b>' })],
    ['reown_getExchangeBuyStatus', result(null)],
    ['reown_getExchangeBuyStatus', { jsonrpc: '2.0', id: 1, error: 'no' }],
    ['reown_getExchangeBuyStatus', { jsonrpc: '2.0', id: 1 }],
  ] as const)('of %s reject %j', (method, answer) => {
    expect(parse(method, answer)).toBeUndefined()
  })
})

it('creates requests that fit the endpoint', () => {
  const request = createPayRequest('reown_getExchangePayUrl', order)
  expect(v.parse(requestPay.body, request)).toEqual(request)
})
