import { addressPlaceholder } from '@latchkey/wire/frame/siwxMessage'
import { formatSiwxMessage } from '@latchkey/wire/siwx'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SiweConfig, SiweSession } from '../../core/siwx/siweConfig.js'
import type { SiwxSession } from '../../core/siwx/siwx.js'
import { fromSiweConfig } from './fromSiweConfig.js'

const now = new Date('2026-03-01T12:00:00Z')
const address = '0x742d35Cc6634C0532925a3b844Bc9e7595f2bD3e'
const other = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const solana = 'solana:5eykt4UsFvXYuy2AiTLZ7Bkh8W5qW1Zh'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => vi.useRealTimers())

/** A site whose server has one session. */
function createSite(options: Partial<SiweConfig> = {}) {
  const server: { session: SiweSession | null; nonces: number } = { session: null, nonces: 0 }
  const config = {
    getMessageParams: vi.fn(async () => ({
      domain: 'shop.example',
      uri: 'https://shop.example',
      chains: [1, 10],
      statement: 'Sign in to the shop.',
    })),
    createMessage: vi.fn(
      ({
        address: did,
        chainId,
        iat,
        nbf,
        exp,
        ...args
      }: Parameters<SiweConfig['createMessage']>[0]) =>
        formatSiwxMessage({
          ...args,
          accountAddress: did.slice(did.lastIndexOf(':') + 1),
          chainId: `eip155:${chainId}`,
          issuedAt: iat,
          expirationTime: exp,
          notBefore: nbf,
        }),
    ),
    getNonce: vi.fn(async () => {
      server.nonces += 1
      return `nonce000${server.nonces}`
    }),
    getSession: vi.fn(async () => server.session),
    verifyMessage: vi.fn(async () => {
      server.session = { address: address.toLowerCase(), chainId: 1 }
      return true
    }),
    signOut: vi.fn(async () => {
      server.session = null
      return true
    }),
    onSignIn: vi.fn(),
    onSignOut: vi.fn(),
  }
  return { server, config, siwx: fromSiweConfig({ ...config, ...options }) }
}

const account = { accountAddress: address, chainId: 'eip155:1' } as const

async function sign(siwx: ReturnType<typeof fromSiweConfig>): Promise<SiwxSession> {
  const message = await siwx.createMessage(account)
  return { data: { ...message }, message: message.toString(), signature: '0x01' }
}

describe('a message', () => {
  test("is created by the site from its parameters and the account's did:pkh", async () => {
    const { siwx, config } = createSite()
    const message = await siwx.createMessage(account)
    expect(config.getNonce).toHaveBeenCalledWith(address)
    expect(config.createMessage).toHaveBeenCalledWith({
      domain: 'shop.example',
      uri: 'https://shop.example',
      statement: 'Sign in to the shop.',
      iat: now.toISOString(),
      nbf: undefined,
      address: `did:pkh:eip155:1:${address}`,
      chainId: 1,
      nonce: 'nonce0001',
      version: '1',
    })
    expect({ ...message }).toEqual({
      ...account,
      domain: 'shop.example',
      uri: 'https://shop.example',
      version: '1',
      nonce: 'nonce0001',
      statement: 'Sign in to the shop.',
      issuedAt: now.toISOString(),
    })
  })

  test('has the fields of its text, not those the site claims', async () => {
    const createMessage = () =>
      formatSiwxMessage({
        ...account,
        accountAddress: other,
        domain: 'evil.example',
        uri: 'https://evil.example',
        version: '1',
        nonce: 'anotherNonce',
        issuedAt: now.toISOString(),
      })
    const { siwx } = createSite({ createMessage })
    expect(await siwx.createMessage(account)).toMatchObject({
      domain: 'evil.example',
      accountAddress: other,
      nonce: 'anotherNonce',
    })
  })

  test('in a format of the site has the fields of the parameters', async () => {
    const { siwx } = createSite({ createMessage: ({ nonce }) => `Hello ${nonce}` })
    const message = await siwx.createMessage(account)
    expect(`${message}`).toBe('Hello nonce0001')
    expect(message).toMatchObject({ ...account, nonce: 'nonce0001', domain: 'shop.example' })
  })

  test('is created for an account that is not known yet', async () => {
    const { siwx } = createSite()
    const message = await siwx.createMessage({ ...account, accountAddress: addressPlaceholder })
    expect(message.accountAddress).toBe(addressPlaceholder)
    expect(`${message}`).toContain(addressPlaceholder)
  })

  test('has the same nonce until it is used, or as old as the site allows', async () => {
    const { siwx } = createSite({ nonceRefetchIntervalMs: 60_000 })
    const nonceOf = async () => (await siwx.createMessage(account)).nonce
    expect([await nonceOf(), await nonceOf()]).toEqual(['nonce0001', 'nonce0001'])
    vi.setSystemTime(now.getTime() + 60_000)
    expect(await nonceOf()).toBe('nonce0002')
    await siwx.addSession(await sign(siwx))
    expect(await nonceOf()).toBe('nonce0003')
    expect((await siwx.createMessage({ ...account, accountAddress: other })).nonce).toBe(
      'nonce0004',
    )
  })

  test('asks for the nonce again after a failure', async () => {
    const { siwx, config } = createSite()
    config.getNonce.mockRejectedValueOnce(new TypeError('offline'))
    await expect(siwx.createMessage(account)).rejects.toThrow('offline')
    expect((await siwx.createMessage(account)).nonce).toBe('nonce0001')
  })
})

