/// <reference types="node" />
import { generateNonce, SiweMessage } from 'siwe'
import { createPublicClient, type Hex, hashMessage, http } from 'viem'
import {
  createSiweMessage,
  parseSiweMessage,
  validateSiweMessage,
  verifySiweMessage,
} from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../apps/dev-stack/src/evm/startAnvil.js'
import { testAccounts } from '../../../apps/dev-stack/src/testAccounts.js'
import { createContractAccount } from '../../../apps/provider/src/sources/signatures/contractAccount.fixture.js'
import { createNonce, verify } from '../src/exports/siwx/server.js'
import { formatMessage } from '../src/exports/siwx.js'

/** Sign-in messages, checked against the libraries that servers use. */

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337 })
})
afterAll(() => anvil?.stop())

const [alice, bob] = testAccounts as [(typeof testAccounts)[number], (typeof testAccounts)[number]]
const domain = 'shop.example'
const uri = 'https://shop.example/sign-in'
const fields = {
  domain,
  uri,
  version: '1',
  statement: 'Sign in to the shop. Terms: https://shop.example/terms',
  issuedAt: new Date().toISOString(),
  expirationTime: new Date(Date.now() + 600_000).toISOString(),
  requestId: 'order-7',
  resources: ['https://shop.example/orders', 'urn:isbn:0451450523'],
} as const

describe('the siwe package', () => {
  test('accepts our messages', async () => {
    const nonce = createNonce()
    const text = formatMessage({
      ...fields,
      accountAddress: alice.address,
      chainId: 'eip155:31337',
      nonce,
    })
    const signature = await alice.signMessage({ message: text })
    const answer = await new SiweMessage(text).verify({ signature, domain, nonce })
    expect(answer).toMatchObject({ success: true, data: { address: alice.address, nonce } })
  })

  test.each([
    ['every field', { ...fields, resources: [...fields.resources] }],
    ['the fewest fields', { domain, uri, version: '1' }],
  ])('creates messages that we accept with %s', async (_, given) => {
    const nonce = generateNonce()
    const message = new SiweMessage({ ...given, address: alice.address, chainId: 31_337, nonce })
    const text = message.prepareMessage()
    const signature = await alice.signMessage({ message: text })
    const answer = await verify({ message: text, signature, domain, nonce })
    expect(answer).toMatchObject({ ok: true, address: alice.address, chainId: 'eip155:31337' })
  })
})

describe('viem', () => {
  test('accepts our messages and creates messages that we accept', async () => {
    const nonce = createNonce()
    const client = createPublicClient({ transport: http(anvil.url) })
    const ours = formatMessage({
      ...fields,
      accountAddress: alice.address,
      chainId: 'eip155:31337',
      nonce,
    })
    const theirs = createSiweMessage({
      ...fields,
      resources: [...fields.resources],
      issuedAt: new Date(fields.issuedAt),
      expirationTime: new Date(fields.expirationTime),
      address: alice.address,
      chainId: 31_337,
      nonce,
    })
    expect(ours).toBe(theirs)
    expect(validateSiweMessage({ message: parseSiweMessage(ours), domain, nonce })).toBe(true)
    const signature = await alice.signMessage({ message: ours })
    expect(await verifySiweMessage(client, { message: ours, signature, domain, nonce })).toBe(true)
    expect(await verify({ message: theirs, signature, domain, nonce })).toMatchObject({ ok: true })
  })
})

describe('contract accounts', () => {
  const account = createContractAccount(alice)
  const nonce = createNonce()
  const message = formatMessage({
    ...fields,
    accountAddress: account.address,
    chainId: 'eip155:31337',
    nonce,
  })
  const verifySignature = (
    signature: Hex,
    rpc: string | Record<string, string> | undefined = anvil.url,
  ) => verify({ message, signature, domain, nonce, rpc })

  test('sign in before they are deployed and afterwards', async () => {
    const signature = await account.sign(hashMessage(message))
    const forged = await createContractAccount(bob).sign(hashMessage(message))
    const refused = { ok: false, reason: 'wrong-signature' }
    expect(await verifySignature(account.wrap(signature))).toMatchObject({ ok: true })
    expect(
      await verifySignature(account.wrap(signature), { 'eip155:31337': anvil.url }),
    ).toMatchObject({
      ok: true,
    })
    expect(await verifySignature(account.wrap(forged))).toEqual(refused)
    await anvil.rpc('eth_sendTransaction', { from: alice.address, ...account.deployment })
    await expect.poll(() => verifySignature(signature)).toMatchObject({ ok: true })
    expect(await verifySignature(forged)).toEqual(refused)
    expect(await verifySignature(account.wrap(signature))).toMatchObject({ ok: true })
  })

  test('cannot be verified without a node of their chain', async () => {
    const signature = await account.sign(hashMessage(message))
    const unavailable = { ok: false, reason: 'rpc-unavailable' }
    expect(await verify({ message, signature, domain, nonce })).toEqual({
      ok: false,
      reason: 'rpc-required',
    })
    expect(await verifySignature(signature, { 'eip155:1': anvil.url })).toEqual({
      ok: false,
      reason: 'rpc-required',
    })
    expect(await verifySignature(signature, 'http://127.0.0.1:9')).toEqual(unavailable)
    const elsewhere = message.replace('Chain ID: 31337', 'Chain ID: 1')
    const answer = await verify({
      message: elsewhere,
      signature: await account.sign(hashMessage(elsewhere)),
      domain,
      nonce,
      rpc: anvil.url,
    })
    expect(answer).toEqual(unavailable)
  })
})
