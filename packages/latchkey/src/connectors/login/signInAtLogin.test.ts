import { addressPlaceholder } from '@latchkey/wire/frame/siwxMessage'
import { formatSiwxMessage } from '@latchkey/wire/siwx'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it, vi } from 'vitest'
import { createFakeFamily } from '../../../fixtures/fakeFamily.js'
import { createTestWidget, testNetworks } from '../../../fixtures/testWidget.js'
import { FrameError } from '../../core/runtime/errors/login.js'
import type { SiwxConfig, SiwxMessageInput, SiwxSession } from '../../core/siwx/siwx.js'
import type { Widget } from '../../core/widget.js'
import { eip155 } from '../../families/eip155/index.js'
import { signInAtLogin } from './signInAtLogin.js'

const key = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const { address } = key
const chainId = 'eip155:1'

type UserPayload = { siwxMessage?: { accountAddress: string; serializedMessage?: string } }

/** A site with sign-in, and a login frame that signs each message it gets. */
function setUp({
  options = {},
  change = {},
}: {
  options?: NonNullable<Parameters<typeof createTestWidget>[0]>['options']
  change?: object
} = {}) {
  const { widget: plain } = createTestWidget({ options: { families: [eip155()], ...options } })
  const sessions: SiwxSession[] = []
  const page = new URL(plain.ports.page.address())
  const behaviour: { createMessage?: Error; addSession?: Error } = {}
  const config: SiwxConfig = {
    async createMessage(input: SiwxMessageInput) {
      if (behaviour.createMessage) throw behaviour.createMessage
      const fields = {
        ...input,
        domain: page.host,
        uri: page.origin,
        version: '1',
        nonce: 'abcd1234',
        issuedAt: new Date(plain.ports.clock.now()).toISOString(),
        ...change,
      }
      return { ...fields, toString: () => formatSiwxMessage(fields) }
    },
    async addSession(session) {
      if (behaviour.addSession) throw behaviour.addSession
      sessions.push(session)
    },
    getSessions: async () => sessions,
    setSessions: async () => undefined,
    revokeSession: async () => undefined,
  }
  const widget: Widget = { ...plain, siwx: async () => config }
  const payloads: UserPayload[] = []
  const frame = {
    signs: async ({ siwxMessage }: UserPayload): Promise<object> => {
      const message = siwxMessage?.serializedMessage?.replace(addressPlaceholder, address) ?? ''
      return { message, signature: await key.signMessage({ message }), siwxMessage }
    },
  }
  const request = signInAtLogin(widget, (async (name: string, payload: UserPayload) => {
    if (name !== 'GET_USER') return undefined
    payloads.push(payload)
    return { address, chainId: 1, ...(payload.siwxMessage && (await frame.signs(payload))) }
  }) as never)
  const logIn = () => request('CONNECT_OTP', {})
  const readUser = (id: string = chainId) => request('GET_USER', { chainId: id })
  return { payloads, sessions, behaviour, frame, request, logIn, readUser }
}

describe('signing in with a log-in', () => {
  it('adds a session with the first read of the user', async () => {
    const { payloads, sessions, logIn, readUser } = setUp()
    await logIn()
    expect(await readUser()).toMatchObject({ address })
    expect(payloads).toHaveLength(1)
    expect(payloads[0]?.siwxMessage?.accountAddress).toBe(addressPlaceholder)
    expect(sessions).toMatchObject([{ data: { accountAddress: address, chainId } }])
    expect(sessions[0]?.message).toBe(formatSiwxMessage(sessions[0]?.data as never))
    await readUser()
    expect(payloads[1]).toEqual({ chainId })
    expect(sessions).toHaveLength(1)
  })

  it.each(['CONNECT_SOCIAL', 'CONNECT_FARCASTER'] as const)('follows %s too', async (name) => {
    const { sessions, request, readUser } = setUp()
    await request(name, { uri: 'https://login.test/social?flow=1' } as never)
    await readUser()
    expect(sessions).toHaveLength(1)
  })

  it('does not happen when a log-in is restored, or after a log-out', async () => {
    const { payloads, request, logIn, readUser } = setUp()
    await request('IS_CONNECTED', {})
    await request('CONNECT_EMAIL', { email: 'ada@example.test' })
    await readUser()
    await logIn()
    await request('SIGN_OUT', undefined)
    await readUser()
    expect(payloads).toEqual([{ chainId }, { chainId }])
  })

  it('does not happen while another chain family is active', async () => {
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const { payloads, logIn, readUser } = setUp({
      options: {
        families: [createFakeFamily('eip155'), createFakeFamily('solana')],
        networks: [testNetworks.solana, testNetworks.mainnet],
      },
    })
    await logIn()
    await readUser(solana)
    await logIn()
    await readUser()
    expect(payloads).toEqual([{ chainId: solana }, { chainId }])
  })

  it('leaves the log-in working when the frame refuses the message', async () => {
    const { payloads, sessions, frame, logIn, readUser } = setUp()
    frame.signs = async () => {
      throw new FrameError({ code: 'not-allowed', message: 'no' })
    }
    await logIn()
    expect(await readUser()).toEqual({ address, chainId: 1 })
    expect(payloads).toHaveLength(2)
    expect(payloads[1]).toEqual({ chainId })
    expect(sessions).toEqual([])
  })

  it('stores nothing unless message, signature and fields are all there', async () => {
    for (const missing of ['message', 'signature', 'siwxMessage']) {
      const { sessions, frame, logIn, readUser } = setUp()
      const { signs } = frame
      frame.signs = async (payload) => ({ ...(await signs(payload)), [missing]: undefined })
      await logIn()
      expect(await readUser()).toMatchObject({ address })
      expect(sessions, missing).toEqual([])
    }
  })

  it('stores nothing when the frame signed another message', async () => {
    const { sessions, frame, logIn, readUser } = setUp()
    const { signs } = frame
    const message = 'evil.test wants you to sign in'
    const signature = await key.signMessage({ message })
    frame.signs = async (payload) => ({ ...(await signs(payload)), message, signature })
    await logIn()
    expect(await readUser()).toMatchObject({ address })
    expect(sessions).toEqual([])
  })

  it('stores nothing when the signature is of another account', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x' }))
    const { sessions, frame, logIn, readUser } = setUp()
    const { signs } = frame
    const other = privateKeyToAccount(`0x${'22'.repeat(32)}`)
    frame.signs = async (payload) => {
      const signed = (await signs(payload)) as { message: string }
      return { ...signed, signature: await other.signMessage(signed) }
    }
    await logIn()
    expect(await readUser()).toMatchObject({ address })
    expect(sessions).toEqual([])
  })

  it('leaves the log-in working when the site fails', async () => {
    const { payloads, sessions, behaviour, logIn, readUser } = setUp()
    behaviour.createMessage = new Error('no nonce')
    await logIn()
    expect(await readUser()).toMatchObject({ address })
    behaviour.createMessage = undefined as never
    behaviour.addSession = new Error('not accepted')
    await logIn()
    expect(await readUser()).toMatchObject({ address })
    expect(payloads.map(({ siwxMessage }) => siwxMessage !== undefined)).toEqual([false, true])
    expect(sessions).toEqual([])
  })

  it('sends no message of another domain to the frame', async () => {
    const { payloads, logIn, readUser } = setUp({ change: { domain: 'evil.test' } })
    await logIn()
    await readUser()
    expect(payloads).toEqual([{ chainId }])
  })
})
