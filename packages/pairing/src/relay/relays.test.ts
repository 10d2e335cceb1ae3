import { describe, expect, it, vi } from 'vitest'
import { settled } from '../../fixtures/fakeClock.js'
import { MemoryRelay } from '../../fixtures/memoryRelay.js'
import { connect, createDapp, createWallet, createWorld, requested } from '../../fixtures/peers.js'
import type { SocketConstructor } from '../ports.js'

const [own, other] = ['wss://own.test', 'wss://other.test'] as const
const urls = { own, other }
/** Tag of a session request. */
const requestTag = 1108

/** A dapp that knows two separate relays, and wallets that know one or both. */
function createTwoRelays() {
  const world = createWorld()
  const relays = { own: new MemoryRelay(), other: new MemoryRelay() }
  const WebSocket = class {
    constructor(url: string) {
      // biome-ignore lint/correctness/noConstructorReturn: one constructor for two networks.
      return new (url.startsWith(own) ? relays.own : relays.other).WebSocket(url)
    }
  } as unknown as SocketConstructor
  const dapp = createDapp(world, { relayUrls: [own, other], WebSocket })
  const walletOn = (...relayUrls: string[]) => createWallet(world, { relayUrls, WebSocket })
  const requestsAt = (name: 'own' | 'other') =>
    relays[name].stored.filter(({ tag }) => tag === requestTag)
  return { world, relays, dapp, walletOn, requestsAt }
}

const sign = { chainId: 'eip155:1', method: 'personal_sign', params: ['x'] }

describe('two relays', () => {
  it.each([
    ['own', 'other'],
    ['other', 'own'],
  ] as const)('reach a wallet on the %s relay, and ask it only there', async (home, elsewhere) => {
    const { world, dapp, walletOn, requestsAt, relays } = createTwoRelays()
    const { wallet, topic } = await connect(world, dapp, walletOn(urls[home]))
    wallet.client.on('request', ({ id }) => void wallet.client.respond({ topic, id, result: 1 }))
    expect(await dapp.client.request({ topic, ...sign })).toBe(1)
    await dapp.restart()
    await dapp.client.restore()
    expect(await dapp.client.request({ topic, ...sign })).toBe(1)
    expect(requestsAt(home)).toHaveLength(2)
    expect(requestsAt(elsewhere)).toEqual([])
    // Nothing of the session is seen by the other relay.
    expect(
      relays[elsewhere].frames
        .filter(({ frame }) => JSON.stringify(frame).includes(topic))
        .map(({ frame }) => frame.method)
        .filter((method) => method === 'irn_publish'),
    ).toEqual([])
    const ended = vi.fn()
    wallet.client.on('session_end', ended)
    await dapp.client.disconnect({ topic })
    await settled()
    expect(ended).toHaveBeenCalledOnce()
  })

  it.each(['down', 'refusing'] as const)(
    'offer on the second while the first is %s',
    async (how) => {
      const { world, relays, dapp, walletOn } = createTwoRelays()
      relays.own[how].add('own.test')
      const { session } = await connect(world, dapp, walletOn(other))
      expect(session.role).toBe('dapp')
      expect(dapp.client.relayState()).toBe('open')
    },
  )

  it('show the state of the relay that a session uses', async () => {
    const { world, relays, dapp, walletOn } = createTwoRelays()
    const { topic } = await connect(world, dapp, walletOn(own))
    const shown: string[] = []
    dapp.client.on('relay_state', () => shown.push(dapp.client.relayState(topic)))
    relays.own.down.add('own.test')
    relays.own.cut()
    await settled()
    expect(dapp.client.relayState()).toBe('open')
    expect(dapp.client.relayState(topic)).toBe('waiting')
    expect(shown.at(-1)).toBe('waiting')
    relays.own.down.clear()
    relays.other.down.add('other.test')
    relays.other.cut()
    await world.clock.advance(61_000)
    expect(dapp.client.relayState(topic)).toBe('open')
    expect(shown.at(-1)).toBe('open')
  })

  it('show the state of the relay that has an offer', async () => {
    const { relays, dapp } = createTwoRelays()
    relays.other.errorFor = (method) =>
      method === 'irn_publish' ? { code: 3000, message: 'no such project' } : undefined
    const offer = dapp.client.propose({ optional: requested })
    offer.approval.catch(() => undefined)
    const topic = offer.uri.slice('wc:'.length, offer.uri.indexOf('@'))
    await offer.published
    expect(dapp.client.relayState(topic)).toBe('open')
    relays.own.down.add('own.test')
    relays.own.cut()
    await settled()
    expect(dapp.client.relayState()).toBe('open')
    expect(dapp.client.relayState(topic)).toBe('waiting')
    dapp.client.close()
  })

  it('report the reason when all refuse, and work again when one accepts', async () => {
    const { world, relays, dapp, walletOn } = createTwoRelays()
    relays.own.down.add('own.test')
    relays.other.refusing.add('other.test')
    const refused = dapp.client.propose({ optional: requested })
    const outcome = refused.approval.catch((error: unknown) => error)
    await world.clock.advance(61_000)
    expect(await outcome).toMatchObject({
      code: 'pairing/relay-refused',
      message: 'Unauthorized: project not found',
    })
    relays.other.refusing.clear()
    await world.clock.advance(61_000)
    const { session } = await connect(world, dapp, walletOn(other))
    expect(session.role).toBe('dapp')
  })

  it('use what the site has now when it no longer has the relay of a session', async () => {
    const { world, relays, dapp, walletOn, requestsAt } = createTwoRelays()
    const { wallet, topic } = await connect(world, dapp, walletOn(own, other))
    wallet.client.on('request', ({ id }) => void wallet.client.respond({ topic, id, result: 1 }))
    dapp.client.close()
    const WebSocket = relays.other.WebSocket
    const moved = createDapp(world, { relayUrls: [other], WebSocket, storage: dapp.storage })
    await moved.client.restore()
    expect(await moved.client.request({ topic, ...sign })).toBe(1)
    expect(requestsAt('other')).toHaveLength(1)
  })
})

