import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage, type SiweMessage } from 'viem/siwe'
import { expect, it } from 'vitest'
import { verifySignIn } from './verifySignIn.js'

const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const testNow = Date.parse('2030-01-01T00:00:00Z')
const expected = {
  domain: 'login.example',
  uri: 'https://login.example',
  nonce: '0123456789abcdef',
  since: testNow - 30_000,
  now: testNow,
}
const honest: SiweMessage = {
  address: owner.address,
  chainId: 10,
  domain: 'login.example',
  uri: 'https://login.example',
  nonce: '0123456789abcdef',
  version: '1',
  statement: 'Farcaster Auth',
  issuedAt: new Date(testNow - 1_000),
  resources: ['farcaster://fid/7'],
}

async function verify(change: Partial<SiweMessage> = {}, signer = owner) {
  const message = createSiweMessage({ ...honest, ...change })
  const signature = await signer.signMessage({ message })
  return verifySignIn({ message, signature }, expected, async (address) =>
    address === owner.address ? 7n : 0n,
  )
}

it('returns the signer of a message made for this login', async () => {
  expect(await verify()).toBe(7n)
  expect(await verify({ statement: 'Farcaster Connect' })).toBe(7n)
})

it.each<[string, Partial<SiweMessage>]>([
  ['another site', { domain: 'evil.example' }],
  ['another address', { uri: 'https://evil.example' }],
  ['another login', { nonce: 'fedcba9876543210' }],
  ['another chain', { chainId: 1 }],
  ['another statement', { statement: 'Give me everything' }],
  ['no number', { resources: ['https://login.example/terms'] }],
  ['two numbers', { resources: ['farcaster://fid/7', 'farcaster://fid/8'] }],
  ["someone else's number", { resources: ['farcaster://fid/8'] }],
  ['before the login began', { issuedAt: new Date(testNow - 120_000) }],
  ['the future', { issuedAt: new Date(testNow + 120_000) }],
  ['not yet', { notBefore: new Date(testNow + 120_000) }],
  ['out of date', { expirationTime: new Date(testNow - 1) }],
  ['an address without a number', { address: stranger.address }],
])('rejects a message for %s', async (_, change) => {
  const signer = change.address === stranger.address ? stranger : owner
  await expect(verify(change, signer)).rejects.toMatchObject({ code: 'invalid' })
})

it('rejects a foreign signature and an invalid message', async () => {
  await expect(verify({}, stranger)).rejects.toMatchObject({ code: 'invalid' })
  const nothing = verifySignIn({ message: 'hello', signature: '0x' }, expected, async () => 7n)
  await expect(nothing).rejects.toMatchObject({ code: 'invalid' })
})
