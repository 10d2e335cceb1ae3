/// <reference types="node" />
import type { NetworkId } from '@latchkey/wire/caip'
import { addressPlaceholder } from '@latchkey/wire/frame/siwxMessage'
import { generateNonce, SiweMessage } from 'siwe'
import { createPublicClient, type Hex, hashMessage, http } from 'viem'
import { createSiweMessage, verifySiweMessage } from 'viem/siwe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Anvil, startAnvil } from '../../../apps/dev-stack/src/evm/startAnvil.js'
import { testAccounts } from '../../../apps/dev-stack/src/testAccounts.js'
import { siwxText } from '../../../apps/login/src/methods/siwxText.js'
import { createContractAccount } from '../../../apps/provider/src/sources/signatures/contractAccount.fixture.js'
import { createFakeWindow, type FakeWindow } from '../fixtures/fakeWindow.js'
import type { SiwxSession } from '../src/core/siwx/siwx.js'
import { verify } from '../src/exports/siwx/server.js'
import { createMessenger, createSiwx, eip155Verifier } from '../src/exports/siwx.js'
import { fromSiweConfig } from '../src/features/siwx/fromSiweConfig.js'

/** Ready-made sign-in, checked against the libraries that servers use, the login frame and a chain. */

let anvil: Anvil
let window: FakeWindow
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337 })
})
afterAll(() => anvil?.stop())
beforeEach(() => {
  window = createFakeWindow()
  vi.stubGlobal('window', window)
  vi.stubGlobal('location', new URL('https://shop.example/cart?item=7#top'))
})
afterEach(() => vi.unstubAllGlobals())

const [alice, bob] = testAccounts as [(typeof testAccounts)[number], (typeof testAccounts)[number]]
const chainId = 'eip155:31337'
const account = { accountAddress: alice.address, chainId } as const
const domain = 'shop.example'
const messengers = {
  'the defaults': createMessenger(),
  'every option': createMessenger({
    domain,
    uri: 'https://shop.example/login',
    statement: 'Sign in to the shop. Terms: https://shop.example/terms',
    resources: ['https://shop.example/orders', 'urn:isbn:0451450523'],
    expiration: 600_000,
    getRequestId: () => 'order-7',
  }),
}

async function toSession(message: { toString(): string }): Promise<SiwxSession> {
  const text = `${message}`
  const signature = await alice.signMessage({ message: text })
  const { accountAddress } = account
  const data = { accountAddress, chainId, domain, uri: '', version: '1', nonce: '' } as const
  return { data, message: text, signature }
}

describe.each(Object.entries(messengers))('messages with %s', (_, messenger) => {
  test('are accepted by the siwe package', async () => {
    const message = await messenger.createMessage(account)
    const { signature } = await toSession(message)
    const { nonce } = message
    const answer = await new SiweMessage(`${message}`).verify({ signature, domain, nonce })
    expect(answer).toMatchObject({ success: true, data: { address: alice.address, nonce } })
  })

  test('are accepted by viem', async () => {
    const message = await messenger.createMessage(account)
    const signature = await alice.signMessage({ message: `${message}` })
    const client = createPublicClient({ transport: http(anvil.url) })
    const parameters = { message: `${message}`, domain, nonce: message.nonce }
    expect(await verifySiweMessage(client, { ...parameters, signature })).toBe(true)
    const forged = await bob.signMessage({ message: `${message}` })
    expect(await verifySiweMessage(client, { ...parameters, signature: forged })).toBe(false)
  })

  test('are accepted by our server and by the page', async () => {
    const message = await messenger.createMessage(account)
    const session = await toSession(message)
    const { nonce } = message
    expect(await verify({ ...session, domain, nonce })).toMatchObject({ ok: true })
    const siwx = createSiwx({ messenger })
    await siwx.addSession(session)
    expect(await siwx.getSessions(chainId, alice.address)).toHaveLength(1)
  })

  test('are accepted by the login frame', async () => {
    const message = await messenger.createMessage({ chainId, accountAddress: addressPlaceholder })
    const facts = {
      parentOrigin: 'https://shop.example',
      address: alice.address,
      chainId,
      now: Date.now(),
    }
    const { resources, ...rest } = { ...message }
    const fields = {
      ...rest,
      ...(resources && { resources: [...resources] }),
      serializedMessage: `${message}`,
    }
    const { text } = siwxText(fields as Parameters<typeof siwxText>[0], facts)
    expect(text).toBe(`${message}`.replace(addressPlaceholder, alice.address))
    expect(() =>
      siwxText(fields as Parameters<typeof siwxText>[0], {
        ...facts,
        parentOrigin: 'https://evil.example',
      }),
    ).toThrow()
  })
})

