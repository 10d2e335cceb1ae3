import { expect } from 'vitest'
import type { TestApi } from '../../testing/apiFixture.js'

export const testCard = { number: '4242 4242 4242 4242', expiry: '12/49', code: '123' }

type Opened = { readonly session: string; readonly purchaseId: string }

/** A buyer in the sandbox's checkout. */
export function createBuyer(api: TestApi) {
  const look = (session: string, at = api) =>
    at.get('/onramp/checkout', { query: { session }, projectId: null, origin: null })

  function step(session: string, fields: Record<string, string>, at = api) {
    return at.send('POST', '/onramp/checkout', new URLSearchParams(fields).toString(), {
      query: { session },
      projectId: null,
      origin: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  }

  return {
    look,
    step,
    async open(address: string, more: Record<string, unknown> = {}): Promise<Opened> {
      const answer = await api.post('/v1/generators/onrampurl', {
        destinationWallets: [{ address, blockchains: [], assets: ['USDC'] }],
        presetFiatAmount: 50,
        ...more,
      })
      expect(answer.status, answer.text).toBe(200)
      const { url, purchaseId } = answer.json
      return { session: new URL(url).searchParams.get('session') ?? '', purchaseId }
    },
    async pay(session: string, at = api, card = testCard) {
      const { text } = await look(session)
      const quote = /name="quote" value="([0-9a-f]{32})"/.exec(text)?.[1] ?? ''
      return step(session, { step: 'pay', quote, ...card }, at)
    },
    async status(purchaseId: string, at = api): Promise<string> {
      return (await at.get(`/v1/onramp/purchases/${purchaseId}`)).json.status
    },
  }
}
