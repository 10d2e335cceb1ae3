import { frameRequest, frameRequestNames } from '@latchkey/wire/frame/requests'
import { describe, expect, test } from 'vitest'
import { LoginError } from '../loginError.js'
import { createFrameLog, createNotify, dispatch, type Handlers } from './dispatch.js'
import { awaitHandshake, type HandshakeContext, type ReceivedMessage } from './handshake.js'

/** Seeded random numbers. */
function series(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const parent = { postMessage() {} }
const self = { name: 'frame' }
const page = 'https://shop.test'
const id = () => crypto.randomUUID().replaceAll('-', '')
const handshake = () => ({ id: id(), type: '@w3m-app/HANDSHAKE' })
const isAllowed = (origin: string) => origin === page

function port() {
  const sent: { id: string; type: string; payload?: unknown }[] = []
  const made = {
    sent,
    onmessage: null as ((event: { data: unknown }) => void) | null,
    postMessage: (message: (typeof sent)[number]) => void sent.push(message),
    close() {},
  }
  return made as typeof made & MessagePort
}

function listen() {
  let receive: (event: ReceivedMessage) => void = () => {}
  let accepted = 0
  const context: HandshakeContext = {
    self,
    parent,
    listen(listener) {
      receive = listener
    },
  }
  awaitHandshake(context, isAllowed).then(() => {
    accepted += 1
  })
  return {
    receive: (event: Partial<ReceivedMessage>) =>
      receive({ ports: [], origin: page, ...event } as ReceivedMessage),
    accepted: async () => {
      await Promise.resolve()
      return accepted
    },
  }
}

/** Answers every request and counts them. */
function counting() {
  let responseCount = 0
  const one = async () => {
    responseCount += 1
  }
  const all: unknown = Object.fromEntries(frameRequestNames.map((name) => [name, one]))
  const handlers = all as Handlers
  return { handlers, responseCount: () => responseCount }
}

const payloads: Record<string, unknown> = {
  CONNECT_EMAIL: { email: 'ann@mail.test' },
  CONNECT_OTP: {},
  GET_SOCIAL_REDIRECT_URI: { provider: 'google' },
  CONNECT_SOCIAL: { uri: 'https://login.test/social' },
  GET_USER: {},
  IS_CONNECTED: {},
  SWITCH_NETWORK: { chainId: 1 },
  SET_PREFERRED_ACCOUNT: { type: 'eoa' },
  RPC_REQUEST: { method: 'personal_sign', params: ['0x', '0x'] },
  UPDATE_EMAIL: { email: 'ann@mail.test' },
  UPDATE_EMAIL_PRIMARY_OTP: {},
  UPDATE_EMAIL_SECONDARY_OTP: {},
  SYNC_THEME: { themeMode: 'dark' },
  SYNC_DAPP_DATA: { projectId: 'shop' },
}

const wellFormed = (name: (typeof frameRequestNames)[number]) =>
  frameRequest(id(), name, payloads[name] as never)

const fail = (): never => {
  throw new Error('A trap')
}

const circle: Record<string, unknown> = {}
circle.self = circle
let deep: unknown = {}
for (let level = 0; level < 100; level += 1) deep = { deep }
const trap = new Proxy({}, { get: fail, ownKeys: fail, has: fail })
const thrower = Object.defineProperty({ id: id() }, 'type', { enumerable: true, get: fail })
const long = 'x'.repeat(5_000_000)
const strange = [null, 7, '', [], circle, deep, true, fail, 1n, new Map(), trap, long]

/** A request with one error. */
function damaged(random: () => number): unknown {
  const pick = <item>(list: readonly item[]) => list[Math.floor(random() * list.length)] as item
  const { id: name, type, ...rest } = wellFormed(pick(frameRequestNames))
  const request = { id: name, type, ...rest }
  const junk = pick(strange)
  return pick<() => unknown>([
    () => pick([...strange, undefined, 'READY', new Date(), thrower]),
    () => ({ ...request, id: pick([undefined, '', 'a', 'G'.repeat(32), `${name}0`, 1, null, {}]) }),
    () => ({ ...request, type: pick(['', 'READY', '@w3m-frame/READY', long, 1]) }),
    () => ({ ...request, type: type.toLowerCase() }),
    () => ({ ...request, type: ` ${type}` }),
    () => ({ ...request, type: `${type}_SUCCESS` }),
    () => ({ ...request, type: `@w3m-app/${pick(['__proto__', 'constructor', 'toString', ''])}` }),
    () => ({ ...request, extra: junk }),
    () => ({ ...request, payload: junk }),
    () => ({ ...request, payload: { ...(rest.payload as object), extra: junk } }),
    () => ({ id: name, type: '@w3m-app/CONNECT_EMAIL', payload: { email: junk } }),
    () => ({ id: name, type: '@w3m-app/CONNECT_OTP', payload: { otp: '12345' } }),
    () => ({ id: name, type: '@w3m-app/RPC_REQUEST', payload: { params: [] } }),
    () => ({ id: name, type: '@w3m-app/CONNECT_SOCIAL', payload: { uri: 'x'.repeat(3_000) } }),
  ])()
}

describe('messages not from the page', () => {
  test('are dropped without effect, 20,000 forged or damaged ones', async () => {
    const random = series(5)
    const { receive, accepted } = listen()
    forge(receive, random)
    for (let turn = 0; turn < 3_000; turn += 1) {
      receive({ source: parent as never, data: damaged(random), ports: [port()] })
    }
    const noPorts = [[], [port(), port()]] as const
    for (const ports of noPorts) receive({ source: parent as never, data: handshake(), ports })
    expect(await accepted()).toBe(0)

    const { handlers, responseCount } = counting()
    const open = port()
    dispatch(open, handlers)
    for (let turn = 0; turn < 6_998; turn += 1) open.onmessage?.({ data: damaged(random) })
    expect(responseCount()).toBe(0)
    expect(open.sent).toEqual([])
  })

  test('would be accepted without the sender check', async () => {
    const seeing = { source: parent as never, origin: page }
    const withoutSource = listen()
    forge((event) => withoutSource.receive({ ...event, source: seeing.source }), series(5))
    const withoutOrigin = listen()
    forge((event) => withoutOrigin.receive({ ...event, origin: seeing.origin }), series(5))
    expect([await withoutSource.accepted(), await withoutOrigin.accepted()]).toEqual([1, 1])
  })
})

/** Valid handshakes from senders other than the page. */
function forge(receive: (event: Partial<ReceivedMessage>) => void, random: () => number): void {
  for (let turn = 0; turn < 5_000; turn += 1) {
    const ports = [port()]
    receive({ source: pickSource(random), data: handshake(), ports })
    receive({ source: parent as never, origin: pickOrigin(random), data: handshake(), ports })
  }
}

const pickSource = (random: () => number) =>
  [null, self, {}, { ...parent }][Math.floor(random() * 4)] as never

const pickOrigin = (random: () => number) =>
  [
    'null',
    '',
    'http://shop.test',
    'https://shop.test:8443',
    'https://shop.test.evil.test',
    'https://evil.test',
    'https://SHOP.test',
    'https://shop.test/',
  ][Math.floor(random() * 8)] as string

describe('handshake', () => {
  test('is accepted once, and rejected when the page is not allowed', async () => {
    const { receive, accepted } = listen()
    const data = { id: id(), type: '@w3m-app/HANDSHAKE' }
    const [stranger, first, second] = [port(), port(), port()]
    receive({ source: parent as never, origin: 'https://evil.test', data, ports: [stranger] })
    expect(stranger.sent[0]).toMatchObject({ id: data.id, type: '@w3m-frame/HANDSHAKE_ERROR' })
    receive({ source: parent as never, data, ports: [first] })
    receive({ source: parent as never, data, ports: [second] })
    expect(await accepted()).toBe(1)
    expect(first.sent).toEqual([{ id: data.id, type: '@w3m-frame/HANDSHAKE_SUCCESS' }])
    expect(second.sent).toEqual([])
  })

  test('fails when the frame is not in a page', async () => {
    const runExclusive = awaitHandshake({ self: parent, parent, listen() {} }, isAllowed)
    await expect(runExclusive).rejects.toThrow('W3mFrame: parent is not set')
  })
})

describe('request', () => {
  test('is answered once under its id, which cannot be used again', async () => {
    const { handlers, responseCount } = counting()
    const open = port()
    dispatch(open, handlers)
    const requests = frameRequestNames.map(wellFormed)
    for (const data of [...requests, ...requests]) open.onmessage?.({ data })
    await new Promise(setImmediate)
    expect(responseCount()).toBe(requests.length)
    expect(open.sent.map(({ id }) => id).sort()).toEqual(requests.map(({ id }) => id).sort())
    for (const { type } of open.sent) expect(type).toMatch(/^@w3m-frame\/\w+_SUCCESS$/)
  })

  test('fails with the message of a LoginError, or a generic one', async () => {
    const open = port()
    const { handlers } = counting()
    dispatch(open, {
      ...handlers,
      GET_USER: () => Promise.reject(new LoginError({ code: 'not-signed-in', message: 'No' })),
      SIGN_OUT: () => Promise.reject(new Error('key 0xabc is broken')),
    })
    open.onmessage?.({ data: wellFormed('GET_USER') })
    open.onmessage?.({ data: wellFormed('SIGN_OUT') })
    await new Promise(setImmediate)
    expect(open.sent.map(({ payload }) => payload)).toEqual([
      { code: 'not-signed-in', message: 'No' },
      { message: 'Something went wrong' },
    ])
  })

  test('is rejected when too many are open', async () => {
    const open = port()
    const { handlers } = counting()
    dispatch(open, { ...handlers, GET_USER: () => new Promise(() => {}) })
    for (let turn = 0; turn < 1_000; turn += 1) open.onmessage?.({ data: wellFormed('GET_USER') })
    expect(open.sent).toHaveLength(1_000 - 128)
    expect(open.sent[0]?.payload).toMatchObject({ code: 'busy' })
  })
})

test('sends events to the page with their payload, or with none', () => {
  const open = port()
  const notify = createNotify(open)
  notify('SCREEN', { height: 400 })
  notify('SESSION_ENDED', undefined)
  expect(open.sent).toEqual([
    { type: '@w3m-frame/SCREEN', payload: { height: 400 } },
    { type: '@w3m-frame/SESSION_ENDED' },
  ])
})

describe('frame log', () => {
  async function logged(query: string) {
    const lines: unknown[][] = []
    const log = createFrameLog(new URLSearchParams(query), {
      debug: (...line: unknown[]) => void lines.push(line),
    })
    const { handlers } = counting()
    const faults = {
      ...handlers,
      GET_USER: () =>
        Promise.reject(new LoginError({ code: 'not-signed-in', message: 'ann@mail.test' })),
      CONNECT_OTP: () => Promise.reject(new TypeError('ann@mail.test')),
    } as Handlers
    const made = port()
    dispatch(made, faults, log)
    for (const name of ['CONNECT_EMAIL', 'GET_USER', 'CONNECT_OTP'] as const) {
      made.onmessage?.({ data: wellFormed(name) })
    }
    await expect.poll(() => made.sent.length).toBe(3)
    return lines
  }

  test('contains requests and their outcome, but not their content', async () => {
    const lines = await logged('enableLogger=true')
    expect(lines.map(([, text]) => text).sort()).toEqual([
      'CONNECT_EMAIL answered',
      'CONNECT_EMAIL requested',
      'CONNECT_OTP failed: TypeError',
      'CONNECT_OTP requested',
      'GET_USER failed: not-signed-in',
      'GET_USER requested',
    ])
    expect(JSON.stringify(lines)).not.toContain('ann@')
  })

  test.each(['', 'enableLogger=false', 'enableLogger=1'])('is silent for %j', async (query) => {
    expect(await logged(query)).toEqual([])
  })
})