describe('messages of other libraries', () => {
  const uri = 'https://shop.example'
  test.each([
    [
      'the siwe package',
      () =>
        new SiweMessage({
          ...{ domain, uri, version: '1', chainId: 31_337, nonce: generateNonce() },
          address: alice.address,
          statement: 'Sign in to the shop.',
        }).prepareMessage(),
    ],
    [
      'viem',
      () =>
        createSiweMessage({
          ...{ domain, uri, version: '1', chainId: 31_337, nonce: generateNonce() },
          address: alice.address,
          expirationTime: new Date(Date.now() + 600_000),
        }),
    ],
  ])('of %s are accepted by the page', async (_, create) => {
    const session = await toSession(create())
    const siwx = createSiwx()
    await siwx.addSession(session)
    expect(await siwx.getSessions(chainId, alice.address)).toMatchObject([
      { message: session.message },
    ])
    const forged = { ...session, signature: await bob.signMessage({ message: session.message }) }
    await expect(siwx.addSession(forged)).rejects.toMatchObject({ code: 'siwx/invalid-session' })
  })

  test('of the siwe package work in `siweConfig`', async () => {
    const server = {
      nonce: generateNonce(),
      session: null as { address: string; chainId: number } | null,
    }
    const siwx = fromSiweConfig({
      getMessageParams: async () => ({ domain, uri, chains: [31_337], statement: 'Hi.' }),
      createMessage: ({ address, version, chainId, nonce, statement, iat }) =>
        new SiweMessage({
          ...{ domain, uri, version, chainId, nonce },
          address: address.slice(address.lastIndexOf(':') + 1),
          ...(statement !== undefined && { statement }),
          ...(iat !== undefined && { issuedAt: iat }),
        }).prepareMessage(),
      getNonce: async () => server.nonce,
      getSession: async () => server.session,
      async verifyMessage({ message, signature }) {
        const { nonce } = server
        const { success, data } = await new SiweMessage(message).verify({
          signature,
          nonce,
          domain,
        })
        server.session = success ? { address: data.address, chainId: data.chainId } : null
        return success
      },
      signOut: async () => true,
    })
    const message = await siwx.createMessage(account)
    await siwx.addSession({ ...(await toSession(message)), data: { ...message } })
    expect(await siwx.getSessions(chainId, alice.address)).toHaveLength(1)
    expect(await siwx.getSessions('eip155:1', alice.address)).toEqual([])
  })
})

describe('a contract account on a chain', () => {
  const contract = createContractAccount(alice)
  const siwx = () => createSiwx({ verifiers: [eip155Verifier({ rpc: anvil.url })] })
  const get = (config = siwx()) => config.getSessions(chainId, contract.address)

  async function createSession(
    sign: (message: string) => Promise<Hex>,
    chain: NetworkId = chainId,
  ) {
    const input = { accountAddress: contract.address, chainId: chain }
    const data = await createMessenger().createMessage(input)
    return { data: { ...data }, message: `${data}`, signature: await sign(`${data}`) }
  }
  const byOwner = (message: string) => contract.sign(hashMessage(message))
  const byOther = (message: string) => createContractAccount(bob).sign(hashMessage(message))

  test('signs in before it is deployed, and afterwards', async () => {
    const undeployed = await createSession(async (text) => contract.wrap(await byOwner(text)))
    await siwx().addSession(undeployed)
    expect(await get()).toEqual([undeployed])
    const refused = { code: 'siwx/invalid-session', reason: 'wrong-signature' }
    const forged = await createSession(async (text) => contract.wrap(await byOther(text)))
    await expect(siwx().addSession(forged)).rejects.toMatchObject(refused)
    const unwrapped = await createSession(byOwner)
    await expect(siwx().addSession(unwrapped)).rejects.toMatchObject(refused)

    await anvil.rpc('eth_sendTransaction', { from: alice.address, ...contract.deployment })
    await expect.poll(() => siwx().addSession(unwrapped)).toBeUndefined()
    expect(await get()).toEqual([unwrapped])
    await expect(siwx().addSession(await createSession(byOther))).rejects.toMatchObject(refused)
    await siwx().addSession(undeployed)
    expect(await get()).toEqual([undeployed])
  })

  test('is signed out as soon as its contract no longer accepts the signature', async () => {
    const session = await createSession(byOwner)
    await siwx().addSession(session)
    const withoutNode = createSiwx()
    expect(await get(withoutNode)).toEqual([session])
    // Answers zero to everything, as if the owner had been replaced.
    await anvil.rpc('anvil_setCode', contract.address, '0x60206000f3')
    expect(await get()).toEqual([])
    expect(window.items.get('@appkit/siwx')).toBe('[]')
    window.items.set('@appkit/siwx', JSON.stringify([session]))
    expect(await get(withoutNode)).toEqual([])
  })
})
