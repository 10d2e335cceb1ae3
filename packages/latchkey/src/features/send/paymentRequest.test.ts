import { expect, it } from 'vitest'
import { evmNetwork } from '../../../fixtures/evmNetwork.js'
import { parsePaymentRequest } from './paymentRequest.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const network = evmNetwork('1')

it.each([
  [`ethereum:${address}`, { address }],
  [`ethereum:pay-${address}@1`, { address }],
  [`Ethereum:${address}@1?value=2.014e18`, { address, amount: '2.014' }],
  [`ethereum:${address}?value=5&gas=21000`, { address, amount: '0.000000000000000005' }],
  ['ethereum:alice.eth@1', { address: 'alice.eth' }],
  [address, undefined],
  ['https://example.org', undefined],
])('parses %s', (text, request) => {
  expect(parsePaymentRequest(text, network)).toEqual(request)
})

it.each([
  [`ethereum:${address}@8453`, 'other-network'],
  [`ethereum:${address}@01x`, 'address'],
  [`ethereum:${address}@1/transfer?address=0x1&uint256=1`, 'not-a-payment'],
  [`ethereum:${address}?data=0x00`, 'not-a-payment'],
  [`ethereum:${address}?value=1.5`, 'not-a-payment'],
  [`ethereum:${address}?value=-1`, 'not-a-payment'],
  [`ethereum:${address}?value=1e999`, 'not-a-payment'],
  ['ethereum:', 'address'],
])('rejects %s: %s', (text, reason) => {
  expect(() => parsePaymentRequest(text, network)).toThrow(expect.objectContaining({ reason }))
})

const key = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const solana = {
  ...network,
  namespace: 'solana' as const,
  reference: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}

it.each([
  [`solana:${key}`, { address: key }],
  [`SOLANA:${key}?amount=0.01&label=Shop&message=Thanks`, { address: key, amount: '0.01' }],
  [`solana:${key}?amount=5&spl-token=${mint}`, { address: key, amount: '5', token: mint }],
  [key, undefined],
])('parses %s', (text, request) => {
  expect(parsePaymentRequest(text, solana)).toEqual(request)
})

it.each([
  [`solana:${key}?amount=1&reference=${mint}`, 'not-a-payment'],
  [`solana:${key}?amount=-1`, 'not-a-payment'],
  [`solana:${key}?amount=1e3`, 'not-a-payment'],
  ['solana:https%3A%2F%2Fshop.example%2Fpay', 'not-a-payment'],
  [`ethereum:${address}`, 'other-network'],
  ['bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'other-network'],
])('rejects %s on Solana: %s', (text, reason) => {
  expect(() => parsePaymentRequest(text, solana)).toThrow(expect.objectContaining({ reason }))
})