describe('a hostile relay beside an honest one', () => {
  it('cannot make a request run twice, or an event count twice', async () => {
    const { world, relays, dapp, walletOn } = createTwoRelays()
    // The wallet listens on both, and both deliver everything to everybody.
    const wallet = walletOn(own, other)
    const { topic } = await connect(world, dapp, wallet)
    const [onRequest, onEvent] = [vi.fn(), vi.fn()]
    wallet.client.on('request', (request) => {
      onRequest(request.id)
      void wallet.client.respond({ topic, id: request.id, result: 1 })
    })
    dapp.client.on('session_event', onEvent)
    dapp.client.on('late_response', onEvent)
    expect(await dapp.client.request({ topic, ...sign })).toBe(1)
    const event = { name: 'chainChanged', data: 1 }
    await wallet.client.emit({ topic, chainId: 'eip155:1', event })
    await settled()
    for (const message of [...relays.own.stored, ...relays.other.stored]) {
      relays.own.inject(message)
      relays.other.inject(message)
    }
    await world.clock.advance(5_000)
    expect(onRequest).toHaveBeenCalledOnce()
    expect(onEvent).toHaveBeenCalledOnce()
  })

  it('cannot read, settle, end or move the session of the other', async () => {
    const { world, relays, dapp, walletOn, requestsAt } = createTwoRelays()
    const ended = vi.fn()
    for (const name of ['session_end', 'session_expire', 'session_settle'] as const) {
      dapp.client.on(name, ended)
    }
    // It answers the offer with what it has: the offer itself, and noise.
    relays.other.tamper = (message) => [message, { ...message, message: btoa('noise') }]
    const offer = dapp.client.propose({ optional: requested })
    await settled()
    for (const message of relays.other.stored) relays.other.inject(message)
    await settled()
    expect(ended).not.toHaveBeenCalled()
    expect(JSON.stringify(relays.other.frames)).not.toContain(
      new URL(offer.uri).searchParams.get('symKey'),
    )
    const wallet = walletOn(own)
    const { topic } = await connect(world, dapp, wallet)
    wallet.client.on('request', ({ id }) => void wallet.client.respond({ topic, id, result: 1 }))
    ended.mockClear()
    for (const { message } of relays.own.stored)
      relays.other.inject({ topic, message: btoa(message) })
    for (const message of relays.other.stored) relays.other.inject({ ...message, topic })
    relays.other.cut(3000)
    relays.other.refusing.add('other.test')
    await world.clock.advance(120_000)
    expect(ended).not.toHaveBeenCalled()
    expect(await dapp.client.request({ topic, ...sign })).toBe(1)
    expect(requestsAt('other')).toEqual([])
  })

  it('cannot block the other by never answering', async () => {
    const { world, relays, dapp, walletOn } = createTwoRelays()
    relays.own.deaf.add('own.test')
    const { wallet, topic } = await connect(world, dapp, walletOn(other))
    wallet.client.on('request', ({ id }) => void wallet.client.respond({ topic, id, result: 1 }))
    expect(await dapp.client.request({ topic, ...sign })).toBe(1)
    await dapp.client.disconnect({ topic })
    expect(dapp.client.sessions()).toEqual([])
  })
})
