import type { PairingEventName } from '@latchkey/pairing/events'
import type { Session } from '@latchkey/pairing/session'
import type { SignInInput } from '@latchkey/pairing/wallet'
import { recoverMessageAddress, stringToHex } from 'viem'
import { expect, test, vi } from 'vitest'
import { echoChain, echoFamily } from '../../families/echoFamily.fixture.js'
import { createKeyring } from '../../keys/keyring.js'
import { createRemote } from '../remote.js'
import { createPhone } from './createPhone.js'
import type { PhoneClient } from './phoneClient.js'
import type { PhoneScript } from './phoneState.js'
import { createSelectionMemory } from './selection.js'

// Deriving keys is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const keyring = createKeyring()
const address = keyring.address(0)
const peer = {
  publicKey: 'aa',
  metadata: { name: 'Shop', description: '', url: 'https://shop.example', icons: [] },
}
const session = {
  topic: 'topic',
  peer,
  namespaces: {
    eip155: {
      chains: ['eip155:1'],
      accounts: [`eip155:1:${address}`],
      methods: ['personal_sign', 'wallet_switchEthereumChain'],
      events: ['accountsChanged', 'chainChanged'],
    },
    cosmos: {
      chains: [echoChain],
      accounts: [`${echoChain}:echo0`],
      methods: ['echo_sign'],
      events: ['accountsChanged'],
    },
  },
} as unknown as Session

function open(script: PhoneScript = 'ask', items = new Map<string, string>()) {
  const listeners = new Map<string, (event: never) => void>()
  const spies = {
    pair: vi.fn(async () => ({ topic: 'pairing' })),
    approve: vi.fn(async () => session),
    reject: vi.fn(async () => undefined),
    respond: vi.fn(async (_answer: unknown) => undefined),
    signIn: vi.fn(async (_input: SignInInput) => session),
    update: vi.fn(async () => session),
    emit: vi.fn(async () => undefined),
    disconnect: vi.fn(async () => undefined),
    restore: vi.fn(async () => [session]),
  }
  const client: PhoneClient = {
    ...spies,
    sessions: () => [session],
    on(name, listener) {
      listeners.set(name, listener as (event: never) => void)
      return () => listeners.delete(name)
    },
  }
  const phone = createPhone({
    client,
    keyring,
    families: [echoFamily],
    // Nothing listens here: the phone must work when its chains are down.
    local: {
      nodes: new Map([
        ['eip155:1', 'http://127.0.0.1:9'],
        ['eip155:8453', 'http://127.0.0.1:9'],
      ]),
      relay: undefined,
      projectId: 'x',
    },
    script,
    selection: createSelectionMemory({
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
    }),
  })
  const arrive = (name: PairingEventName, event: unknown) => listeners.get(name)?.(event as never)
  const request = (method: string, params: unknown, chainId = 'eip155:1') =>
    arrive('request', { topic: 'topic', id: 7, chainId, method, params, expiry: 0 })
  const getResponse = async () => {
    await vi.waitFor(() => expect(spies.respond).toHaveBeenCalled())
    return spies.respond.mock.calls[0]?.[0]
  }
  return { phone, remote: createRemote(phone), spies, arrive, request, getResponse }
}

const proposal = {
  id: 3,
  proposer: peer,
  required: {},
  optional: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } },
}

test('grants a proposal for the chosen account', async () => {
  const { phone, spies, arrive } = open()
  arrive('proposal', proposal)
  arrive('proposal', proposal)
  const [item, again] = phone.state().inbox
  expect(item).toMatchObject({ kind: 'proposal', dapp: { name: 'Shop', host: 'shop.example' } })
  expect(again).toBeUndefined()
  if (item) await phone.decide(item, 'approve', 1)
  expect(spies.approve).toHaveBeenCalledWith({
    id: 3,
    namespaces: {
      eip155: expect.objectContaining({ accounts: [`eip155:1:${keyring.address(1)}`] }),
    },
  })
  expect(phone.state().inbox).toEqual([])
})

