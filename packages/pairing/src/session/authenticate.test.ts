import { describe, expect, it, vi } from 'vitest'
import { settled } from '../../fixtures/fakeClock.js'
import {
  ADDRESS,
  createDapp,
  createWallet,
  createWorld,
  GRANTED,
  REQUESTED,
} from '../../fixtures/peers.js'
import { createDappClient } from '../createDappClient.js'
import { createPairingClient } from '../createPairingClient.js'
import type { PairingOptions } from '../ports.js'

const authentication = {
  domain: 'dapp.test',
  uri: 'https://dapp.test/login',
  nonce: 'abcdef0123456789',
  statement: 'Sign in to the test',
}
const supported = { chains: ['eip155:1', 'eip155:10'], methods: ['personal_sign'] }

function setUp(options: Partial<PairingOptions> = {}) {
  const world = createWorld()
  const dapp = createDapp(world, options)
  const wallet = createWallet(world)
  const { uri, approval } = dapp.client.propose({ optional: REQUESTED, authentication })
  approval.catch(() => undefined)
  return { world, dapp, wallet, uri, approval }
}

describe('one-click sign-in', () => {
  it('returns a session with a signed message in one step', async () => {
    const verifySignIn = vi.fn(async () => true)
    const { dapp, wallet, uri, approval } = setUp({ verifySignIn })
    const messages: string[] = []
    const proposals = vi.fn()
    wallet.client.on('proposal', proposals)
    wallet.client.on('authenticate', ({ id, requester, payload }) => {
      expect(requester.metadata.name).toBe('dapp')
      expect(payload.nonce).toBe(authentication.nonce)
      const sign = async (message: string) => {
        messages.push(message)
        return `0x${'ab'.repeat(65)}`
      }
      void wallet.client.signIn({ id, account: `eip155:1:${ADDRESS}`, ...supported, sign })
    })
    expect(uri).toContain('&methods=wc_sessionAuthenticate')
    await wallet.client.pair({ uri })
    const session = await approval
    expect(messages[0]).toContain(
      `dapp.test wants you to sign in with your Ethereum account:\n${ADDRESS}`,
    )
    expect(verifySignIn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        message: messages[0],
        issuer: expect.objectContaining({ address: ADDRESS }),
      }),
    )
    expect(session).toMatchObject({
      acknowledged: true,
      authentication: [{ p: { nonce: authentication.nonce } }],
      namespaces: {
        eip155: {
          accounts: [`eip155:1:${ADDRESS}`, `eip155:10:${ADDRESS}`],
          methods: ['personal_sign'],
        },
      },
    })
    await settled()
    expect(proposals).not.toHaveBeenCalled()
    await dapp.client.ping({ topic: session.topic })
    await wallet.client.ping({ topic: session.topic })
    expect(wallet.client.sessions()[0]?.namespaces).toEqual(session.namespaces)
  })

  it('falls back to a plain session when the wallet does not support it', async () => {
    const { wallet, uri, approval } = setUp()
    wallet.client.on(
      'proposal',
      ({ id }) => void wallet.client.approve({ id, namespaces: GRANTED }),
    )
    await wallet.client.pair({ uri })
    const session = await approval
    expect(session.authentication).toBeUndefined()
    expect(session.namespaces.eip155?.methods).toContain('personal_sign')
  })

  it('reports a rejection', async () => {
    const { wallet, uri, approval } = setUp()
    wallet.client.on('authenticate', ({ id }) => void wallet.client.reject({ id }))
    await wallet.client.pair({ uri })
    await expect(approval).rejects.toMatchObject({ code: 'pairing/user-rejected' })
  })

  it('rejects an invalid signature and ends the session of the wallet', async () => {
    const { dapp, wallet, uri, approval } = setUp({ verifySignIn: async () => false })
    wallet.client.on('authenticate', ({ id }) => {
      const sign = async () => `0x${'00'.repeat(65)}`
      void wallet.client.signIn({ id, account: `eip155:1:${ADDRESS}`, ...supported, sign })
    })
    await wallet.client.pair({ uri })
    await expect(approval).rejects.toMatchObject({ code: 'pairing/sign-in-invalid' })
    await settled()
    expect([...dapp.client.sessions(), ...wallet.client.sessions()]).toEqual([])
  })

  it('throws when verifySignIn is missing', () => {
    const world = createWorld()
    const { storage, environment } = createDapp(world)
    for (const create of [createDappClient, createPairingClient]) {
      const client = create(world.options(storage, environment, 'careless'))
      // @ts-expect-error Without verifySignIn the type has no authentication.
      const propose = () => client.propose({ optional: REQUESTED, authentication })
      expect(propose).toThrow(expect.objectContaining({ code: 'pairing/verifier-missing' }))
      client.close()
    }
  })

  it('rejects the sign-in when the client restarts without verifySignIn', async () => {
    const { world, dapp, wallet, uri } = setUp()
    await settled()
    dapp.client.close()
    const client = createDappClient(world.options(dapp.storage, dapp.environment, 'dapp'))
    await client.restore()
    wallet.client.on('authenticate', ({ id }) => {
      const sign = async () => `0x${'00'.repeat(65)}`
      void wallet.client.signIn({ id, account: `eip155:1:${ADDRESS}`, ...supported, sign })
    })
    await wallet.client.pair({ uri })
    await settled()
    expect([...client.sessions(), ...wallet.client.sessions()]).toEqual([])
  })

  it.each([
    ['another nonce', { nonce: 'other' }],
    ['another domain', { domain: 'evil.test' }],
    ['a chain that was not requested', { iss: `did:pkh:eip155:5:${ADDRESS}` }],
    ['another statement', { statement: 'Something else' }],
    ['no permissions', { resources: [] }],
  ])('rejects a sign-in with %s', async (_what, change) => {
    const { wallet, uri, approval } = setUp()
    wallet.client.on('authenticate', ({ id, payload }) => {
      const { type: _type, chains: _chains, ...rest } = payload
      const cacao = {
        h: { t: 'caip122' as const },
        p: { iss: `did:pkh:eip155:1:${ADDRESS}`, ...rest, ...change },
        s: { t: 'eip191' as const, s: `0x${'ab'.repeat(65)}` },
      }
      void wallet.client.approveAuthentication({ id, cacaos: [cacao] })
    })
    await wallet.client.pair({ uri })
    await expect(approval).rejects.toMatchObject({ code: 'pairing/sign-in-invalid' })
  })

  it('completes after a reload of the dapp', async () => {
    const { dapp, wallet, uri } = setUp()
    await settled()
    const client = await dapp.restart()
    await client.restore()
    wallet.client.on('authenticate', ({ id }) => {
      const sign = async () => `0x${'ab'.repeat(65)}`
      void wallet.client.signIn({ id, account: `eip155:1:${ADDRESS}`, ...supported, sign })
    })
    await wallet.client.pair({ uri })
    await settled()
    expect(client.sessions()).toMatchObject([{ authentication: [{}] }])
  })

  it('throws for input that would make the message ambiguous', () => {
    const dapp = createDapp(createWorld())
    const propose = (change: object) => () =>
      dapp.client.propose({ optional: REQUESTED, authentication: { ...authentication, ...change } })
    expect(propose({ statement: 'Grüße' })).toThrow('invalid')
    expect(propose({ nonce: 'a\nb' })).toThrow('invalid')
    expect(propose({ chains: [] })).toThrow('invalid')
  })
})
