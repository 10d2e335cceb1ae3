import { expect, test } from 'vitest'
import { grant, offerFor } from './grant.js'

const known = [1, 8453]
const wish = (chains: string[], methods: string[] = [], events: string[] = []) => ({
  eip155: { chains, methods, events },
})

test('offers what the wallet has and names what it has not', () => {
  const offer = offerFor(
    {
      required: {},
      optional: {
        ...wish(['eip155:1', 'eip155:10'], ['personal_sign', 'eth_sign'], ['chainChanged', 'x']),
        solana: { chains: ['solana:main'], methods: ['solana_signMessage'], events: [] },
      },
    },
    known,
  )
  expect(offer).toEqual({
    chains: [1],
    otherChains: ['Optimism', 'solana'],
    methods: ['personal_sign'],
    events: ['chainChanged'],
  })
})

test('understands a single chain as key', () => {
  const required = { 'eip155:8453': { methods: ['personal_sign'], events: [] } }
  expect(offerFor({ required, optional: {} }, known)).toMatchObject({ chains: [8453] })
})

test.each([
  [{ required: wish(['eip155:10']), optional: wish(['eip155:1']) }, 'Optimism'],
  [{ required: wish(['eip155:1'], ['eth_sign']), optional: {} }, 'eth_sign'],
  [{ required: {}, optional: wish(['eip155:10']) }, 'none of the networks'],
])('says what stands in the way %#', (wishes, words) => {
  expect(offerFor(wishes, known).obstacle).toContain(words)
})

test('grants one account on every chain of the offer', () => {
  const offer = { chains: [1, 8453], otherChains: [], methods: ['personal_sign'], events: [] }
  expect(grant(offer, '0xab')).toEqual({
    eip155: {
      chains: ['eip155:1', 'eip155:8453'],
      accounts: ['eip155:1:0xab', 'eip155:8453:0xab'],
      methods: ['personal_sign'],
      events: [],
    },
  })
})