test('rejects a proposal it cannot serve, whatever the script says', async () => {
  const { spies, arrive } = open('approve')
  const foreign = { eip155: { chains: ['eip155:10'], methods: [], events: [] } }
  arrive('proposal', { ...proposal, required: foreign, optional: {} })
  await vi.waitFor(() => expect(spies.reject).toHaveBeenCalledWith({ id: 3 }))
  expect(spies.approve).not.toHaveBeenCalled()
})

test('signs an approved message with the requested account', async () => {
  const { remote, request, getResponse } = open()
  request('personal_sign', [stringToHex('hi'), address])
  await remote.approve()
  const { result } = (await getResponse()) as { result: `0x${string}` }
  expect(await recoverMessageAddress({ message: 'hi', signature: result })).toBe(address)
})

test('responds to a rejection with 4001', async () => {
  const { remote, request, getResponse } = open()
  request('personal_sign', [stringToHex('hi'), address])
  await remote.refuse()
  expect(await getResponse()).toMatchObject({ id: 7, error: { code: 4001 } })
})

test.each([
  ['personal_sign', [stringToHex('hi'), keyring.address(1)], 4100],
  ['personal_sign', ['hi'], -32602],
  ['wallet_switchEthereumChain', [{ chainId: '0xa' }], 4902],
  ['wallet_teleport', [], 4200],
])('%s %# that cannot be done is refused without asking', async (method, params, code) => {
  const { phone, request, getResponse } = open()
  request(method, params)
  expect(await getResponse()).toMatchObject({ error: { code } })
  expect(phone.state().inbox).toEqual([])
})

test('returns accounts without a prompt', async () => {
  const { request, getResponse } = open()
  request('eth_accounts', [])
  expect(await getResponse()).toMatchObject({ result: [address] })
})

test('notifies apps of another account or network and keeps it after a reload', async () => {
  const items = new Map<string, string>()
  const { phone, remote, spies } = open('ask', items)
  await phone.restore()
  await remote.setAccount(1)
  expect(spies.update).toHaveBeenCalledWith({
    topic: 'topic',
    namespaces: {
      eip155: expect.objectContaining({ accounts: [`eip155:1:${keyring.address(1)}`] }),
      cosmos: expect.objectContaining({ accounts: [`${echoChain}:echo1`] }),
    },
  })
  expect(spies.emit).toHaveBeenLastCalledWith({
    topic: 'topic',
    chainId: echoChain,
    event: { name: 'accountsChanged', data: [`${echoChain}:echo1`] },
  })
  await remote.emitChain('eip155:1')
  expect(spies.emit).toHaveBeenLastCalledWith({
    topic: 'topic',
    chainId: 'eip155:1',
    event: { name: 'chainChanged', data: 1 },
  })
  await remote.emitChain('eip155:8453')
  expect(open('ask', items).phone.state()).toMatchObject({ account: 1, chain: 'eip155:8453' })
})

test('drops the prompts of a disconnected app', async () => {
  const { phone, arrive, request } = open()
  request('personal_sign', [stringToHex('hi'), address])
  await vi.waitFor(() => expect(phone.state().inbox).toHaveLength(1))
  arrive('session_end', { topic: 'topic', reason: { code: 6000, message: '' }, by: 'peer' })
  expect(phone.state().inbox).toEqual([])
})

test('grants a proposal for all of its families or for some', async () => {
  const { remote, spies, arrive } = open()
  const cosmos = { chains: [echoChain], methods: ['echo_sign', 'echo_shout'], events: [] }
  const several = { ...proposal, optional: { ...proposal.optional, cosmos } }
  const granted = async () => {
    arrive('proposal', several)
    await remote.approve()
    const [call] = spies.approve.mock.lastCall as unknown as [{ namespaces: object }]
    return call.namespaces
  }
  expect(await granted()).toMatchObject({
    eip155: { accounts: [`eip155:1:${address}`] },
    cosmos: { accounts: [`${echoChain}:echo0`], methods: ['echo_sign'] },
  })
  remote.grantOnly(['cosmos'])
  expect(Object.keys(await granted())).toEqual(['cosmos'])
})

