import { secp256k1 } from '@noble/curves/secp256k1.js'
import { describe, expect, it } from 'vitest'
import { settled } from '../../fixtures/fakeClock.js'
import { createWorld } from '../../fixtures/peers.js'
import {
  type Answer,
  account,
  chains,
  honest,
  methods,
  setUp,
  sign,
  signIn,
  stranger,
} from '../../fixtures/signingWallet.js'
import { createRecap, encodeRecap } from './recap.js'
import { type Cacao, type CacaoPayload, formatSignInMessage } from './signInMessage.js'

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

  it('is rejected for a message that expired while the user waited', async () => {
    const expiration = createWorld().clock.now() + 20_000
    const test: ReturnType<typeof setUp> = setUp({
      async answer(request) {
        await test.world.clock.advance(20_000)
        return [await sign(honest(request))]
      },
      authentication: { expirationTime: new Date(expiration).toISOString() },
    })
    await expectRejected(test)
  })

  it('is rejected for a message that is not valid yet', async () => {
    const authentication = { notBefore: '2099-01-01T00:00:00.000Z' }
    const answer: Answer = async (request) => [await sign(honest(request))]
    await expectRejected(setUp({ answer, authentication }))
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
})

const order = secp256k1.Point.Fn.ORDER
const toHex = (value: bigint) => value.toString(16).padStart(64, '0')
const byte = (value: number) => value.toString(16).padStart(2, '0')
