import { expect, test } from 'vitest'
import { grant, offerFor } from './grant.js'

const known = [
  { namespace: 'eip155', chains: ['eip155:1', 'eip155:8453'], methods: ['personal_sign'] },
  { namespace: 'bip122', chains: ['bip122:main'], methods: ['signPsbt'] },
]
const transaction = (chains: string[], methods: string[] = [], events: string[] = []) => ({
  eip155: { chains, methods, events },
})

test('offers what the wallet supports and names what it lacks', () => {
  const offer = offerFor(
    {
      required: {},
      optional: {
        ...transaction(
          ['eip155:1', 'eip155:10'],
          ['personal_sign', 'eth_sign'],
          ['chainChanged', 'x'],
        ),
        solana: { chains: ['solana:main'], methods: ['solana_signMessage'], events: [] },
      },
    },
    known,
  )
  expect(offer).toEqual({
    namespaces: [
      {
        namespace: 'eip155',
        chains: ['eip155:1'],
        methods: ['personal_sign'],
        events: ['chainChanged'],
      },
    ],
    otherChains: ['Optimism', 'Solana'],
  })
})

test('accepts a single chain as a key', () => {
  const required = { 'eip155:8453': { methods: ['personal_sign'], events: [] } }
  expect(offerFor({ required, optional: {} }, known)).toMatchObject({
    namespaces: [{ chains: ['eip155:8453'] }],
  })
})

test.each([
  [{ required: transaction(['eip155:10']), optional: transaction(['eip155:1']) }, 'Optimism'],
  [{ required: transaction(['eip155:1'], ['eth_sign']), optional: {} }, 'eth_sign'],
  [{ required: {}, optional: transaction(['eip155:10']) }, 'none of the networks'],
])('says what stands in the way %#', (proposed, description) => {
  expect(offerFor(proposed, known).obstacle).toContain(description)
})

test('grants the addresses of every chain of the offer, family by family', () => {
  const proposed = { ...transaction(['eip155:1', 'eip155:8453'], ['personal_sign']) }
  const bitcoin = { bip122: { chains: ['bip122:main'], methods: ['signPsbt'], events: [] } }
  const offer = offerFor({ required: proposed, optional: bitcoin }, known)
  const addresses = (chain: string) => (chain.startsWith('bip122') ? ['bc1q', 'bc1p'] : ['0xab'])
  expect(grant(offer, addresses)).toEqual({
    eip155: {
      chains: ['eip155:1', 'eip155:8453'],
      accounts: ['eip155:1:0xab', 'eip155:8453:0xab'],
      methods: ['personal_sign'],
      events: [],
    },
    bip122: {
      chains: ['bip122:main'],
      accounts: ['bip122:main:bc1q', 'bip122:main:bc1p'],
      methods: ['signPsbt'],
      events: [],
    },
  })
})
