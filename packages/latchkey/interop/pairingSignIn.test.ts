/// <reference types="node" />
import { SiweMessage } from 'siwe'
import { createPublicClient, type Hex, http } from 'viem'
import { verifySiweMessage } from 'viem/siwe'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { approveSignIn } from '../../pairing/interop/approveSignIn.js'
import { useReferenceClients } from '../../pairing/interop/referenceClients.js'
import { useRelay, WebSocket } from '../../pairing/interop/relay.js'
import { account } from '../../pairing/interop/scope.js'
import { createTestWidget } from '../fixtures/testWidget.js'
import { createPairingConnector } from '../src/connectors/pairing/createPairingConnector.js'
import { createNonce, verify } from '../src/exports/siwx/server.js'
import { eip155 } from '../src/families/eip155/index.js'

/** The widget signs in while pairing with a reference wallet; servers accept the message. */

// biome-ignore lint/correctness/useHookAtTopLevel: a hook of the tests, not of React
const relay = useRelay()
// biome-ignore lint/correctness/useHookAtTopLevel: a hook of the tests, not of React
const reference = useReferenceClients(relay.url)
const domain = 'site.test'
const chains = ['eip155:1', 'eip155:8453'] as const
const ends: (() => void)[] = []
const needs = new Map([
  [
    'eip155' as const,
    {
      chains,
      methods: ['eth_sendTransaction', 'personal_sign'],
      events: ['accountsChanged', 'chainChanged'],
    },
  ],
])

beforeEach(() => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  for (const name of ['window', 'document']) vi.stubGlobal(name, page)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('WebSocket', WebSocket)
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.unstubAllGlobals()
})

async function propose(statement = 'Sign in to the site.') {
  const { widget, end } = createTestWidget({
    options: { relayUrls: [relay.url()], families: [eip155()] },
  })
  ends.push(end)
  const clock = { ...widget.ports.clock, now: Date.now }
  const connector = createPairingConnector({ ...widget, ports: { ...widget.ports, clock } })
  const wallet = await reference.start('their-wallet')
  const nonce = createNonce()
  const { approval, uri } = connector.propose({
    needs,
    signIn: {
      chains,
      domain,
      uri: 'https://site.test/page',
      nonce,
      statement,
      resources: ['https://site.test/terms'],
      issuedAt: new Date().toISOString(),
      expirationTime: new Date(Date.now() + 600_000).toISOString(),
      notBefore: undefined,
      requestId: 'order-7',
    },
    signal: widget.signal,
  })
  approval.catch(() => undefined)
  return { approval, uri, nonce, wallet }
}

it('connects with a sign-in that servers accept', async () => {
  const { approval, uri, nonce, wallet } = await propose()
  approveSignIn(wallet, { chains, methods: ['personal_sign'] })
  await wallet.pair({ uri })
  const paired = await approval
  const [session] = await paired.signIns()
  if (!session) throw new Error('Not signed in')
  const { message, signature } = session
  expect(session.data).toMatchObject({ accountAddress: account.address, chainId: 'eip155:1' })
  expect(paired.transport('eip155').approved?.()).toEqual({
    networks: chains,
    accounts: chains.map((chain) => `${chain}:${account.address}`),
  })
  expect(await verify({ message, signature, nonce, domain })).toMatchObject({ ok: true })
  expect(await new SiweMessage(message).verify({ signature, domain, nonce })).toMatchObject({
    success: true,
  })
  const client = createPublicClient({ transport: http('http://127.0.0.1:9') })
  const given = { message, signature: signature as Hex, domain, nonce }
  expect(await verifySiweMessage(client, given)).toBe(true)
})

it('rejects a sign-in for another site', async () => {
  const { approval, uri, wallet } = await propose()
  const change = { domain: 'evil.test' }
  approveSignIn(wallet, { chains, methods: ['personal_sign'], change })
  await wallet.pair({ uri })
  await expect(approval).rejects.toMatchObject({ code: 'siwx/failed' })
})

it('only connects when the message is longer than wallets accept', async () => {
  const usual = await propose()
  const long = await propose('Sign in. '.repeat(500))
  expect(usual.uri).toContain('wc_sessionAuthenticate')
  expect(long.uri).not.toContain('wc_sessionAuthenticate')
})
