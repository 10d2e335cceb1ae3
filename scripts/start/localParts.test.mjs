import { expect, test } from 'vitest'
import { describeLocal, localParts, localUrls } from './localParts.mjs'

test('every part has its own port', () => {
  expect(new Set(localParts.map(({ offset }) => offset)).size).toBe(localParts.length)
  expect(localUrls(4400)).toMatchObject({
    demo: 'http://localhost:4400',
    'sample-wallet': 'http://localhost:4401',
    'chain-1': 'http://127.0.0.1:4402',
    'chain-8453': 'http://127.0.0.1:4403',
    provider: 'http://127.0.0.1:4404',
    relay: 'ws://127.0.0.1:4405',
    solana: 'http://127.0.0.1:4406',
    login: 'http://localhost:4408',
    inbox: 'http://localhost:4409',
    identity: 'http://localhost:4410',
  })
})

test('pages get the URLs of the other parts', () => {
  expect(describeLocal(localUrls(5000))).toEqual({
    chains: { 'eip155:1': 'http://127.0.0.1:5002', 'eip155:8453': 'http://127.0.0.1:5003' },
    solana: 'http://127.0.0.1:5006',
    sampleWallet: 'http://localhost:5001',
    provider: 'http://127.0.0.1:5004',
    relay: 'ws://127.0.0.1:5005',
    login: 'http://localhost:5008',
    inbox: 'http://localhost:5009',
  })
})
