import { describe, expect, it, vi } from 'vitest'
import type { WalletClient } from '../src/createWalletClient.js'
import { formatSignInMessage } from '../src/session/signInMessage.js'
import { approveSignIn } from './approveSignIn.js'
import { useOurClients } from './ourClients.js'
import { type ReferenceClient, useReferenceClients } from './referenceClients.js'
import { useRelay } from './relay.js'
import { account, granted, patience, requested } from './scope.js'

const relay = useRelay()
const ours = useOurClients(relay.url)
const reference = useReferenceClients(relay.url)

const chains = ['eip155:1', 'eip155:10']
const methods = ['personal_sign', 'eth_sendTransaction']
const reason = { code: 5000, message: 'User rejected.' }
const request = { method: 'personal_sign', params: ['0x68', account.address] }
const signIn = {
  domain: 'site.example',
  uri: 'https://site.example/login',
  nonce: 'abcdef0123456789',
  statement: 'Sign in to the site.',
  resources: ['https://site.example/terms'],
  requestId: 'order-7',
}
const times = {
  issuedAt: new Date(Date.now() - 60_000).toISOString(),
  expirationTime: new Date(Date.now() + 600_000).toISOString(),
  notBefore: new Date(Date.now() - 60_000).toISOString(),
}

describe('our dapp with a reference wallet that signs in', () => {
  function answerRequests(wallet: ReferenceClient) {
    wallet.on('session_request', async ({ topic, id, params }) => {
      const result = await account.signMessage({ message: { raw: params.request.params[0] } })
      await wallet.respond({ topic, response: { id, jsonrpc: '2.0', result } })
    })
  }

  async function propose() {
    const dapp = ours.dapp()
    const wallet = await reference.start('their-wallet')
    const offer = dapp.propose({ optional: requested, authentication: { ...signIn, ...times } })
    offer.approval.catch(() => undefined)
    return { dapp, wallet, ...offer }
  }

  it('returns a session with the signed message, after one question', async () => {
    const { dapp, wallet, uri, approval } = await propose()
    const proposals = vi.fn()
    wallet.on('session_proposal', proposals)
    const texts = approveSignIn(wallet, { chains, methods })
    answerRequests(wallet)
    await wallet.pair({ uri })
    const session = await approval
    const [cacao] = session.authentication ?? []
    expect(cacao && formatSignInMessage(cacao.p)).toBe(texts[0])
    expect(texts[0]).toContain('Sign in to the site. I further authorize the stated URI')
    expect(texts[0]).toContain(`Expiration Time: ${times.expirationTime}\nNot Before: `)
    expect(texts[0]).toContain('Request ID: order-7\nResources:\n- https://site.example/terms\n')
    expect(session.namespaces.eip155).toMatchObject({
      accounts: granted.eip155.accounts,
      methods: ['eth_sendTransaction', 'personal_sign'],
    })
    const { topic } = session
    expect(await dapp.request({ topic, chainId: 'eip155:1', ...request })).toBe(
      await account.signMessage({ message: { raw: '0x68' } }),
    )
    expect(proposals).not.toHaveBeenCalled()
    expect(wallet.session.getAll().map((one) => one.topic)).toEqual([topic])
  })

  it('accepts one message per chain', async () => {
    const { wallet, uri, approval } = await propose()
    approveSignIn(wallet, { chains, methods, on: chains })
    await wallet.pair({ uri })
    const { authentication } = await approval
    expect(authentication?.map(({ p }) => p.iss)).toEqual(
      chains.map((chain) => `did:pkh:${chain}:${account.address}`),
    )
  })

  it('reports that the user rejected', async () => {
    const { wallet, uri, approval } = await propose()
    wallet.on('session_authenticate', ({ id }) => {
      void wallet.rejectSessionAuthenticate({ id, reason })
    })
    await wallet.pair({ uri })
    await expect(approval).rejects.toMatchObject({ code: 'pairing/user-rejected' })
  })

  it('rejects another nonce and ends the session in the wallet', async () => {
    const { dapp, wallet, uri, approval } = await propose()
    const ended = vi.fn()
    wallet.on('session_delete', ended)
    approveSignIn(wallet, { chains, methods, change: { nonce: 'fedcba9876543210' } })
    await wallet.pair({ uri })
    await expect(approval).rejects.toMatchObject({ code: 'pairing/sign-in-invalid' })
    await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce(), patience)
    expect(dapp.sessions()).toEqual([])
    expect(wallet.session.getAll()).toEqual([])
  })

  it('connects a wallet that cannot sign in while connecting', async () => {
    const { wallet, uri, approval } = await propose()
    wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: granted }))
    await wallet.pair({ uri })
    const session = await approval
    expect(session.authentication).toBeUndefined()
    expect(session.namespaces.eip155?.methods).toContain('personal_sign')
  })
})

describe('a reference dapp with our wallet that signs in', () => {
  async function authenticate() {
    const wallet = ours.wallet()
    const dapp = await reference.start('their-dapp')
    const { uri, response } = await dapp.authenticate({
      chains,
      methods: requested.eip155.methods,
      ...signIn,
      exp: times.expirationTime,
      nbf: times.notBefore,
    })
    const answer = response()
    answer.catch(() => undefined)
    return { wallet, dapp, uri, answer }
  }

  function signInWith(wallet: WalletClient) {
    wallet.on('authenticate', ({ id }) => {
      const sign = (message: string) => account.signMessage({ message })
      const signer = `eip155:1:${account.address}`
      void wallet.signIn({ id, account: signer, chains, methods, sign })
    })
    wallet.on('request', async ({ topic, id }) => {
      const result = await account.signMessage({ message: { raw: '0x68' } })
      await wallet.respond({ topic, id, result })
    })
  }

  it('gets a session with the signed message, after one question', async () => {
    const { wallet, dapp, uri, answer } = await authenticate()
    const proposals = vi.fn()
    wallet.on('proposal', proposals)
    signInWith(wallet)
    await wallet.pair({ uri })
    const { auths, session } = await answer
    expect(auths).toHaveLength(1)
    expect(auths?.[0]?.p).toMatchObject({ nonce: signIn.nonce, exp: times.expirationTime })
    expect(session?.namespaces.eip155?.accounts).toEqual(granted.eip155.accounts)
    expect(await dapp.request({ topic: session?.topic ?? '', chainId: 'eip155:1', request })).toBe(
      await account.signMessage({ message: { raw: '0x68' } }),
    )
    expect(proposals).not.toHaveBeenCalled()
    expect(wallet.sessions()).toHaveLength(1)
  })

  it('learns that the user rejected', async () => {
    const { wallet, uri, answer } = await authenticate()
    wallet.on('authenticate', ({ id }) => void wallet.reject({ id }))
    await wallet.pair({ uri })
    await expect(answer).rejects.toEqual(reason.message)
  })

  it('gets a plain session when our wallet does not sign in', async () => {
    const { wallet, uri, answer } = await authenticate()
    wallet.on('proposal', ({ id }) => void wallet.approve({ id, namespaces: granted }))
    await wallet.pair({ uri })
    const { auths, session } = await answer
    expect(auths ?? []).toEqual([])
    expect(session?.namespaces.eip155?.accounts).toEqual(granted.eip155.accounts)
  })
})
