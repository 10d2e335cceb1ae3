/// <reference types="node" />
import { toQuantity } from '@latchkey/wire/rpc/eip155'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  type ReferenceClient,
  useReferenceClients,
} from '../../pairing/interop/referenceClients.js'
import { useRelay, WebSocket } from '../../pairing/interop/relay.js'
import { patience } from '../../pairing/interop/scope.js'
import { createFakeProvider } from '../fixtures/fakeProvider.js'
import { accountOf, createContext, createPermission, siteKey } from '../fixtures/permissionGrant.js'
import { createStatusNode, everyCapability } from '../fixtures/permissionSite.js'
import { createTestWidget } from '../fixtures/testWidget.js'
import { announceInstance, type Instance } from '../src/boot/instances.js'
import type { Latchkey } from '../src/boot/latchkey.js'
import { createPairingConnector } from '../src/connectors/pairing/createPairingConnector.js'
import { connectPaired } from '../src/core/pairing/actions/connectPaired.js'
import type { PermissionRequest } from '../src/core/sessions/permissionRequest.js'
import { pairingNeeds } from '../src/families/eip155/accounts.js'
import { eip155 } from '../src/families/eip155/index.js'
import {
  getSmartSessions,
  grantPermissions,
  isSmartSessionSupported,
  revokeSmartSession,
} from '../src/sessions/smartSessions.js'

/** A site asks a reference wallet on a phone for permissions (ERC-7715). */

// biome-ignore lint/correctness/useHookAtTopLevel: a hook of the tests, not of React
const relay = useRelay()
// biome-ignore lint/correctness/useHookAtTopLevel: a hook of the tests, not of React
const reference = useReferenceClients(relay.url)
const account = accountOf().address
const ends: (() => void)[] = []
let chain: ReturnType<typeof createStatusNode>

const request: PermissionRequest = {
  chainId: '0x1',
  expiry: 4_000_000_000,
  signer: {
    type: 'keys',
    data: { keys: [{ type: 'secp256k1', publicKey: privateKeyToAccount(siteKey).publicKey }] },
  },
  permissions: [
    {
      type: 'native-token-recurring-allowance',
      data: { allowance: toQuantity(10n ** 18n), start: 1_700_000_000, period: 86_400 },
    },
  ],
  policies: [],
}

beforeEach(() => {
  chain = createStatusNode()
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  for (const name of ['window', 'document']) vi.stubGlobal(name, page)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('WebSocket', WebSocket)
  vi.stubGlobal('fetch', chain.node.fetch)
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.unstubAllGlobals()
})

const permissionMethods = [
  'wallet_getCapabilities',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
]

type Answers = { readonly [method: string]: (params: unknown) => unknown }
type Asked = { readonly method: string; readonly params: unknown; readonly chainId: string }

/** Answers as its visitor decides; an error is a rejection. */
function answerRequests(wallet: ReferenceClient, answers: Answers): Asked[] {
  const asked: Asked[] = []
  wallet.on('session_request', async ({ topic, id, params }) => {
    const { method, params: given } = params.request
    asked.push({ method, params: given, chainId: params.chainId })
    const response = { id, jsonrpc: '2.0' }
    try {
      const result = await answers[method]?.(given)
      await wallet.respond({ topic, response: { ...response, result } })
    } catch (error) {
      const { code, message } = error as Error & { code: number }
      await wallet.respond({ topic, response: { ...response, error: { code, message } } })
    }
  })
  return asked
}