test('performs requests of other families, only for accounts of the session', async () => {
  const { remote, request, getResponse, spies } = open()
  request('echo_sign', { signer: 'echo0' }, echoChain)
  await remote.approve()
  expect(await getResponse()).toMatchObject({ id: 7, result: 'signed by 0 at undefined' })
  spies.respond.mockClear()
  request('echo_sign', { signer: 'echo1' }, echoChain)
  expect(await getResponse()).toMatchObject({ error: { code: 4100 } })
  spies.respond.mockClear()
  request('echo_accounts', { signer: 'echo0' }, echoChain)
  expect(await getResponse()).toMatchObject({ result: 'signed by 0 at undefined' })
})

const signIn = {
  id: 5,
  requester: peer,
  pairingTopic: 'pairing',
  expiry: 0,
  methods: ['eth_sendTransaction', 'eth_sign', 'personal_sign'],
  payload: {
    type: 'caip122',
    chains: ['eip155:10', 'eip155:8453', 'eip155:1'],
    domain: 'shop.example',
    aud: 'https://shop.example/login',
    version: '1',
    nonce: 'abcdef0123456789',
    iat: '2026-01-01T00:00:00.000Z',
    statement: 'Welcome to the shop.',
    resources: ['https://shop.example/terms'],
  },
}

function shownSignIn(phone: ReturnType<typeof open>['phone']) {
  const [item] = phone.state().inbox
  if (item?.kind !== 'sign-in') throw new Error('No sign-in is shown')
  return { item, description: item.description(1) }
}

test('shows a sign-in in full and signs it with the chosen account', async () => {
  const { phone, spies, arrive } = open()
  arrive('authenticate', signIn)
  const { item, description } = shownSignIn(phone)
  const text = description.text?.value ?? ''
  expect(text.split('\n').slice(0, 2)).toEqual([
    'shop.example wants you to sign in with your Ethereum account:',
    keyring.address(1),
  ])
  for (const line of ['Welcome to the shop.', 'Chain ID: 8453', '- https://shop.example/terms']) {
    expect(text.split('\n')).toContain(line)
  }
  expect(description).toMatchObject({ title: 'Connect and sign in', approve: 'Sign in' })
  expect(description).not.toHaveProperty('warning')
  expect(description.fields).toContainEqual({
    label: 'It can',
    value: expect.stringContaining('Ask you to send transactions'),
  })
  await phone.decide(item, 'approve', 1)
  const input = spies.signIn.mock.lastCall?.[0]
  expect(input).toMatchObject({
    id: 5,
    account: `eip155:8453:${keyring.address(1)}`,
    chains: ['eip155:8453', 'eip155:1'],
    methods: ['eth_sendTransaction', 'personal_sign'],
  })
  const signature = (await input?.sign(text)) as `0x${string}`
  expect(await recoverMessageAddress({ message: text, signature })).toBe(keyring.address(1))
})

test('rejects a sign-in that the person refuses', async () => {
  const { remote, spies, arrive } = open()
  arrive('authenticate', signIn)
  await remote.refuse()
  expect(spies.reject).toHaveBeenCalledWith({ id: 5 })
  expect(spies.signIn).not.toHaveBeenCalled()
})

test('warns about a sign-in for another site', () => {
  const { phone, arrive } = open()
  arrive('authenticate', { ...signIn, payload: { ...signIn.payload, domain: 'bank.example' } })
  expect(shownSignIn(phone).description.warning).toMatchObject({ title: 'Another site asks' })
})

test.each([
  ['has none of the networks', { chains: ['eip155:10'] }],
  ['has expired', { exp: '2020-01-01T00:00:00.000Z' }],
])('rejects a sign-in that %s, whatever the script says', async (_what, change) => {
  const { phone, spies, arrive } = open('ask')
  arrive('authenticate', { ...signIn, payload: { ...signIn.payload, ...change } })
  const { item, description } = shownSignIn(phone)
  expect(description.warning).toMatchObject({ title: 'Cannot connect' })
  await phone.decide(item, 'approve')
  expect(spies.reject).toHaveBeenCalledWith({ id: 5 })
  expect(spies.signIn).not.toHaveBeenCalled()
})