describe('a session', () => {
  test('is verified by the server, which keeps one', async () => {
    const { siwx, config } = createSite()
    expect(await siwx.getSessions('eip155:1', address)).toEqual([])
    const session = await sign(siwx)
    await siwx.addSession(session)
    expect(config.verifyMessage).toHaveBeenCalledWith({
      message: session.message,
      signature: '0x01',
    })
    expect(config.onSignIn).toHaveBeenCalledWith({ address: address.toLowerCase(), chainId: 1 })
    expect(await siwx.getSessions('eip155:1', address)).toMatchObject([{ data: account }])
  })

  test('that the server refuses is not accepted', async () => {
    const { siwx, config } = createSite({ verifyMessage: async () => false })
    await expect(siwx.addSession(await sign(siwx))).rejects.toMatchObject({
      code: 'siwx/invalid-session',
    })
    expect(config.onSignIn).not.toHaveBeenCalled()
    expect(await siwx.getSessions('eip155:1', address)).toEqual([])
  })

  test.each<[string, Partial<SiweConfig>, 'eip155:1' | 'eip155:10', string, number]>([
    ['of another network', {}, 'eip155:10', address, 0],
    ['of another account', {}, 'eip155:1', other, 0],
    [
      'of another network, with the option',
      { signOutOnNetworkChange: false },
      'eip155:10',
      address,
      1,
    ],
    [
      'of another account, with the option',
      { signOutOnAccountChange: false },
      'eip155:1',
      other,
      1,
    ],
    [
      'of another account, with the other option',
      { signOutOnNetworkChange: false },
      'eip155:1',
      other,
      0,
    ],
    [
      'of another network, with the other option',
      { signOutOnAccountChange: false },
      'eip155:10',
      address,
      0,
    ],
  ])('%s counts %#', async (_, options, chainId, accountAddress, count) => {
    const { siwx, server } = createSite(options)
    server.session = { address, chainId: 1 }
    expect(await siwx.getSessions(chainId, accountAddress)).toHaveLength(count)
    expect(await siwx.getSessions('eip155:1', address)).toHaveLength(1)
  })

  test('is not needed for accounts of other families', async () => {
    const { siwx, config } = createSite()
    expect(await siwx.getSessions(solana, 'abc')).toHaveLength(1)
    await siwx.revokeSession(solana, 'abc')
    expect(config.getSession).not.toHaveBeenCalled()
    expect(config.signOut).not.toHaveBeenCalled()
  })

  test('is fetched again after the interval, and at once after a failure', async () => {
    const { siwx, server, config } = createSite({ sessionRefetchIntervalMs: 1_000 })
    server.session = { address, chainId: 1 }
    expect(await siwx.getSessions('eip155:1', address)).toHaveLength(1)
    server.session = null
    expect(await siwx.getSessions('eip155:1', address)).toHaveLength(1)
    vi.setSystemTime(now.getTime() + 1_000)
    expect(await siwx.getSessions('eip155:1', address)).toEqual([])
    vi.setSystemTime(now.getTime() + 2_000)
    config.getSession.mockRejectedValueOnce(new TypeError('offline'))
    await expect(siwx.getSessions('eip155:1', address)).rejects.toThrow('offline')
    expect(await siwx.getSessions('eip155:1', address)).toEqual([])
  })

  test('ends with its account or with an empty list, not with another account', async () => {
    const { siwx, server, config } = createSite()
    server.session = { address, chainId: 1 }
    await siwx.revokeSession('eip155:1', other)
    expect(config.signOut).not.toHaveBeenCalled()
    await siwx.revokeSession('eip155:1', address)
    expect(server.session).toBeNull()
    expect(config.onSignOut).toHaveBeenCalledOnce()
    await siwx.setSessions([])
    expect(config.signOut).toHaveBeenCalledOnce()
    server.session = { address, chainId: 1 }
    await siwx.setSessions([])
    expect(config.signOut).toHaveBeenCalledTimes(2)
  })

  test('that could not be ended makes the call fail', async () => {
    const { siwx, server, config } = createSite({ signOut: async () => false })
    server.session = { address, chainId: 1 }
    await expect(siwx.setSessions([])).rejects.toMatchObject({ code: 'siwx/server-failed' })
    expect(config.onSignOut).not.toHaveBeenCalled()
  })

  test('of several is the first', async () => {
    const { siwx, config } = createSite()
    const first = await sign(siwx)
    await siwx.setSessions([first, { ...first, message: 'second' }])
    expect(config.verifyMessage).toHaveBeenCalledOnce()
    expect(config.verifyMessage).toHaveBeenCalledWith(
      expect.objectContaining({ message: first.message }),
    )
  })
})

test('options have the documented defaults', () => {
  expect(createSite().siwx.getRequired?.()).toBe(true)
  expect(createSite().siwx.signOutOnDisconnect).toBe(true)
  const { siwx } = createSite({ required: false, signOutOnDisconnect: false })
  expect(siwx.getRequired?.()).toBe(false)
  expect(siwx.signOutOnDisconnect).toBe(false)
})
