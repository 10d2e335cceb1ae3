import { addressPlaceholder } from '@latchkey/wire/frame/siwxMessage'
import { formatSiwxMessage, type SiwxMessage } from '@latchkey/wire/siwx'
import { describe, expect, it } from 'vitest'
import { createSignInWidget } from '../../../../fixtures/signInWidget.js'
import { createSignInMessage } from './createSignInMessage.js'

const input = { accountAddress: '0xA1', chainId: 'eip155:1' } as const

/** Creates a message with changed fields, or another text, on `https://site.test`. */
function create(
  fields: Partial<SiwxMessage>,
  toText?: (message: SiwxMessage) => unknown,
  given: Parameters<typeof createSignInMessage>[1] = input,
) {
  const { widget, siwx } = createSignInWidget()
  siwx.behaviour.fields = fields
  if (toText) {
    const { createMessage } = siwx
    siwx.createMessage = async (one) => {
      const message = await createMessage(one)
      return Object.defineProperty({ ...message }, 'toString', { value: () => toText(message) })
    }
  }
  return createSignInMessage(widget, given)
}

describe('accepts', () => {
  it('a message with all fields', async () => {
    const message = await create({
      statement: 'Sign in to the shop.',
      expirationTime: '2023-11-15T22:13:20Z',
      notBefore: '2023-11-14T22:13:20Z',
      requestId: 'r1',
      resources: ['https://site.test/terms'],
      scheme: 'https',
    })
    expect(message.toString()).toBe(formatSiwxMessage(message))
  })

  it('a message for an account that is not known yet', async () => {
    const given = { ...input, accountAddress: addressPlaceholder }
    const message = await create({}, undefined, given)
    expect(message.toString()).toContain(addressPlaceholder)
  })

  it('a text in a format of the site', async () => {
    const message = await create(
      {},
      ({ accountAddress, domain, uri, nonce }) =>
        `Welcome to ${domain} (${uri}), ${accountAddress}! ${nonce}`,
    )
    expect(message.toString()).toContain('Welcome')
  })
})

describe('rejects', () => {
  it.each<[string, Partial<SiwxMessage>]>([
    ['domain', { domain: 'evil.test' }],
    ['domain', { domain: 'site.test.evil.test' }],
    ['domain', { domain: 'sіte.test' }],
    ['domain', { domain: 'SITE.test' }],
    ['domain', { scheme: 'http' }],
    ['uri', { uri: 'https://evil.test/' }],
    ['uri', { uri: 'https://site.test@evil.test/' }],
    ['uri', { uri: 'http://site.test/' }],
    ['uri', { uri: 'https://site.test:8443/' }],
    ['uri', { uri: 'javascript:alert(1)' }],
    ['address', { accountAddress: '0xB2' }],
    ['address', { accountAddress: '0xa1' }],
    ['chain', { chainId: 'eip155:8453' }],
    ['version', { version: '2' }],
    ['nonce', { nonce: 'short' }],
    ['nonce', { nonce: 'nonce-1000' }],
    ['nonce', { nonce: 'nonce1000\nChain ID: 2' }],
    ['statement', { statement: 'Hello\nURI: https://evil.test' }],
    ['statement', { statement: 'Hello\r\n' }],
    ['text', { requestId: 'r1\nResources:\n- https://evil.test' }],
    ['text', { resources: ['https://site.test\n- https://evil.test'] }],
    ['times', { expirationTime: '2023-11-14T22:13:20Z' }],
    ['times', { expirationTime: 'never' }],
    ['times', { notBefore: '2023-11-14T22:13:21Z' }],
    ['times', { issuedAt: '2023-11-14T22:18:21Z' }],
    ['times', { issuedAt: '14 November 2023' }],
    ['times', { issuedAt: '2023-11-14T22:15:00Z', expirationTime: '2023-11-14T22:14:00Z' }],
  ])('a wrong %s: %j', async (field, fields) => {
    await expect(create(fields)).rejects.toMatchObject({ code: 'siwx/invalid-message', field })
  })

  it.each<[string, (message: SiwxMessage) => unknown]>([
    ['of another domain', (one) => formatSiwxMessage({ ...one, domain: 'evil.test' })],
    ['of another address', (one) => formatSiwxMessage({ ...one, accountAddress: '0xB2' })],
    ['with another nonce', (one) => formatSiwxMessage({ ...one, nonce: 'otherNonce' })],
    ['with a statement that is not shown', (one) => formatSiwxMessage({ ...one, statement: 'Hi' })],
    [
      'that expires later',
      (one) => formatSiwxMessage({ ...one, expirationTime: '2033-11-14T22:13:20Z' }),
    ],
    [
      'with further permissions',
      (one) => formatSiwxMessage({ ...one, resources: ['urn:recap:x'] }),
    ],
    ['without the fields', () => 'Please sign'],
    ['that is not a string', () => 7],
  ])('a text %s', async (_, toText) => {
    await expect(create({}, toText)).rejects.toMatchObject({ field: 'text' })
  })

  it('a text whose domain is only in the statement', async () => {
    const creating = create({}, (one) =>
      formatSiwxMessage({ ...one, domain: 'evil.test', statement: 'site.test' }),
    )
    await expect(creating).rejects.toMatchObject({ field: 'text' })
  })
})

it('rejects on sites without sign-in', async () => {
  const { widget } = createSignInWidget({ options: { siwx: undefined } })
  await expect(createSignInMessage(widget, input)).rejects.toMatchObject({
    code: 'siwx/not-configured',
  })
})
