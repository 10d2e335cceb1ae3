import { describe, expect, it, vi } from 'vitest'
import { settled } from '../../fixtures/fakeClock.js'
import { createRawWallet } from '../../fixtures/rawWallet.js'
import {
  type Answer,
  honest,
  methods,
  optional,
  setUp,
  sign,
  signIn,
  stranger,
} from '../../fixtures/signingWallet.js'
import type { VerifySignIn } from '../ports.js'

const answer: Answer = async (request) => [await sign(honest(request))]

/** A verifier that waits for the test. */
function createSlowVerifier() {
  let finish: (isValid: boolean) => void = () => {}
  const isValid = new Promise<boolean>((resolve) => {
    finish = resolve
  })
  return { verify: vi.fn<VerifySignIn>(() => isValid), finish: () => finish(true) }
}
const foreignAccounts = {
  namespaces: {
    eip155: { accounts: [`eip155:1:${stranger.address}`], methods, events: ['chainChanged'] },
  },
}

describe('a wallet whose sign-in is being verified', () => {
  it('is rejected when the signature cannot be verified in time', async () => {
    const verify = vi.fn<VerifySignIn>(() => new Promise(() => {}))
    const test = setUp({ answer, verify })
    const { uri, approval } = test.propose()
    await test.wallet.client.pair({ uri })
    await vi.waitFor(() => expect(verify).toHaveBeenCalled())
    await test.world.clock.advance(15_000)
    await expect(approval).rejects.toMatchObject({ code: 'pairing/sign-in-invalid' })
    await settled()
    expect(test.wallet.client.sessions()).toEqual([])
  })

  it('cannot settle the plain proposal after its sign-in', async () => {
    const { world, wallet, dapp, propose } = setUp({ answer })
    const { uri, approval } = propose()
    await settled()
    const raw = await createRawWallet(world, uri)
    await wallet.client.pair({ uri })
    const { topic } = await approval
    raw.answerProposal()
    raw.settle(foreignAccounts)
    await settled()
    expect(dapp.client.sessions().map((session) => session.topic)).toEqual([topic])
    expect(dapp.client.sessions()[0]?.namespaces.eip155?.accounts).not.toContain(
      foreignAccounts.namespaces.eip155.accounts[0],
    )
  })

  it('cannot settle the plain proposal during the verification', async () => {
    const { verify, finish } = createSlowVerifier()
    const { world, wallet, dapp, propose } = setUp({ answer, verify })
    const { uri, approval } = propose()
    await settled()
    const raw = await createRawWallet(world, uri)
    await wallet.client.pair({ uri })
    await vi.waitFor(() => expect(verify).toHaveBeenCalled())
    raw.answerProposal()
    raw.settle(foreignAccounts)
    finish()
    const session = await approval
    await settled()
    expect(session.authentication).toHaveLength(1)
    expect(dapp.client.sessions()).toEqual([session])
  })

  it('is not signed in when it answered the plain proposal first', async () => {
    const { world, wallet, dapp, propose } = setUp({ answer })
    const { uri, approval } = propose()
    await settled()
    const raw = await createRawWallet(world, uri)
    raw.answerProposal()
    await settled()
    await wallet.client.pair({ uri })
    await vi.waitFor(() => expect(wallet.client.sessions()).toHaveLength(1))
    await settled()
    raw.settle(foreignAccounts)
    const session = await approval
    expect(session.authentication).toBeUndefined()
    expect(dapp.client.sessions()).toEqual([session])
  })

  it('loses its session when the page gave up during the verification', async () => {
    const { verify, finish } = createSlowVerifier()
    const { wallet, dapp } = setUp({ answer, verify })
    const controller = new AbortController()
    const { signal } = controller
    const offer = dapp.client.propose({ optional, authentication: signIn, signal })
    const outcome = expect(offer.approval).rejects.toMatchObject({ code: 'pairing/cancelled' })
    await wallet.client.pair({ uri: offer.uri })
    await vi.waitFor(() => expect(verify).toHaveBeenCalled())
    controller.abort()
    await outcome
    finish()
    await settled()
    expect([...dapp.client.sessions(), ...wallet.client.sessions()]).toEqual([])
  })
})
