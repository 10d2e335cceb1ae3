import { describe, expect, it, vi } from 'vitest'
import { settled } from '../../fixtures/fakeClock.js'
import {
  createDapp,
  createWallet,
  createWorld,
  granted,
  requested,
  walletAddress,
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
  const { uri, approval } = dapp.client.propose({ optional: requested, authentication })
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
        return `0x${'12'.repeat(64)}1b`
      }
      void wallet.client.signIn({ id, account: `eip155:1:${walletAddress}`, ...supported, sign })
    })
    expect(uri).toContain('&methods=wc_sessionAuthenticate')
    await wallet.client.pair({ uri })
    const session = await approval
    expect(messages[0]).toContain(
      `dapp.test wants you to sign in with your Ethereum account:\n${walletAddress}`,
    )
    expect(verifySignIn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        message: messages[0],
        issuer: expect.objectContaining({ address: walletAddress }),
      }),
    )
    expect(session).toMatchObject({
      acknowledged: true,
      authentication: [{ p: { nonce: authentication.nonce } }],
      namespaces: {
        eip155: {
          accounts: [`eip155:1:${walletAddress}`, `eip155:10:${walletAddress}`],
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
      ({ id }) => void wallet.client.approve({ id, namespaces: granted }),
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
      const sign = async () => `0x${'12'.repeat(64)}1b`
      void wallet.client.signIn({ id, account: `eip155:1:${walletAddress}`, ...supported, sign })
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
      const propose = () => client.propose({ optional: requested, authentication })
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
      const sign = async () => `0x${'12'.repeat(64)}1b`
      void wallet.client.signIn({ id, account: `eip155:1:${walletAddress}`, ...supported, sign })
    })
    await wallet.client.pair({ uri })
    await settled()
    expect([...client.sessions(), ...wallet.client.sessions()]).toEqual([])
  })

  it('shows one question when the URI does not announce the sign-in', async () => {
    for (const isSignInFirst of [true, false]) {
      const { wallet, uri, world } = setUp()
      const questions: string[] = []
      wallet.client.on('authenticate', () => questions.push('sign-in'))
      wallet.client.on('proposal', () => questions.push('proposal'))
      await settled()
      if (!isSignInFirst) world.relay.stored.reverse()
      await wallet.client.pair({ uri: uri.replace('&methods=wc_sessionAuthenticate', '') })
      await settled()
      expect(questions).toEqual([isSignInFirst ? 'sign-in' : 'proposal'])
    }
  })

  it('is withdrawn in the wallet when the page cancels', async () => {
    const world = createWorld()
    const dapp = createDapp(world)
    const wallet = createWallet(world)
    const controller = new AbortController()
    const { uri, approval } = dapp.client.propose({
      optional: requested,
      authentication,
      signal: controller.signal,
    })
    const cancelled = expect(approval).rejects.toMatchObject({ code: 'pairing/cancelled' })
    const shown: number[] = []
    wallet.client.on('authenticate', ({ id }) => shown.push(id))
    wallet.client.on('request_expire', ({ id }) => shown.splice(shown.indexOf(id), 1))
    await wallet.client.pair({ uri })
    await settled()
    expect(shown).toHaveLength(1)
    controller.abort()
    await cancelled
    await settled()
    expect(shown).toEqual([])
  })

  it('signs only with an account on a chain that both sides have', async () => {
    const { wallet, uri, approval } = setUp()
    const sign = vi.fn(async () => `0x${'12'.repeat(64)}1b`)
    const requests: number[] = []
    wallet.client.on('authenticate', ({ id }) => requests.push(id))
    await wallet.client.pair({ uri })
    await settled()
    const [id = 0] = requests
    const signIn = (account: string, chains: readonly string[]) =>
      wallet.client.signIn({ id, account, chains, methods: ['personal_sign'], sign })
    const invalid = { code: 'pairing/invalid-input' }
    await expect(signIn(`eip155:5:${walletAddress}`, ['eip155:5'])).rejects.toMatchObject(invalid)
    await expect(signIn(`eip155:1:${walletAddress}`, ['eip155:10'])).rejects.toMatchObject(invalid)
    expect(sign).not.toHaveBeenCalled()
    await signIn(`eip155:1:${walletAddress}`, ['eip155:1'])
    expect((await approval).namespaces.eip155?.chains).toEqual(['eip155:1'])
  })

  it('completes after a reload of the dapp', async () => {
    const { dapp, wallet, uri } = setUp()
    await settled()
    const client = await dapp.restart()
    await client.restore()
    wallet.client.on('authenticate', ({ id }) => {
      const sign = async () => `0x${'12'.repeat(64)}1b`
      void wallet.client.signIn({ id, account: `eip155:1:${walletAddress}`, ...supported, sign })
    })
    await wallet.client.pair({ uri })
    await settled()
    expect(client.sessions()).toMatchObject([{ authentication: [{}] }])
  })

  it('throws for input that would make the message ambiguous', () => {
    const dapp = createDapp(createWorld())
    const propose = (change: object) => () =>
      dapp.client.propose({ optional: requested, authentication: { ...authentication, ...change } })
    expect(propose({ statement: 'Grüße' })).toThrow('invalid')
    expect(propose({ nonce: 'a\nb' })).toThrow('invalid')
    expect(propose({ chains: [] })).toThrow('invalid')
    expect(propose({ chains: ['eip155:137'] })).toThrow('invalid')
  })
})
