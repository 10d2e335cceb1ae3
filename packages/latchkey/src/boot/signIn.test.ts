import { parseSiwxMessage } from '@latchkey/wire/siwx'
import { verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeSiwx, type FakeSiwx } from '../../fixtures/fakeSiwx.js'
import { createTestLatchkey } from '../../fixtures/testLatchkey.js'
import { signIn } from '../features/siwx/actions/signIn.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A site with sign-in and an EVM wallet with real keys. */
function create(siwx: FakeSiwx = createFakeSiwx(), stored = {}) {
  const test = createTestLatchkey({ options: { siwx }, stored })
  ends.push(test.end)
  const states: string[] = []
  test.latchkey.subscribeSession(({ status }) => states.push(status))
  return {
    ...test,
    siwx,
    states,
    status: () => test.latchkey.getSession().status,
    reaches: (status: string) =>
      vi.waitFor(() => expect(test.latchkey.getSession().status).toBe(status)),
  }
}

it.each([
  ['siwx.createMessage', { siwx: {} }],
  ['siwx.getSessions', { siwx: { ...createFakeSiwx(), getSessions: [] } }],
  ['siweConfig.getMessageParams', { siweConfig: {} }],
])('rejects sign-in without the function %s', async (option, options) => {
  const test = createTestLatchkey({ options: options as never })
  ends.push(test.end)
  await expect(test.latchkey.getSiwx()).rejects.toMatchObject({ option })
  await test.choose().catch(() => undefined)
  await vi.waitFor(() => expect(test.latchkey.getAccount().isConnected).toBe(false))
  expect(test.latchkey.getSession().session).toBeUndefined()
})

describe('signIn', () => {
  it('connects and signs in with the account of the wallet', async () => {
    const { latchkey, choose, widget, wallet, reaches, states } = create()
    const signingIn = latchkey.signIn()
    await vi.waitFor(() => expect(latchkey.isOpen()).toBe(true))
    await choose()
    await reaches('unsigned')
    await signIn(widget)
    const session = await signingIn
    expect(session).toBe(latchkey.getSession().session)
    expect(parseSiwxMessage(session.message)?.accountAddress).toBe(wallet.addresses[0])
    const { message, signature } = session
    const [address = '0x'] = wallet.addresses
    expect(await verifyMessage({ address, message, signature: signature as `0x${string}` })).toBe(
      true,
    )
    expect(latchkey.isOpen()).toBe(false)
    expect(states).toEqual(['off', 'checking', 'unsigned', 'signing', 'signed'])
  })

  it('resolves at once when signed in', async () => {
    const { latchkey, choose, widget, reaches } = create()
    await choose()
    await reaches('unsigned')
    await signIn(widget)
    expect(await latchkey.signIn()).toBe(latchkey.getSession().session)
    expect(latchkey.isOpen()).toBe(false)
  })

  it('rejects when the visitor leaves', async () => {
    const { latchkey, choose, reaches } = create(createFakeSiwx({ required: false }))
    await choose()
    await reaches('unsigned')
    const signingIn = latchkey.signIn()
    await vi.waitFor(() => expect(latchkey.isOpen()).toBe(true))
    await Promise.all([
      expect(signingIn).rejects.toMatchObject({ code: 'connection/modal-closed' }),
      latchkey.close(),
    ])
  })

  it('rejects when the caller aborts', async () => {
    const { latchkey } = create()
    const controller = new AbortController()
    const signingIn = latchkey.signIn({ signal: controller.signal })
    await vi.waitFor(() => expect(latchkey.isOpen()).toBe(true))
    controller.abort(new Error('left the page'))
    await expect(signingIn).rejects.toThrow('left the page')
  })

  it('rejects on sites without sign-in', async () => {
    const { latchkey } = createTestLatchkey()
    await expect(latchkey.signIn()).rejects.toMatchObject({ code: 'siwx/not-configured' })
    expect(await latchkey.getSiwx()).toBeUndefined()
  })
})

