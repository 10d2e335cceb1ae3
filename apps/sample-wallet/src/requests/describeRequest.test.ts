import { encodeFunctionData, erc20Abi, maxUint256, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { type Context, describeRequest } from './describeRequest.js'
import { readCall } from './readCall.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const context: Context = { requester: 'Shop', host: 'shop.example', chainId: 1 }

function read(method: string, params: unknown, more: Partial<Context> = {}) {
  const call = readCall(method, params)
  if (!call) throw new Error('not a call')
  return describeRequest(call, { ...context, ...more })
}
const field = (description: ReturnType<typeof read>, label: string) =>
  description.fields.find((one) => one.label === label)?.value

test('describes amount, recipient, network and fee of a transfer', () => {
  const description = read(
    'eth_sendTransaction',
    [{ from: address, to: other, value: '0x16345785d8a0000' }],
    { chainId: 8453, fee: 21_000n * 10n ** 9n },
  )
  expect(description).toMatchObject({ title: 'Send', amount: '0.1 ETH', approve: 'Send' })
  expect(field(description, 'To')).toBe('0x7099 7970 C518 12dc 3A01 0C7d 01b5 0e0d 17dc 79C8')
  expect(field(description, 'Network')).toBe('Base')
  expect(field(description, 'Network fee, at most')).toBe('0.000021 ETH')
})

test('names the recipient of a token transfer, not the contract', () => {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [other, 2_500_000n],
  })
  const description = read(
    'eth_sendTransaction',
    [{ from: address, to: token, data, value: '0x1' }],
    {
      token: { symbol: 'USDC', decimals: 6 },
    },
  )
  expect(description).toMatchObject({ title: 'Send tokens', amount: '2.5 USDC' })
  expect(field(description, 'To')).toContain('0x7099')
  expect(field(description, 'Contract')).toContain('0xA0b8')
  expect(field(description, 'Sent along')).toBe('0.000000000000000001 ETH')
})

test('warns about an unlimited allowance', () => {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [other, maxUint256],
  })
  const description = read('eth_sendTransaction', [{ from: address, to: token, data }])
  expect(description).toMatchObject({
    title: 'Allow spending',
    amount: 'Unlimited tokens',
    warning: { title: 'No limit' },
  })
})

test('warns about a sign-in for another site', () => {
  const message = `bank.example wants you to sign in with your Ethereum account:\n${address}\n\nHello\n\nURI: https://bank.example`
  const description = read('personal_sign', [stringToHex(message), address])
  expect(description).toMatchObject({ title: 'Sign in', warning: { title: 'Another site asks' } })
  expect(
    read('personal_sign', [stringToHex(message), address], { host: 'bank.example' }).warning,
  ).toBeUndefined()
})

test('shows typed data as a table in the order of its types', () => {
  const description = read('eth_signTypedData_v4', [
    address,
    {
      domain: { name: 'Mail', chainId: 1, verifyingContract: token },
      primaryType: 'Letter',
      types: {
        Letter: [
          { name: 'to', type: 'Person[]' },
          { name: 'text', type: 'string' },
          { name: 'urgent', type: 'bool' },
        ],
        Person: [
          { name: 'name', type: 'string' },
          { name: 'wallet', type: 'address' },
        ],
      },
      message: { text: 'Hi', urgent: false, hidden: 1, to: [{ name: 'Bo', wallet: other }] },
    },
  ])
  expect(description.fields.map(({ label, value }) => [label, value])).toEqual([
    ['For', 'Mail'],
    ['Network', 'Ethereum'],
    ['Contract', expect.stringContaining('0xA0b8')],
    ['Kind', 'Letter'],
    ['to 1 › name', 'Bo'],
    ['to 1 › wallet', expect.stringContaining('0x7099')],
    ['text', 'Hi'],
    ['urgent', 'No'],
  ])
})

test('stops at recursive types', () => {
  let nested: unknown = null
  for (let depth = 0; depth < 50; depth += 1) nested = { name: String(depth), next: nested }
  const description = read('eth_signTypedData_v4', [
    address,
    {
      domain: {},
      primaryType: 'Node',
      types: {
        Node: [
          { name: 'name', type: 'string' },
          { name: 'next', type: 'Node' },
        ],
      },
      message: nested,
    },
  ])
  expect(description.fields.length).toBeLessThan(10)
})
