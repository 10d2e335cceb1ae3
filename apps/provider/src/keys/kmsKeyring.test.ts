import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOutbound } from '../outbound/createOutbound.js'
import { type FakeKms, kmsAccount, startFakeKms } from '../testing/fakeKms.js'
import { describeKeyring } from './keyring.contract.js'
import { createKmsKeyring } from './kmsKeyring.js'

const context = 'latchkey recovery share v1 account device'
const first = '11111111-1111-1111-1111-111111111111'
const second = '22222222-2222-2222-2222-222222222222'
let kms: FakeKms

beforeEach(async () => {
  kms = await startFakeKms([first, second])
})
afterEach(() => kms.stop())

function open(keyId = first, previousKeyIds: readonly string[] = [], credentials = kmsAccount) {
  return createKmsKeyring({
    endpoint: kms.url,
    region: kmsAccount.region,
    keyId,
    previousKeyIds,
    credentials: () => credentials,
    outbound: createOutbound({ allowPrivate: [kms.url] }),
  })
}

describeKeyring('KMS', async () => ({
  keyring: open(),
  rotate: async () => open(second, [first]),
}))

describe('the KMS keyring and the service', () => {
  it('re-encrypts a share without its plaintext', async () => {
    const old = await open().seal(Buffer.from('share'), context)
    const moved = await open(second, [first]).reseal(old, context)
    expect(moved.keyId).toBe(`kms:${second}`)
    expect(kms.calls).toEqual(['Encrypt', 'ReEncrypt'])
  })

  it('accepts a key by its ARN', async () => {
    const arn = `arn:aws:kms:${kmsAccount.region}:111122223333:key/${first}`
    const sealed = await open(arn).seal(Buffer.from('share'), context)
    expect(sealed.keyId).toBe(`kms:${arn}`)
    expect((await open(arn).open(sealed, context)).toString()).toBe('share')
  })

  it.each([
    ['secretAccessKey', { secretAccessKey: 'wrong' }],
    ['accessKeyId', { accessKeyId: 'AKIAWRONG' }],
    ['sessionToken', { sessionToken: 'old' }],
  ])('is denied with a wrong %s', async (_, wrong) => {
    const keyring = open(first, [], { ...kmsAccount, ...wrong })
    await expect(keyring.seal(Buffer.from('share'), context)).rejects.toMatchObject({
      name: 'KeyringError',
      code: 'denied',
    })
  })

  it('is denied by a disabled key', async () => {
    const keyring = open()
    const sealed = await keyring.seal(Buffer.from('share'), context)
    kms.disable(first)
    await expect(keyring.open(sealed, context)).rejects.toMatchObject({ code: 'denied' })
  })

  const error = (type: string) => JSON.stringify({ __type: type, message: 'no' })
  it.each([
    ['AccessDeniedException', 400, error('AccessDeniedException'), 'denied'],
    ['a type with its namespace', 400, error('com.amazonaws.kms#ThrottlingException'), 'limited'],
    ['ThrottlingException', 400, error('ThrottlingException'), 'limited'],
    ['InvalidCiphertextException', 400, error('InvalidCiphertextException'), 'not-authentic'],
    ['IncorrectKeyException', 400, error('IncorrectKeyException'), 'not-authentic'],
    ['NotFoundException', 400, error('NotFoundException'), 'key-unknown'],
    ['KMSInvalidStateException', 400, error('KMSInvalidStateException'), 'denied'],
    ['KMSInternalException', 500, error('KMSInternalException'), 'unavailable'],
    ['DependencyTimeoutException', 503, error('DependencyTimeoutException'), 'unavailable'],
    ['a server error that is not JSON', 502, '<html>', 'unavailable'],
    ['a client error that is not JSON', 400, '<html>', 'bad-response'],
    ['a client error without a type', 400, '{}', 'bad-response'],
    ['a response that is not JSON', 200, 'no', 'bad-response'],
    ['a response without plaintext', 200, '{}', 'bad-response'],
    [
      'a response of another key',
      200,
      JSON.stringify({ Plaintext: 'AA==', KeyId: second }),
      'bad-response',
    ],
    ['a response that is too long', 200, 'x'.repeat(40_000), 'bad-response'],
  ])('turns %s into a typed error', async (_, status, body, code) => {
    const keyring = open()
    const sealed = await keyring.seal(Buffer.from('share'), context)
    kms.fail(status, body)
    await expect(keyring.open(sealed, context)).rejects.toMatchObject({
      name: 'KeyringError',
      code,
    })
  })

  it('reads the type from its header as well', async () => {
    kms.fail(400, '{}', {
      headers: { 'x-amzn-errortype': 'ThrottlingException:http://internal/' },
    })
    await expect(open().seal(Buffer.from('share'), context)).rejects.toMatchObject({
      code: 'limited',
    })
  })

  it('is unavailable without a response', async () => {
    const keyring = open()
    await kms.stop()
    await expect(keyring.seal(Buffer.from('share'), context)).rejects.toMatchObject({
      code: 'unavailable',
    })
    kms = await startFakeKms([])
  })
})
