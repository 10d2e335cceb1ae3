import { addressPlaceholder } from '@latchkey/wire/frame/siwxMessage'
import { parseSiwxMessage } from '@latchkey/wire/siwx'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { siwxAccounts } from '../../fixtures/siwxAccounts.js'
import { createMessenger, type MessengerOptions } from './createMessenger.js'

const now = new Date('2026-03-01T12:00:00Z')
const account = {
  accountAddress: '0x742d35Cc6634C0532925a3b844Bc9e7595f2bD3e',
  chainId: 'eip155:1',
} as const

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  vi.stubGlobal('location', new URL('https://shop.example:8443/cart?item=7#top'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a message', () => {
  test('is for this page, with a random nonce, and expires in seven days', async () => {
    const message = await createMessenger().createMessage(account)
    expect({ ...message }).toEqual({
      ...account,
      domain: 'shop.example:8443',
      uri: 'https://shop.example:8443/cart?item=7',
      version: '1',
      nonce: expect.stringMatching(/^[a-zA-Z0-9]{22}$/),
      issuedAt: '2026-03-01T12:00:00.000Z',
      expirationTime: '2026-03-08T12:00:00.000Z',
    })
    expect(parseSiwxMessage(message.toString())).toEqual({ ...message })
    const other = await createMessenger().createMessage(account)
    expect(other.nonce).not.toBe(message.nonce)
  })

  test.each(siwxAccounts)('of $chainId can be parsed', async ({ chainId, accountAddress }) => {
    const message = await createMessenger().createMessage({ chainId, accountAddress })
    expect(parseSiwxMessage(message.toString())).toMatchObject({ chainId, accountAddress })
  })

  test('has the fields of the options', async () => {
    const messenger = createMessenger({
      domain: 'shop.example',
      uri: 'https://shop.example/login',
      statement: 'Sign in to the shop.',
      resources: ['https://shop.example/terms'],
      expiration: 60_000,
      getNonce: async ({ chainId }) => `nonce${chainId.replace(':', '')}`,
      getRequestId: () => 'order-7',
      clearChainIdNamespace: true,
    })
    const notBefore = '2026-03-01T11:00:00Z'
    const message = await messenger.createMessage({ ...account, notBefore, nonce: 'fromStorage' })
    expect(message.toString()).toBe(
      [
        'shop.example wants you to sign in with your Ethereum account:',
        account.accountAddress,
        '',
        'Sign in to the shop.',
        '',
        'URI: https://shop.example/login',
        'Version: 1',
        'Chain ID: 1',
        'Nonce: nonceeip1551',
        'Issued At: 2026-03-01T12:00:00.000Z',
        'Expiration Time: 2026-03-01T12:01:00.000Z',
        'Not Before: 2026-03-01T11:00:00Z',
        'Request ID: order-7',
        'Resources:',
        '- https://shop.example/terms',
      ].join('\n'),
    )
    expect(messenger.domain).toBe('shop.example')
  })

  test('has the nonce of the storage unless the site gives one', async () => {
    const nonce = 'fromStorage'
    const message = await createMessenger().createMessage({ ...account, nonce })
    expect(message.nonce).toBe(nonce)
  })

  test('has no expiration time when it never expires', async () => {
    const messenger = createMessenger({ expiration: Number.POSITIVE_INFINITY })
    expect(await messenger.createMessage(account)).not.toHaveProperty('expirationTime')
  })

  test('is created for an account that is not known yet', async () => {
    const message = await createMessenger().createMessage({
      ...account,
      accountAddress: addressPlaceholder,
    })
    expect(message.toString()).toContain(`account:\n${addressPlaceholder}\n`)
  })

  test('has the origin as its URI when the URL is too long for the login frame', async () => {
    vi.stubGlobal('location', new URL(`https://shop.example/?${'a'.repeat(3_000)}`))
    const message = await createMessenger().createMessage(account)
    expect(message.uri).toBe('https://shop.example')
  })

  test('never contains the credentials of the URL', async () => {
    vi.stubGlobal('location', new URL('https://me:secret@shop.example/cart'))
    const message = await createMessenger().createMessage(account)
    expect(message.toString()).not.toContain('secret')
  })

  test('can be cloned, and its text is not one of its fields', async () => {
    const message = await createMessenger().createMessage(account)
    expect(structuredClone({ ...message })).toEqual({ ...message })
    expect(Object.keys(message)).not.toContain('toString')
  })
})

describe('a messenger', () => {
  test.each<[string, MessengerOptions]>([
    ['an expiration of 0', { expiration: 0 }],
    ['an expiration that is not a number', { expiration: Number.NaN }],
    ['a chain id with its namespace', { clearChainIdNamespace: false as never }],
  ])('is rejected with %s', (_, options) => {
    expect(() => createMessenger(options)).toThrow(
      expect.objectContaining({ code: 'config/invalid-option' }),
    )
  })

  test.each<[string, MessengerOptions]>([
    ['fields in the statement', { statement: 'a\n\nURI: https://evil.example' }],
    ['a text-direction character', { statement: 'Sign\u202e in' }],
    ['a short nonce', { getNonce: () => 'short' }],
    ['a line break in the nonce', { getNonce: () => 'nonce1234\nIssued At: now' }],
    ['a line break in the request id', { getRequestId: () => 'a\nResources:' }],
    ['a resource of two lines', { resources: ['https://a.example\n- https://b.example'] }],
    ['a look-alike domain', { domain: 'ѕhop.example' }],
    ['an empty domain', { domain: '' }],
  ])('creates no message with %s', async (_, options) => {
    expect(await createMessenger().createMessage(account)).toBeDefined()
    await expect(createMessenger(options).createMessage(account)).rejects.toMatchObject({
      code: 'config/invalid-option',
    })
  })

  test('touches nothing of the page until it creates a message', () => {
    vi.stubGlobal('location', undefined)
    expect(createMessenger().domain).toBeUndefined()
  })
})
