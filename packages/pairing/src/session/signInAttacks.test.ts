import { secp256k1 } from '@noble/curves/secp256k1.js'
import { verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it, vi } from 'vitest'
import { settled } from '../../fixtures/fakeClock.js'
import { createDapp, createWallet, createWorld } from '../../fixtures/peers.js'
import vectors from '../../vectors/signIn.json' with { type: 'json' }
import type { VerifySignIn } from '../ports.js'
import { type AuthenticationRequest, narrowAuthPayload } from './authRequest.js'
import type { RequestedNamespaces } from './namespaces.js'
import { createRecap, encodeRecap } from './recap.js'
import { type Cacao, type CacaoPayload, formatSignInMessage } from './signInMessage.js'

const account = privateKeyToAccount(`0x${vectors.secretKey}`)
const stranger = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const chains = ['eip155:1', 'eip155:10']
const methods = ['personal_sign', 'eth_sendTransaction']
const scope = { chains, methods }
const optional = { eip155: { ...scope, events: ['chainChanged'] } }
const signIn = {
  domain: 'dapp.test',
  uri: 'https://dapp.test/login',
  nonce: 'abcdef0123456789',
  statement: 'Sign in to the test.',
}

const verifySignIn: VerifySignIn = ({ cacao, issuer, message }) =>
  verifyMessage({
    address: issuer.address as `0x${string}`,
    message,
    signature: cacao.s.s as `0x${string}`,
  })

type Answer = (request: AuthenticationRequest) => readonly Cacao[] | Promise<readonly Cacao[]>

function setUp({
  answer,
  verify = verifySignIn,
  authentication = {},
  required = {},
}: {
  answer: Answer
  verify?: VerifySignIn
  authentication?: object
  required?: RequestedNamespaces
}) {
  const world = createWorld()
  const dapp = createDapp(world, { verifySignIn: verify })
  const wallet = createWallet(world)
  wallet.client.on('authenticate', async (request) => {
    const cacaos = await answer(request)
    await wallet.client.approveAuthentication({ id: request.id, cacaos })
  })
  const propose = () => {
    const offer = dapp.client.propose({
      required,
      optional,
      authentication: { ...signIn, ...authentication },
    })
    offer.approval.catch(() => undefined)
    return offer
  }
  return { world, dapp, wallet, propose }
}

async function sign(payload: CacaoPayload, signer = account, type: Cacao['s']['t'] = 'eip191') {
  const s = await signer.signMessage({ message: formatSignInMessage(payload) })
  return { h: { t: 'caip122' }, p: payload, s: { t: type, s } } satisfies Cacao
}

/** The payload an honest wallet signs. */
const honest = ({ payload }: AuthenticationRequest, chain = 'eip155:1', supported = scope) =>
  narrowAuthPayload(payload, `${chain}:${account.address}`, supported)

async function expectRejected(test: ReturnType<typeof setUp>) {
  const { dapp, wallet } = test
  const { uri, approval } = test.propose()
  await wallet.client.pair({ uri })
  await expect(approval).rejects.toMatchObject({ code: 'pairing/sign-in-invalid' })
  await settled()
  expect([...dapp.client.sessions(), ...wallet.client.sessions()]).toEqual([])
}