it('does not accept the signature of another key', async () => {
  const { latchkey, choose, widget, wallet, siwx, reaches } = create()
  await choose()
  await reaches('unsigned')
  const stranger = privateKeyToAccount(`0x${'33'.repeat(32)}`)
  wallet.answer('personal_sign', (params) =>
    stranger.signMessage({ message: { raw: (params as [`0x${string}`])[0] } }),
  )
  await expect(signIn(widget)).rejects.toMatchObject({ code: 'wallet/wrong-signer' })
  expect(widget.stores.siwx.get().failure).toBe('wrong-account')
  expect(siwx.stored).toEqual([])
  expect(latchkey.getSession().session).toBeUndefined()
})

describe('a site that signs itself', () => {
  const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const stranger = privateKeyToAccount(`0x${'33'.repeat(32)}`)
  /** Where no account is a contract. */
  const answerCalls = async (_url: unknown, init?: RequestInit) => {
    const { method } = JSON.parse(String(init?.body))
    return Response.json({ jsonrpc: '2.0', id: 1, result: method === 'eth_chainId' ? '0x1' : '0x' })
  }

  async function connectWith(signMessage: NonNullable<FakeSiwx['signMessage']>) {
    const test = create(createFakeSiwx({ signMessage }))
    await test.choose()
    await test.reaches('unsigned')
    return test
  }

  it('signs in with the account on screen, without a prompt of the wallet', async () => {
    const asked: unknown[] = []
    const { widget, wallet, siwx, status } = await connectWith(async (parameters) => {
      asked.push(parameters)
      return owner.signMessage(parameters)
    })
    await signIn(widget)
    expect(status()).toBe('signed')
    expect(asked).toMatchObject([{ chainId: 'eip155:1', accountAddress: owner.address }])
    expect(wallet.calls.map(({ method }) => method)).not.toContain('personal_sign')
    expect(siwx.stored).toHaveLength(1)
  })

  it.each<[string, (message: string) => Promise<string>]>([
    ['of another account', (message) => stranger.signMessage({ message })],
    ['of another message', (message) => owner.signMessage({ message: `${message} ` })],
    ['that is none', async () => 'signed'],
  ])('does not sign in with a signature %s', async (_, sign) => {
    vi.stubGlobal('fetch', answerCalls)
    const { latchkey, widget, siwx } = await connectWith(({ message }) => sign(message))
    await expect(signIn(widget)).rejects.toMatchObject({ code: 'wallet/wrong-signer' })
    expect(widget.stores.siwx.get().failure).toBe('wrong-account')
    expect(siwx.stored).toEqual([])
    expect(latchkey.getSession().session).toBeUndefined()
  })

  it('does not sign in with a contract that no node can ask', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const { widget, siwx } = await connectWith(async () => `0x${'ab'.repeat(80)}`)
    await expect(signIn(widget)).rejects.toMatchObject({ code: 'network/node-failed' })
    expect(widget.stores.siwx.get().failure).toBe('failed')
    expect(siwx.stored).toEqual([])
  })
})

it('does not ask again after a reload', async () => {
  const first = create()
  await first.choose()
  await first.reaches('unsigned')
  await signIn(first.widget)
  const { wallet, siwx } = first
  const test = createTestLatchkey({
    wallet,
    options: { siwx },
    stored: { 'eip155:connected_connector_id': 'fox' },
  })
  ends.push(test.end)
  expect(test.latchkey.getSession().status).toBe('checking')
  await test.latchkey.ready()
  await vi.waitFor(() => expect(test.latchkey.getSession().status).toBe('signed'))
  expect(test.latchkey.getSession().session).toBe(siwx.stored[0])
  expect(test.events).not.toContain('MODAL_OPEN')
})

it('signs out', async () => {
  const { latchkey, choose, widget, siwx, reaches, status } = create(
    createFakeSiwx({ required: false }),
  )
  await choose()
  await reaches('unsigned')
  await signIn(widget)
  await latchkey.signOut()
  expect(status()).toBe('unsigned')
  expect(siwx.stored).toEqual([])
  expect(latchkey.getAccount().isConnected).toBe(true)
})

it('passes the nodes of all networks to the sign-in', async () => {
  const passed: unknown[] = []
  const siwx = Object.assign(createFakeSiwx(), { setRpcUrls: (urls: unknown) => passed.push(urls) })
  const { latchkey } = create(siwx)
  expect(await latchkey.getSiwx()).toBe(siwx)
  expect(passed).toEqual([
    { 'eip155:1': 'https://rpc.test/1', 'eip155:8453': 'https://rpc.test/8453' },
  ])
})
