import { expect, test } from 'vitest'
import { frameSuccess, parseFrameEvent } from './events.js'

const id = '0'.repeat(32)
const evm = '0x1563915e194D8CfBA1943570603F7606A3115508'
const solana = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'

const parseUser = (user: object) =>
  parseFrameEvent(frameSuccess(id, 'GET_USER', { chainId: 1, address: evm, ...user } as never))

test.each([evm, solana])('accepts a user with the account %s', (address) => {
  expect(parseUser({ address, accounts: [{ address, type: 'eoa' }] })).toMatchObject({
    payload: { accounts: [{ address }] },
  })
})

test.each(['', '0x12', `${evm}0`, 'javascript:alert(1)', '0OIl'.repeat(10), 'a'.repeat(45)])(
  'rejects a user with the account %j',
  (address) => {
    expect(parseUser({ accounts: [{ address, type: 'eoa' }] })).toBeUndefined()
    expect(parseUser({ address })).toBeUndefined()
  },
)