describe('a hostile wallet', () => {
  it('is accepted as long as it is honest', async () => {
    const { wallet, propose } = setUp({ answer: async (request) => [await sign(honest(request))] })
    const { uri, approval } = propose()
    await wallet.client.pair({ uri })
    expect((await approval).namespaces.eip155).toMatchObject({
      chains,
      methods: [...methods].sort(),
    })
  })

  it('may leave the permissions out of the statement field if they are in the signed text', async () => {
    const { wallet, propose } = setUp({
      answer: async (request) => [await sign({ ...honest(request), statement: signIn.statement })],
    })
    const { uri, approval } = propose()
    await wallet.client.pair({ uri })
    expect((await approval).authentication).toHaveLength(1)
  })

  const recapOf = (granted: readonly string[]) => encodeRecap(createRecap(granted, chains))
  it.each<[string, Partial<CacaoPayload>]>([
    ['another nonce', { nonce: 'fedcba9876543210' }],
    ['another domain', { domain: 'evil.test' }],
    ['a look-alike domain', { domain: 'dapp.test.evil' }],
    ['another URI', { aud: 'https://dapp.test/other' }],
    ['another version', { version: '2' }],
    ['another address', { iss: `did:pkh:eip155:1:${stranger.address}` }],
    ['a chain that was not requested', { iss: `did:pkh:eip155:137:${account.address}` }],
    ['another family', { iss: `did:pkh:solana:1:${account.address}` }],
    ['an issuer that is not did:pkh', { iss: `eip155:1:${account.address}` }],
    ['another issue time', { iat: '2020-01-01T00:00:00.000Z' }],
    ['an added expiry', { exp: '2099-01-01T00:00:00.000Z' }],
    ['an added start', { nbf: '2020-01-01T00:00:00.000Z' }],
    ['an added request id', { requestId: 'other' }],
    ['another statement', { statement: 'I give everything away.' }],
    ['text after the statement', { statement: 'Sign in to the test. And more.' }],
    ['an added resource', { resources: ['https://evil.test', recapOf(methods)] }],
    ['no permissions', { resources: [] }],
    ['permissions that were not requested only', { resources: [recapOf(['eth_sign'])] }],
  ])('is rejected for a sign-in with %s', async (_what, change) => {
    const answer: Answer = async (request) => [await sign({ ...honest(request), ...change })]
    await expectRejected(setUp({ answer }))
  })

  it('is rejected when it hides the permissions from the user', async () => {
    const answer: Answer = async (request) => {
      const payload = { ...honest(request), statement: signIn.statement }
      const [head = '', tail = ''] = formatSignInMessage(payload).split(' I further authorize')
      const message = head + tail.slice(tail.indexOf('\n'))
      const s = await account.signMessage({ message })
      return [{ h: { t: 'caip122' }, p: payload, s: { t: 'eip191', s } }]
    }
    await expectRejected(setUp({ answer }))
  })

  it('is rejected when a stranger signed', async () => {
    await expectRejected(
      setUp({ answer: async (request) => [await sign(honest(request), stranger)] }),
    )
  })

  it('is rejected when only one of its sign-ins is valid', async () => {
    const answer: Answer = async (request) => [
      await sign(honest(request)),
      await sign(honest(request, 'eip155:10'), stranger),
    ]
    await expectRejected(setUp({ answer }))
  })

  it.each([
    ['malleated', (r: string, s: bigint, v: number) => r + toHex(order - s) + byte(55 - v)],
    ['in the compact form', (r: string, s: bigint) => r + toHex(s)],
    ['with trailing bytes', (r: string, s: bigint, v: number) => `${r}${toHex(s)}${byte(v)}00`],
    ['with an unknown recovery id', (r: string, s: bigint) => `${r}${toHex(s)}1d`],
  ])('is rejected for a signature %s', async (_what, change) => {
    const answer: Answer = async (request) => {
      const cacao = await sign(honest(request))
      const digits = cacao.s.s.slice(2)
      const s = BigInt(`0x${digits.slice(64, 128)}`)
      const changed = change(digits.slice(0, 64), s, Number.parseInt(digits.slice(128), 16))
      return [{ ...cacao, s: { t: 'eip191', s: `0x${changed}` } }]
    }
    // Even if the verifier would accept it.
    await expectRejected(setUp({ answer, verify: async () => true }))
  })

  it('is rejected for a sign-in of an earlier request', async () => {
    let replayed: Cacao | undefined
    const test = setUp({
      answer: async (request) => {
        replayed ??= await sign(honest(request))
        return [replayed]
      },
    })
    const first = test.propose()
    await test.wallet.client.pair({ uri: first.uri })
    const session = await first.approval
    await test.dapp.client.disconnect({ topic: session.topic })
    await settled()
    // The site repeats its nonce; the issue time still differs.
    await test.world.clock.advance(1_000)
    await expectRejected(test)
  })

  it.each([
    ['expired while the user waited', { expirationTime: '2099-01-01T00:00:00.000Z' }, true],
    ['is not valid yet', { notBefore: '2099-01-01T00:00:00.000Z' }, false],
  ])('is rejected for a message that %s', async (_what, times, isExpiring) => {
    const clock = { advance: (_milliseconds: number): Promise<void> => Promise.resolve() }
    const lifetime = 20_000
    const world = createWorld()
    const expirationTime = new Date(world.clock.now() + lifetime).toISOString()
    const test = setUp({
      answer: async (request) => {
        if (isExpiring) await clock.advance(lifetime)
        return [await sign(honest(request))]
      },
      authentication: isExpiring ? { expirationTime } : times,
    })
    clock.advance = (milliseconds) => test.world.clock.advance(milliseconds)
    await expectRejected(test)
  })

  it('gets no session for chains that a contract account did not prove', async () => {
    const answer: Answer = async (request) => [await sign(honest(request), account, 'eip1271')]
    const { wallet, propose } = setUp({ answer })
    const { uri, approval } = propose()
    await wallet.client.pair({ uri })
    const accounts = [`eip155:1:${account.address}`]
    expect((await approval).namespaces.eip155?.accounts).toEqual(accounts)
    expect(wallet.client.sessions()[0]?.namespaces.eip155?.accounts).toEqual(accounts)
  })

  it('gets the chains a contract account proved one by one', async () => {
    const answer: Answer = async (request) => [
      await sign(honest(request), account, 'eip1271'),
      await sign(honest(request, 'eip155:10'), account, 'eip1271'),
    ]
    const { wallet, propose } = setUp({ answer })
    const { uri, approval } = propose()
    await wallet.client.pair({ uri })
    expect((await approval).namespaces.eip155?.accounts).toEqual(
      chains.map((chain) => `${chain}:${account.address}`),
    )
  })

  it('gets no session on chains the sign-in did not ask for', async () => {
    const answer: Answer = async (request) => {
      const payload = { ...honest(request), resources: [recapOf(methods)] }
      return [await sign(payload)]
    }
    const { wallet, propose } = setUp({ answer, authentication: { chains: ['eip155:1'] } })
    const { uri, approval } = propose()
    await wallet.client.pair({ uri })
    expect((await approval).namespaces.eip155?.accounts).toEqual([`eip155:1:${account.address}`])
  })

  it('is rejected when it misses what is required', async () => {
    const answer: Answer = async (request) => [
      await sign(honest(request, 'eip155:1', { chains: ['eip155:1'], methods })),
    ]
    const required = { eip155: { chains: ['eip155:10'], methods: [], events: [] } }
    await expectRejected(setUp({ answer, required }))
  })

  it('is rejected when the signature cannot be verified in time', async () => {
    const answer: Answer = async (request) => [await sign(honest(request))]
    const verify = vi.fn<VerifySignIn>(() => new Promise(() => {}))
    const test = setUp({ answer, verify })
    const { uri, approval } = test.propose()
    await test.wallet.client.pair({ uri })
    await vi.waitFor(() => expect(verify).toHaveBeenCalled())
    await test.world.clock.advance(30_000)
    await expect(approval).rejects.toMatchObject({ code: 'pairing/sign-in-invalid' })
    await settled()
    expect(test.wallet.client.sessions()).toEqual([])
  })

  it('loses its session when the page gave up during the verification', async () => {
    let finish: (isValid: boolean) => void = () => {}
    const verify = vi.fn<VerifySignIn>(
      () =>
        new Promise((resolve) => {
          finish = resolve
        }),
    )
    const { wallet, dapp } = setUp({
      answer: async (request) => [await sign(honest(request))],
      verify,
    })
    const controller = new AbortController()
    const { signal } = controller
    const offer = dapp.client.propose({ optional, authentication: signIn, signal })
    const outcome = expect(offer.approval).rejects.toMatchObject({ code: 'pairing/cancelled' })
    await wallet.client.pair({ uri: offer.uri })
    await vi.waitFor(() => expect(verify).toHaveBeenCalled())
    controller.abort()
    await outcome
    finish(true)
    await settled()
    expect([...dapp.client.sessions(), ...wallet.client.sessions()]).toEqual([])
  })
})

const order = secp256k1.Point.Fn.ORDER
const toHex = (value: bigint) => value.toString(16).padStart(64, '0')
const byte = (value: number) => value.toString(16).padStart(2, '0')
