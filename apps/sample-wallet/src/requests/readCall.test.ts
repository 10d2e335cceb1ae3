import fc from 'fast-check'
import { stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { RpcError } from '../chain/rpcError.js'
import { readCall } from './readCall.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

function codeOf(method: string, params: unknown): number | undefined {
  try {
    readCall(method, params)
    return undefined
  } catch (error) {
    return error instanceof RpcError ? error.code : -1
  }
}

test('reads messages as text in any parameter order and encoding', () => {
  const expected = { kind: 'message', address, raw: stringToHex('Grüße'), text: 'Grüße' }
  expect(readCall('personal_sign', [stringToHex('Grüße'), address])).toEqual(expected)
  expect(readCall('personal_sign', [address.toLowerCase(), 'Grüße'])).toEqual(expected)
})

test('does not show binary and direction-changing messages as text', () => {
  expect(readCall('personal_sign', ['0xff00', address])).not.toHaveProperty('text')
  expect(readCall('personal_sign', [stringToHex('pay \u202e1'), address])).not.toHaveProperty(
    'text',
  )
})

test('reads transactions into exact amounts', () => {
  const params = [
    {
      from: address,
      to: other,
      value: '0xde0b6b3a7640000',
      gasLimit: '0x5208',
      chainId: '0x2105',
      nonce: '0x0',
    },
  ]
  expect(readCall('eth_sendTransaction', params)).toEqual({
    kind: 'transaction',
    send: true,
    transaction: {
      from: address,
      to: other,
      value: 10n ** 18n,
      gas: 21_000n,
      chainId: 8453,
      nonce: 0,
    },
  })
})

test.each([
  ['eth_sendTransaction', [{ from: address, to: other, value: 1 }]],
  ['eth_sendTransaction', [{ from: address, to: 'vitalik.eth' }]],
  ['eth_sendTransaction', [{ from: address }]],
  ['eth_sendTransaction', [{ to: other }]],
  ['eth_signTypedData_v4', [address, '{"types":']],
  ['eth_signTypedData_v4', [address, { types: {}, primaryType: 'Mail', domain: {}, message: {} }]],
  ['wallet_switchEthereumChain', [{ chainId: '1' }]],
  ['wallet_switchEthereumChain', [{ chainId: '0x01' }]],
  [
    'wallet_addEthereumChain',
    [{ chainId: '0x5', chainName: 'X', rpcUrls: ['javascript:alert(1)'] }],
  ],
  ['wallet_requestPermissions', [{ eth_keys: {} }]],
])('%s refuses wrong parameters %#', (method, params) => {
  expect(codeOf(method, params)).toBe(-32602)
})

test('survives any input from a page', () => {
  const methods = [
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_addEthereumChain',
  ]
  fc.assert(
    fc.property(fc.constantFrom(...methods), fc.anything(), (method, params) => {
      expect([undefined, -32602]).toContain(codeOf(method, params))
      expect([undefined, -32602]).toContain(codeOf(method, [params, params]))
    }),
  )
})
