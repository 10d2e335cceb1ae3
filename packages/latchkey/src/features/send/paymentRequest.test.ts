import { expect, it } from 'vitest'
import { evmNetwork } from '../../../fixtures/evmNetwork.js'
import { readPaymentRequest } from './paymentRequest.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const network = evmNetwork('1')

it.each([
  [`ethereum:${address}`, { address }],
  [`ethereum:pay-${address}@1`, { address }],
  [`Ethereum:${address}@1?value=2.014e18`, { address, units: 2_014_000_000_000_000_000n }],
  [`ethereum:${address}?value=5&gas=21000`, { address, units: 5n }],
  ['ethereum:alice.eth@1', { address: 'alice.eth' }],
  [address, undefined],
  ['https://example.org', undefined],
])('reads %s', (text, request) => {
  expect(readPaymentRequest(text, network)).toEqual(request)
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
])('refuses %s: %s', (text, reason) => {
  expect(() => readPaymentRequest(text, network)).toThrow(expect.objectContaining({ reason }))
})
