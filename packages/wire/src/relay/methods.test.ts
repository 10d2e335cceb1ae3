import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RelayFault } from './fault.js'
import { parseDelivery, parseMailbox, parseRelayCall } from './methods.js'

const topic = 'ab'.repeat(32)
const tagOf = (method: string, params: unknown) => {
  try {
    parseRelayCall(method, params)
    return 'accepted'
  } catch (error) {
    return error instanceof RelayFault ? error.tag : String(error)
  }
}

describe('relay call', () => {
  it('drops analytics fields', () => {
    const call = parseRelayCall('irn_publish', {
      topic,
      message: 'AA==',
      ttl: 300,
      tag: 1108,
      prompt: true,
      attestation: '',
      tvf: { rpcMethods: ['personal_sign'] },
      correlationId: 1,
    })
    expect(call.params).toEqual({
      topic,
      message: 'AA==',
      ttl: 300,
      tag: 1108,
      prompt: true,
      attestation: '',
    })
  })

  it('keeps an absent attestation absent', () => {
    const params = { topic, message: 'AA==', ttl: 1, tag: 0 }
    expect(parseRelayCall('irn_publish', params).params).not.toHaveProperty('attestation')
  })

  it('accepts compound calls and older method names', () => {
    expect(
      parseRelayCall('wc_proposeSession', { pairingTopic: topic, sessionProposal: 'AA==' }).params,
    ).toMatchObject({ ttl: 300 })
    expect(parseRelayCall('iridium_subscribe', { topic }).method).toBe('irn_subscribe')
    expect(parseRelayCall('irn_batchSubscribeBlocking', { topics: [topic] }).method).toBe(
      'irn_batchSubscribe',
    )
    const receipts = [{ topic, message_id: topic }]
    expect(parseRelayCall('irn_batchReceive', { receipts }).params).toEqual({
      receipts: [{ topic, messageId: topic }],
    })
  })

  it.each([
    ['irn_other', {}, 'InvalidMethod'],
    ['constructor', {}, 'InvalidMethod'],
    ['irn_subscribe', undefined, 'InvalidParams'],
    ['irn_subscribe', { topic: topic.toUpperCase() }, 'InvalidTopic'],
    ['irn_subscribe', { topic: `${topic}0` }, 'InvalidTopic'],
    ['irn_publish', { topic, ttl: 1 }, 'InvalidParams'],
    ['irn_publish', { topic, message: 'A', ttl: 1.5 }, 'InvalidTtl'],
    ['irn_publish', { topic, message: 'A', ttl: 0 }, 'TtlTooShort'],
    ['irn_publish', { topic, message: 'A', ttl: 1e9 }, 'TtlTooLong'],
    ['irn_publish', { topic, message: 'A', ttl: 1, tag: -1 }, 'InvalidParams'],
    ['irn_publish', { topic, message: 'A', ttl: 1, attestation: 1 }, 'InvalidParams'],
    ['irn_batchSubscribe', { topics: [] }, 'BatchEmpty'],
    ['irn_batchSubscribe', { topics: Array(501).fill(topic) }, 'BatchLimitExceeded'],
  ])('rejects %s %j', (method, params, tag) => {
    expect(tagOf(method, params)).toBe(tag)
  })

  it('always names the reason of an error', () => {
    const methods = ['irn_publish', 'irn_batchReceive', 'wc_approveSession', 'irn_batchUnsubscribe']
    fc.assert(
      fc.property(fc.constantFrom(...methods), fc.jsonValue(), (method, params) => {
        expect(tagOf(method, params)).toMatch(/^[A-Z][A-Za-z]+$/)
      }),
    )
  })
})

describe('relay delivery', () => {
  it('is rejected when one field is invalid', () => {
    const data = { topic, message: 'AA==', publishedAt: 5, tag: 1100, attestation: '' }
    expect(parseDelivery({ id: 's', data })).toEqual({ id: 's', data })
    expect(parseDelivery({ id: 's', data: { ...data, topic: 'x' } })).toBeUndefined()
    expect(parseMailbox({ messages: [data], hasMore: true })).toEqual({
      messages: [data],
      hasMore: true,
    })
    expect(parseMailbox({ messages: [data, {}] })).toBeUndefined()
    expect(parseMailbox([])).toBeUndefined()
  })
})
