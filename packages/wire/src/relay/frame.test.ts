import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RelayFault } from './fault.js'
import {
  encodeRelayError,
  encodeRelayRequest,
  encodeRelayResult,
  parseRelayFrame,
  relayIdKey,
} from './frame.js'

const ids = fc.oneof(
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
  fc.maxSafeNat(),
  fc.stringMatching(/^[0-9]{1,19}$/),
)

const tagOf = (text: string) => {
  try {
    parseRelayFrame(text)
    return 'accepted'
  } catch (error) {
    return error instanceof RelayFault ? error.tag : String(error)
  }
}

describe('relay frame', () => {
  it('keeps every id exactly, also above 2^53', () => {
    fc.assert(
      fc.property(ids, fc.jsonValue(), (id, value) => {
        const result = JSON.parse(JSON.stringify(value))
        expect(parseRelayFrame(encodeRelayResult(id, value))).toEqual({
          kind: 'result',
          id,
          result,
        })
        const request = parseRelayFrame(encodeRelayRequest(id, 'irn_subscribe', { id: 1 }))
        expect(request).toMatchObject({ kind: 'request', id, method: 'irn_subscribe' })
      }),
    )
  })

  it('matches an id as text or as a number', () => {
    expect(relayIdKey('1700000000000000001')).toBe(relayIdKey(1700000000000000001n))
  })

  it('contains errors with and without a body', () => {
    const error = { code: 3000, message: 'no', data: 'OriginNotAllowed' }
    expect(parseRelayFrame(encodeRelayError(0, error))).toEqual({ kind: 'error', id: 0, error })
    expect(parseRelayFrame('{"id":1,"jsonrpc":"2.0","error":{}}')).toMatchObject({ error: {} })
  })

  it.each([
    ['not JSON', 'Serialization'],
    ['[]', 'Serialization'],
    ['{"id":1,"method":"x"}', 'InvalidJsonRpcVersion'],
    ['{"jsonrpc":"2.0","method":"x"}', 'InvalidRequestId'],
    ['{"id":-1,"jsonrpc":"2.0","method":"x"}', 'InvalidRequestId'],
    ['{"id":1.5,"jsonrpc":"2.0","method":"x"}', 'InvalidRequestId'],
    ['{"id":1e300,"jsonrpc":"2.0","method":"x"}', 'InvalidRequestId'],
    ['{"id":{},"jsonrpc":"2.0","method":"x"}', 'InvalidRequestId'],
    ['{"id":1,"jsonrpc":"2.0"}', 'InvalidMethod'],
  ])('is rejected when it is %s', (text, tag) => {
    expect(tagOf(text)).toBe(tag)
  })
})