/** A site that is connected to a reference wallet. */
async function connectSite({
  methods = permissionMethods,
  answers = {},
}: {
  readonly methods?: readonly string[]
  readonly answers?: Answers
} = {}) {
  const provider = createFakeProvider({
    createSession: () => ({ pci: '6f1c9f3e-52b7-4a3e-9d7a-0d6a0c1f2b34' }),
    getSessions: () => ({ pcis: [] }),
    revokeSession: () => undefined,
  })
  const { widget, clock, end } = createTestWidget({
    provider,
    options: {
      relayUrls: [relay.url()],
      families: [eip155()],
      features: { smartSessions: true },
      metadata: { name: 'Harbour Books' },
    },
  })
  ends.push(end)
  const host = { fetch: async () => undefined, mount: async () => undefined }
  const instance = { name: '', latchkey: {} as Latchkey, widget, host, preload: {} }
  announceInstance(instance as unknown as Instance)
  const ports = { ...widget.ports, clock: { ...clock, now: Date.now } }
  const connector = createPairingConnector({ ...widget, ports })
  const wallet = await reference.start('their-wallet')
  const context = await createContext(createPermission())
  const asked = answerRequests(wallet, {
    wallet_getCapabilities: () => everyCapability,
    wallet_grantPermissions: (params) => ({ ...(params as [object])[0], context }),
    wallet_revokePermissions: () => '0x51',
    ...answers,
  })
  wallet.on('session_proposal', ({ id, params }) => {
    const offered = params.optionalNamespaces.eip155
    expect(offered?.methods).toEqual(expect.arrayContaining(permissionMethods))
    void wallet.approve({
      id,
      namespaces: {
        eip155: {
          accounts: [`eip155:1:${account}`],
          methods: ['personal_sign', 'eth_sendTransaction', ...methods],
          events: ['accountsChanged', 'chainChanged'],
        },
      },
    })
  })
  const { networks } = widget.stores.network.get()
  const needs = new Map([['eip155' as const, pairingNeeds(networks)]])
  const { uri, approval } = connector.propose({ needs, signal: widget.signal })
  await wallet.pair({ uri })
  await connectPaired(widget, { paired: await approval, mode: 'ask' })
  return { provider, clock, asked, context }
}

it('grants what the visitor approves in the wallet, lists and revokes it', async () => {
  const { provider, clock, asked, context } = await connectSite()
  expect(await isSmartSessionSupported()).toBe(true)
  const grant = await grantPermissions(request)
  expect(grant).toMatchObject({ chainId: '0x1', address: account, context })
  expect(asked.find(({ method }) => method === 'wallet_grantPermissions')).toEqual({
    method: 'wallet_grantPermissions',
    params: [{ ...request, address: account, version: 2 }],
    chainId: 'eip155:1',
  })
  expect(provider.calls.find(({ name }) => name === 'createSession')?.input).toMatchObject({
    account: `eip155:1:${account}`,
    context,
  })
  chain.set(context)
  const [session] = await getSmartSessions()
  expect(session).toMatchObject({ context, status: 'active' })
  const revoking = revokeSmartSession({ id: session?.id ?? '' })
  await vi.waitFor(
    () => expect(asked.map(({ method }) => method)).toContain('wallet_revokePermissions'),
    patience,
  )
  chain.set(context, { revoked: true })
  let hasEnded = false
  void revoking.then(() => {
    hasEnded = true
  })
  await vi.waitFor(async () => {
    await clock.advance(5_000)
    expect(hasEnded).toBe(true)
  }, patience)
  await revoking
})

it('rejects when the visitor declines in the wallet', async () => {
  const { provider } = await connectSite({
    answers: {
      wallet_grantPermissions: () => {
        throw Object.assign(new Error('User rejected.'), { code: 5000 })
      },
    },
  })
  await expect(grantPermissions(request)).rejects.toMatchObject({
    code: 'connection/user-rejected',
  })
  expect(provider.count('createSession')).toBe(0)
})

it('refuses a grant that the owner has not signed for this account', async () => {
  const wrong = await createContext(undefined, { account: `0x${'ab'.repeat(20)}` })
  await connectSite({
    answers: {
      wallet_grantPermissions: (params) => ({ ...(params as [object])[0], context: wrong }),
    },
  })
  await expect(grantPermissions(request)).rejects.toMatchObject({ code: 'sessions/wrong-answer' })
})

it('does not reach a wallet that has not approved the method', async () => {
  const { asked } = await connectSite({ methods: [] })
  expect(await isSmartSessionSupported()).toBe(false)
  await expect(grantPermissions(request)).rejects.toMatchObject({ code: 'sessions/unsupported' })
  expect(asked).toEqual([])
})
