import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../../testing/manualClock.js'
import { createAvailability } from '../availability.js'
import type { OnrampDriver } from '../OnrampDriver.js'
import { ServiceError } from '../ServiceError.js'
import { base, clientAddress, newOrder, order, quoteRequest } from './onramp.fixture.js'
import {
  type StandIn,
  type StandInRequest,
  type StandInResponse,
  startStandIn,
} from './standIn.fixture.js'

/** What every driver of a hosted service does for every response of the service. */
export function testHostedDriver(
  name: string,
  parts: {
    readonly create: (standIn: StandIn) => OnrampDriver
    /** The service's normal responses, and its rejection of a request. */
    readonly respond: (request: StandInRequest) => StandInResponse
    readonly rejection: StandInResponse
  },
): void {
  describe(`the ${name} driver`, () => {
    let standIn: StandIn
    let driver: OnrampDriver
    beforeAll(async () => {
      standIn = await startStandIn()
    })
    afterAll(() => standIn?.stop())
    beforeEach(() => {
      standIn.respond = parts.respond
      standIn.requests.length = 0
      driver = parts.create(standIn)
    })

    const signal = new AbortController().signal
    const origin = { publicUrl: 'https://provider.example', clientAddress, signal }
    const calls: readonly [string, () => Promise<unknown>][] = [
      ['check', () => driver.check(signal)],
      ['quote', () => driver.quote(quoteRequest, signal)],
      ['open', () => driver.open(newOrder, origin)],
      ['read', async () => driver.read?.(order, signal)],
    ]

    it.each(calls)('%s succeeds', async (_, call) => {
      await call()
      expect(standIn.requests.length).toBeGreaterThan(0)
    })

    it('delivers on mainnets only', () => {
      expect(driver.delivers(base)).toBe(true)
      expect(driver.delivers({ ...base, isTestnet: true })).toBe(false)
    })

    it('sells in both ways', () => {
      expect(driver.methods).toEqual(['card', 'ach_bank_account'])
    })

    it('opens an encrypted checkout', async () => {
      const { url, purchaseId } = await driver.open(newOrder, origin)
      expect(url).toMatch(/^https:\/\//)
      // The order's own id identifies the purchase.
      expect(purchaseId).toBeUndefined()
    })

    it('reports a delivered order with amount and transaction', async () => {
      expect(await driver.read?.(order, signal)).toEqual({
        status: 'delivered',
        amount: expect.stringMatching(/^96\.\d+$/),
        hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      })
    })

    it('has no quote for a purchase the service refuses', async () => {
      standIn.respond = (request) =>
        request.path.endsWith('/quote') ? parts.rejection : parts.respond(request)
      expect(await driver.quote(quoteRequest, signal)).toBeUndefined()
    })

    it('says when the service refuses a checkout', async () => {
      standIn.respond = (request) =>
        request.method === 'POST' ? parts.rejection : parts.respond(request)
      await expect(driver.open(newOrder, origin)).rejects.toMatchObject({ kind: 'refused' })
    })

    it.each<[string, StandInResponse, number | undefined]>([
      ['limits its rate', { status: 429, headers: { 'retry-after': '30' } }, 30_000],
      ['rejects the key', { status: 401, body: {} }, undefined],
      ['forbids the call', { status: 403, body: {} }, undefined],
      ['fails', { status: 500, body: 'oops' }, undefined],
      ['is being maintained', { status: 503, headers: { 'retry-after': 'soon' } }, undefined],
      ['redirects', { status: 302, headers: { location: 'https://evil.example' } }, undefined],
      ['sends no JSON', { body: '<html>' }, undefined],
      ['sends an empty object', { body: {} }, undefined],
      ['sends a list', { body: [1, null, 'x'] }, undefined],
      ['sends nulls', { body: { token: null, quotes: [null], transactions: [null] } }, undefined],
    ])('is unavailable while the service %s', async (_, response, retryAfter) => {
      standIn.respond = () => response
      for (const [, call] of calls) {
        const error = await call().then(
          () => undefined,
          (reason: unknown) => reason,
        )
        expect(error).toBeInstanceOf(ServiceError)
        expect(error).toMatchObject({ kind: 'unavailable', retryAfter })
      }
    })

    it('is not waited for when the service is silent', async () => {
      standIn.respond = () => ({ isSilent: true })
      const clock = createManualClock()
      const availability = createAvailability(clock)
      const offered = availability.filter([driver], signal)
      await expect.poll(() => standIn.requests.length).toBeGreaterThan(0)
      clock.advance(6_000)
      expect(await offered).toEqual([])
      // Still not offered, and not asked again, until the pause is over.
      standIn.requests.length = 0
      expect(await availability.filter([driver], signal)).toEqual([])
      expect(standIn.requests).toEqual([])
      standIn.respond = parts.respond
      clock.advance(20_000)
      expect(await availability.filter([driver], signal)).toEqual([driver])
    })

    it('sends its secret only in a header', async () => {
      for (const [, call] of calls) await call()
      for (const { headers, path, query, body } of standIn.requests) {
        const { authorization = '' } = headers
        expect(authorization.length).toBeGreaterThan(10)
        const rest = `${path} ${query} ${JSON.stringify(body)}`
        expect(rest).not.toContain(authorization.split(' ')[1])
      }
    })
  })
}
