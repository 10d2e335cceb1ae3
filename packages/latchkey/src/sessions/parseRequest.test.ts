import { describe, expect, it } from 'vitest'
import type { PermissionRequest } from '../core/sessions/permissionRequest.js'
import { createSubscription } from './createSubscription.js'
import { parseRequest } from './parseRequest.js'

const now = 1_700_000_000_000
const publicKey = `0x04${'ab'.repeat(64)}` as const
const keys = [{ type: 'secp256k1', publicKey }]
const address = `0x${'12'.repeat(20)}`
const contractCall = {
  type: 'contract-call',
  data: {
    address,
    abi: [{ type: 'function', name: 'play', inputs: [{ type: 'uint256' }] }],
    functions: [
      {
        functionName: 'play',
        args: [{ operator: 'LESS_THAN', value: '0x05' }, null],
        valueLimit: '0x0',
        operation: 'Call',
      },
    ],
  },
}
const allowance = { allowance: '0x1', start: 1_700_000_000, period: 60 }
const request = {
  chainId: '0x2105',
  address,
  expiry: 1_700_000_100,
  signer: { type: 'keys', data: { keys } },
  permissions: [
    contractCall,
    { type: 'native-token-recurring-allowance', data: allowance },
    { type: 'erc20-recurring-allowance', data: { token: address, ...allowance } },
  ],
  policies: [{ type: 'call-limit', data: { count: 5 } }],
}
const withCall = (change: object) => ({
  permissions: [{ ...contractCall, data: { ...contractCall.data, ...change } }],
})
const withFunction = (change: object) =>
  withCall({ functions: [{ functionName: 'play', ...change }] })

describe('a request', () => {
  it('is returned unchanged when it is valid', () => {
    expect(parseRequest(request, now)).toEqual(request)
    const { address: _, ...least } = { ...request, policies: [] }
    expect(parseRequest(least, now)).toEqual(least)
  })

  it.each([
    ['chainId', { chainId: 8453 }],
    ['chainId', { chainId: '8453' }],
    ['chainId', { chainId: undefined }],
    ['address', { address: '0x12' }],
    ['expiry', { expiry: undefined }],
    ['expiry', { expiry: 1_700_000_000 }],
    ['expiry', { expiry: Number.POSITIVE_INFINITY }],
    ['expiry', { expiry: '1700000100' }],
    ['signer', { signer: { type: 'account', data: { keys } } }],
    ['signer', { signer: { type: 'keys', data: { keys: [] } } }],
    ['signer', { signer: { type: 'keys', data: { keys: [{ type: 'rsa', publicKey }] } } }],
    [
      'signer',
      { signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: '0x04' }] } } },
    ],
    ['permissions', { permissions: [] }],
    ['permissions', { permissions: undefined }],
    ['permissions', { permissions: [{ type: 'everything', data: {} }] }],
    ['permissions', { permissions: [{ type: 'toString', data: {} }] }],
    ['permissions', { permissions: [{ type: 'native-token-recurring-allowance', data: {} }] }],
    [
      'permissions',
      {
        permissions: [
          { type: 'native-token-recurring-allowance', data: { ...allowance, limit: '0x5' } },
        ],
      },
    ],
    ['permissions', withCall({ functions: [] })],
    ['permissions', withCall({ address: 'everywhere' })],
    ['permissions', withFunction({ operation: 'Create' })],
    ['permissions', withFunction({ valueLimit: -1 })],
    ['permissions', withFunction({ args: [{ operator: 'LIKE', value: '0x' }] })],
    ['delegate calls', withFunction({ operation: 'DelegateCall' })],
    ['policies', { policies: undefined }],
    ['policies', { policies: [{ type: 'call-limit' }] }],
    ['limit', { limit: 5 }],
  ])('is rejected for its %s: %j', (field, change) => {
    expect(() => parseRequest({ ...request, ...change }, now)).toThrow(
      expect.objectContaining({
        code: 'sessions/invalid-request',
        message: expect.stringContaining(field),
      }),
    )
  })

  it.each([undefined, null, 'grant', []])('is not read from %o', (value) => {
    expect(() => parseRequest(value, now)).toThrow(
      expect.objectContaining({ code: 'sessions/invalid-request' }),
    )
  })
})

describe('a subscription', () => {
  const expiry = Math.floor(Date.now() / 1_000) + 1_000_000
  const subscription = {
    chainId: '0x2105',
    asset: 'native',
    amount: 10n ** 16n,
    interval: '1w',
    signerPublicKey: publicKey,
    expiry,
  } as const

  it('is a recurring allowance that can be used at once, in seconds', () => {
    const before = Math.floor(Date.now() / 1_000)
    const created: PermissionRequest = createSubscription(subscription)
    expect(created).toMatchObject({
      chainId: '0x2105',
      expiry,
      signer: { type: 'keys', data: { keys } },
      permissions: [
        {
          type: 'native-token-recurring-allowance',
          data: { allowance: '0x2386f26fc10000', period: 604_800 },
        },
      ],
    })
    const [start = 0] = created.permissions.map(({ data }) => ('start' in data ? data.start : 0))
    expect(start).toBeGreaterThanOrEqual(before - 3_600)
    expect(start).toBeLessThanOrEqual(Date.now() / 1_000 - 3_600)
  })

  it.each([
    { asset: 'USDC' },
    { amount: 0n },
    { amount: '10' },
    { interval: '1y' },
    { signerPublicKey: '0x' },
    { expiry: 1 },
  ])('is rejected with %o', (change) => {
    expect(() => createSubscription({ ...subscription, ...change } as never)).toThrow(
      expect.objectContaining({ code: 'sessions/invalid-request' }),
    )
  })
})
