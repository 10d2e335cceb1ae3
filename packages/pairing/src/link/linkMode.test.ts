import { describe, expect, it, vi } from 'vitest'
import { settled } from '../../fixtures/fakeClock.js'
import {
  createApp,
  createLinkedApps,
  dappLink,
  type LinkedApps,
  metadataOf,
  signIn,
  signInWith,
  walletLink,
} from '../../fixtures/linkedApps.js'
import { connect, createDapp, createWallet, createWorld, requested } from '../../fixtures/peers.js'
import { encodeBase64 } from '../crypto/encoding.js'
import { readEnvelope } from '../crypto/envelope.js'
import type { Session } from '../session/session.js'
import { createLinkMode } from './createLinkMode.js'
import { formatLink, parseLink } from './linkUrl.js'
import { unwrapUnencrypted, wrapUnencrypted } from './unencryptedEnvelope.js'

const request = { chainId: 'eip155:1', method: 'personal_sign', params: ['x'] }
const proposal = { optional: requested, authentication: signIn, walletLink: walletLink }
const stored = ({ storage }: LinkedApps['dapp'] | LinkedApps['wallet']) =>
  JSON.parse(String(storage.values.get('pairing')))

async function signedIn(apps: LinkedApps): Promise<Session> {
  const stop = apps.wallet.client.on('authenticate', ({ id }) => void signInWith(apps.wallet, id))
  const { approval } = apps.dapp.client.propose(proposal)
  const session = await approval
  await settled()
  stop()
  return session
}

/** A sign-in link that the wallet has not received. */
async function strayLink(apps: LinkedApps): Promise<string> {
  apps.device.delivers = false
  const { published, approval } = apps.dapp.client.propose(proposal)
  approval.catch(() => undefined)
  await published
  apps.device.delivers = true
  return apps.opened.at(-1) as string
}

const typeOf = (url: string, own: string) => parseLink(url, own)?.envelope[0]

describe('link mode', () => {
  it('signs in, sends requests and responds only through links', async () => {
    const apps = await createLinkedApps()
    const { world, dapp, wallet, opened } = apps
    const published = world.relay.stored.length
    const session = await signedIn(apps)
    wallet.client.on('request', ({ topic, id, params }) => {
      expect(wallet.links.isVerified(topic)).toBe(true)
      void wallet.client.respond({ topic, id, result: params })
    })
    expect(await dapp.client.request({ topic: session.topic, ...request })).toEqual(['x'])
    expect(opened.map((url) => url.slice(0, url.indexOf('?')))).toEqual([
      walletLink,
      dappLink,
      walletLink,
      dappLink,
    ])
    expect(opened.map((url, index) => typeOf(url, index % 2 ? dappLink : walletLink))).toEqual([
      2, 1, 0, 0,
    ])
    expect(await Promise.all(apps.results)).toEqual([true, true, true, true])
    expect(world.relay.stored).toHaveLength(published)
    expect(wallet.client.sessions()[0]?.namespaces).toEqual(session.namespaces)
  })

  it('keeps a pending sign-in from the relay and ignores a response from it', async () => {
    const apps = await createLinkedApps()
    const { world, dapp, wallet, device, opened } = apps
    const frames = world.relay.frames.length
    const session = vi.fn()
    dapp.client.on('session_settle', session)
    wallet.client.on('authenticate', ({ id }) => {
      device.delivers = false
      void signInWith(wallet, id)
    })
    const { approval } = dapp.client.propose(proposal)
    approval.catch(() => undefined)
    await settled()
    const answer = parseLink(opened.at(-1) as string, dappLink)
    const text = JSON.stringify(world.relay.frames.slice(frames))
    for (const url of opened) expect(text).not.toContain(url.slice(-64))
    world.relay.inject({
      topic: answer?.topic ?? '',
      message: encodeBase64(answer?.envelope ?? new Uint8Array()),
    })
    await settled()
    expect(session).not.toHaveBeenCalled()
    expect(await dapp.links.receiveLink(opened.at(-1) as string)).toBe(true)
    expect(session).toHaveBeenCalledOnce()
  })

  it('uses the relay for events, pings and disconnects', async () => {
    const apps = await createLinkedApps()
    const { dapp, wallet, opened } = apps
    const { topic } = await signedIn(apps)
    const before = opened.length
    const event = { name: 'chainChanged', data: 10 }
    const reported = vi.fn()
    dapp.client.on('session_event', reported)
    await wallet.client.emit({ topic, chainId: 'eip155:1', event })
    await dapp.client.ping({ topic })
    await wallet.client.disconnect({ topic })
    await settled()
    expect(reported).toHaveBeenCalledOnce()
    expect(dapp.client.sessions()).toEqual([])
    expect(opened).toHaveLength(before)
  })

  it('sends a rejection by link', async () => {
    const { dapp, wallet, opened } = await createLinkedApps()
    wallet.client.on('authenticate', ({ id }) => void wallet.client.reject({ id }))
    const { approval } = dapp.client.propose(proposal)
    await expect(approval).rejects.toMatchObject({ code: 'pairing/user-rejected' })
    expect(opened).toHaveLength(2)
  })

  it('lets requests expire and be cancelled', async () => {
    const apps = await createLinkedApps()
    const { world, dapp, wallet } = apps
    const { topic } = await signedIn(apps)
    const ids: number[] = []
    const late = vi.fn()
    dapp.client.on('late_response', late)
    wallet.client.on('request', ({ id }) => ids.push(id))
    const stop = new AbortController()
    const cancelled = dapp.client.request({ topic, ...request, signal: stop.signal })
    await settled()
    stop.abort()
    await expect(cancelled).rejects.toMatchObject({ code: 'pairing/cancelled' })
    await wallet.client.respond({ topic, id: ids[0] as number, result: 'late' })
    await settled()
    expect(late).toHaveBeenCalledOnce()
    const expired = dapp.client.request({ topic, ...request })
    const outcome = expect(expired).rejects.toMatchObject({ code: 'pairing/request-expired' })
    await world.clock.advance(301_000)
    await outcome
    await expect(
      wallet.client.respond({ topic, id: ids[1] as number, result: 'no' }),
    ).rejects.toMatchObject({ code: 'pairing/unknown-request' })
  })

  it('drops a sign-in without a response after five minutes', async () => {
    const { world, dapp, wallet, opened } = await createLinkedApps()
    const ids: number[] = []
    wallet.client.on('authenticate', ({ id, pairingTopic }) => {
      ids.push(id)
      expect(wallet.links.isVerified(pairingTopic)).toBe(true)
      expect(stored(wallet).pairings[pairingTopic]).toMatchObject({ active: false })
    })
    const { approval } = dapp.client.propose(proposal)
    const outcome = expect(approval).rejects.toMatchObject({ code: 'pairing/proposal-expired' })
    await world.clock.advance(300_000)
    await outcome
    const published = world.relay.stored.length
    await expect(signInWith(wallet, ids[0] as number)).rejects.toMatchObject({
      code: 'pairing/unknown-request',
    })
    expect(stored(wallet).pairings).toEqual({})
    expect([opened.length, world.relay.stored.length]).toEqual([1, published])
  })

  it('continues when the page was unloaded by the link', async () => {
    const apps = await createLinkedApps()
    const { dapp, wallet, device, opened } = apps
    wallet.client.on('authenticate', ({ id }) => {
      device.delivers = false
      void signInWith(wallet, id)
    })
    dapp.client.propose(proposal).approval.catch(() => undefined)
    await settled()
    dapp.restart()
    const reported = vi.fn()
    dapp.client.on('session_settle', reported)
    await dapp.client.restore()
    await settled()
    // Returning to the page must not open the wallet again.
    expect(opened).toHaveLength(2)
    expect(await dapp.links.receiveLink(opened[1] as string)).toBe(true)
    expect(reported).toHaveBeenCalledOnce()
    wallet.restart()
    await wallet.client.restore()
    device.delivers = true
    const { topic } = dapp.client.sessions()[0] as Session
    wallet.client.on('request', ({ id }) => void wallet.client.respond({ topic, id, result: 1 }))
    expect(await dapp.client.request({ topic, ...request })).toBe(1)
    expect(opened).toHaveLength(4)
  })

  it('does not open a link again after a reload during the redirect', async () => {
    const { dapp, device, opened } = await createLinkedApps()
    device.leavesPage = true
    dapp.client.propose(proposal).approval.catch(() => undefined)
    await settled()
    expect(opened).toHaveLength(1)
    device.leavesPage = false
    dapp.restart()
    await dapp.client.restore()
    await settled()
    expect(opened).toHaveLength(1)
    expect(Object.keys(stored(dapp).proposals)).toHaveLength(1)
  })

  it('rejects when the other app cannot be opened', async () => {
    const apps = await createLinkedApps()
    const { dapp, device, opened } = apps
    const { topic } = await signedIn(apps)
    device.refuses = true
    const failed = { code: 'pairing/link-failed' }
    await expect(dapp.client.request({ topic, ...request })).rejects.toMatchObject(failed)
    const { published, approval } = dapp.client.propose(proposal)
    await Promise.all([
      expect(published).rejects.toMatchObject(failed),
      expect(approval).rejects.toMatchObject(failed),
    ])
    device.refuses = false
    await dapp.client.restore()
    await settled()
    expect(opened).toHaveLength(2)
  })

  it('switches a relay session to links when the peer uses them', async () => {
    const apps = await createLinkedApps()
    const { world, dapp, wallet, opened } = apps
    const { topic } = await connect(world, dapp as never, wallet as never)
    const answers: number[] = []
    wallet.client.on('request', ({ id }) => {
      answers.push(id)
      void wallet.client.respond({ topic, id, result: 'ok' })
    })
    expect(await dapp.client.request({ topic, ...request })).toBe('ok')
    expect(opened).toEqual([])
    // The dapp sends its next request by link, as other clients do.
    world.relay.tamper = () => []
    const answer = dapp.client.request({ topic, ...request })
    await settled()
    const held = world.relay.stored.at(-1)
    const bytes = Uint8Array.from(atob(held?.message ?? ''), (text) => text.charCodeAt(0))
    expect(await wallet.links.receiveLink(formatLink(walletLink, { topic, envelope: bytes }))).toBe(
      true,
    )
    expect(await answer).toBe('ok')
    expect(opened).toHaveLength(1)
    expect(answers).toHaveLength(2)
  })

  it('uses the relay for an app without an earlier session', async () => {
    const world = createWorld()
    const opened: string[] = []
    const open = (url: string) => void opened.push(url)
    const dapp = createApp('dapp', dappLink, (extra) => createDapp(world, extra), open)
    const wallet = createApp('wallet', walletLink, (extra) => createWallet(world, extra), open)
    expect(await dapp.links.knows(walletLink)).toBe(false)
    const { uri, approval } = dapp.client.propose(proposal)
    wallet.client.on('authenticate', ({ id, pairingTopic }) => {
      expect(wallet.links.isVerified(pairingTopic)).toBeUndefined()
      void signInWith(wallet, id)
    })
    await wallet.client.pair({ uri })
    await approval
    await settled()
    expect(opened).toEqual([])
    expect(await dapp.links.knows(walletLink)).toBe(true)
    expect(await wallet.links.knows(dappLink)).toBe(true)
  })

  it('remembers an app only after its session is acknowledged', async () => {
    const world = createWorld()
    const open = () => undefined
    const dapp = createApp('dapp', dappLink, (extra) => createDapp(world, extra), open)
    const wallet = createApp('wallet', walletLink, (extra) => createWallet(world, extra), open)
    world.relay.tamper = (message) => (message.tag === 1103 ? [] : [message])
    await connect(world, dapp as never, wallet as never)
    expect(wallet.client.sessions()).toMatchObject([{ acknowledged: false }])
    expect(await wallet.links.knows(dappLink)).toBe(false)
    world.relay.tamper = (message) => [message]
    await world.clock.advance(60_000)
    expect(await wallet.links.knows(dappLink)).toBe(true)
  })

  it('is off without the option', async () => {
    const world = createWorld()
    const apps = await createLinkedApps(world)
    const { storage } = apps.dapp
    const metadata = metadataOf('dapp', dappLink)
    const { client } = createDapp(world, { storage, metadata })
    const before = world.relay.stored.length
    client.propose(proposal).approval.catch(() => undefined)
    await settled()
    expect(apps.opened).toEqual([])
    expect(world.relay.stored).toHaveLength(before + 2)
  })

  it('throws without an https link or with a second client', () => {
    const world = createWorld()
    const openLink = () => undefined
    const invalid = expect.objectContaining({ code: 'pairing/invalid-input' })
    const create = (metadata: object) =>
      createDapp(world, { linkMode: createLinkMode({ openLink }), ...metadata })
    expect(() => create({})).toThrow(invalid)
    for (const universal of ['dapp://wc', 'https://dapp.test/wc?a=b', 'http://dapp.test/wc', '']) {
      expect(() => create({ metadata: metadataOf('dapp', universal) })).toThrow(invalid)
    }
    const linkMode = createLinkMode({ openLink })
    const metadata = metadataOf('dapp', dappLink)
    createDapp(world, { linkMode, metadata })
    expect(() => createDapp(world, { linkMode, metadata })).toThrow(invalid)
  })
})

describe('hostile link', () => {
  async function setUp() {
    const apps = await createLinkedApps()
    const reported = vi.fn()
    const { wallet } = apps
    wallet.client.on('authenticate', reported)
    wallet.client.on('request', reported)
    wallet.client.on('session_end', reported)
    wallet.client.on('session_extend', reported)
    const text = unwrapUnencrypted(
      parseLink(await strayLink(apps), walletLink)?.envelope ?? new Uint8Array(),
    )
    const call = JSON.parse(text ?? '')
    let count = 0
    const freshTopic = () => String(++count).padStart(64, '0')
    /** Sends a valid sign-in with the given change. */
    const send = (change: object, topic = freshTopic()) =>
      wallet.links.receiveLink(
        formatLink(walletLink, {
          topic,
          envelope: wrapUnencrypted(JSON.stringify({ ...call, ...change })),
        }),
      )
    return { ...apps, reported, call, send }
  }

  it('is accepted when nothing is changed (control case)', async () => {
    const { reported, send } = await setUp()
    expect(await send({})).toBe(true)
    expect(reported).toHaveBeenCalledOnce()
  })

  it('cannot replay a sign-in on any topic, before or after it expires', async () => {
    const { world, wallet, reported, send } = await setUp()
    const topic = 'ab'.repeat(32)
    expect(await send({}, topic)).toBe(true)
    for (let minute = 0; minute < 8; minute += 1) {
      expect(await send({}, topic)).toBe(false)
      expect(await send({})).toBe(false)
      await world.clock.advance(60_000)
    }
    wallet.restart()
    wallet.client.on('authenticate', reported)
    expect(await send({})).toBe(false)
    expect(reported).toHaveBeenCalledOnce()
  })

  it('is rejected when it is from an unknown app, no sign-in, old or malformed', async () => {
    const { wallet, call, reported, send } = await setUp()
    const before = stored(wallet).pairings
    const requester = (metadata: object, publicKey = call.params.requester.publicKey) => ({
      params: { ...call.params, requester: { publicKey, metadata } },
    })
    const dapp = call.params.requester.metadata
    for (const change of [
      requester(metadataOf('evil', 'https://evil.test/wc')),
      requester({ ...dapp, redirect: { universal: dappLink } }),
      requester({ ...dapp, redirect: { linkMode: true } }),
      requester({ ...dapp, redirect: { universal: `${dappLink}/`, linkMode: true } }),
      requester(dapp, 'zz'),
      { method: 'wc_sessionRequest' },
      { method: 'wc_sessionDelete' },
      { method: 'wc_sessionPropose' },
      { id: call.id - 300_000_000 },
      { id: call.id + 300_000_000 },
      { id: 'x' },
      { jsonrpc: '1.0' },
      { params: null },
      { params: { ...call.params, authPayload: {} } },
    ]) {
      expect(await send(change)).toBe(false)
    }
    expect(reported).not.toHaveBeenCalled()
    expect(stored(wallet)).toMatchObject({ pairings: before, inbox: {}, sessions: {} })
  })

  it('cannot outlive its pairing with a longer expiry', async () => {
    const { world, wallet, call, send } = await setUp()
    const expiryTimestamp = call.params.expiryTimestamp + 3_600
    expect(await send({ params: { ...call.params, expiryTimestamp } })).toBe(true)
    await world.clock.advance(300_000)
    const before = world.relay.stored.length
    await expect(signInWith(wallet, call.id)).rejects.toMatchObject({
      code: 'pairing/unknown-request',
    })
    expect(world.relay.stored).toHaveLength(before)
  })

  it('is unverified when its link does not belong to the claimed site', async () => {
    const { wallet, call, send } = await setUp()
    const verified: unknown[] = []
    wallet.client.on('authenticate', ({ pairingTopic }) =>
      verified.push(wallet.links.isVerified(pairingTopic)),
    )
    const metadata = { ...call.params.requester.metadata, url: 'https://bank.test' }
    const requester = { ...call.params.requester, metadata }
    expect(await send({ params: { ...call.params, requester } })).toBe(true)
    expect(verified).toEqual([false])
  })

  it('cannot send unencrypted, damaged, foreign or old messages to a session', async () => {
    const { wallet, dapp, reported, send, opened, ...apps } = await setUp()
    const { topic } = await signedIn({ wallet, dapp, opened, ...apps })
    reported.mockClear()
    const sealedAt = opened.length
    const answer = dapp.client.request({ topic, ...request })
    await settled()
    expect(reported).toHaveBeenCalledOnce()
    const url = opened[sealedAt] as string
    const envelope = parseLink(url, walletLink)?.envelope as Uint8Array
    const before = wallet.storage.values.get('pairing')
    const receive = (changed: Uint8Array, on = topic) =>
      wallet.links.receiveLink(formatLink(walletLink, { topic: on, envelope: changed }))
    expect(await send({}, topic)).toBe(false)
    for (let bit = 0; bit < envelope.length * 8; bit += 1) {
      const flipped = envelope.slice()
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7))
      expect(await receive(flipped)).toBe(false)
    }
    expect(await receive(envelope, 'cd'.repeat(32))).toBe(false)
    for (const other of Object.keys(stored(wallet).pairings)) {
      expect(await receive(envelope, other)).toBe(false)
    }
    // Opening the same link again has no effect.
    expect(await wallet.links.receiveLink(url)).toBe(true)
    expect(reported).toHaveBeenCalledOnce()
    expect(wallet.storage.values.get('pairing')).toBe(before)
    const [{ id }] = reported.mock.calls[0] as [{ id: number }]
    await wallet.client.respond({ topic, id, result: 'still' })
    expect(await answer).toBe('still')
  })

  it('cannot replace the sign-in that the user sees', async () => {
    const { wallet, call, reported, send } = await setUp()
    expect(await send({})).toBe(true)
    const requester = { ...call.params.requester, publicKey: '5a'.repeat(32) }
    expect(await send({ params: { ...call.params, requester } })).toBe(false)
    expect(reported).toHaveBeenCalledOnce()
    expect(stored(wallet).inbox[call.id].params.requester.publicKey).not.toBe('5a'.repeat(32))
  })

  it('is rejected when it is for another app, incomplete or too long', async () => {
    const { wallet, reported, ...apps } = await setUp()
    const url = await strayLink({ wallet, reported, ...apps } as never)
    const swap = (from: string, to: string) => url.replace(from, to)
    for (const bad of [
      '',
      'nonsense',
      swap('https:', 'http:'),
      swap('https://wallet.test/app', 'wallet://app'),
      swap('wallet.test', 'evil.test'),
      swap('wallet.test', 'me@wallet.test'),
      swap('/app?', '/other?'),
      swap('wc_ev=', 'wc='),
      swap('wc_ev=', 'wc_ev=AA&wc_ev='),
      swap('topic=', 'topic=ab'),
      `${url}&topic=${'ab'.repeat(32)}`,
      swap('wc_ev=', 'wc_ev=%20'),
      swap('&topic', '=&topic'),
      url.replace(/wc_ev=[^&]+/, `wc_ev=${'A'.repeat(101_000)}`),
      url.replace(/wc_ev=[^&]+/, 'wc_ev='),
    ]) {
      expect(bad).not.toBe(url)
      expect(await wallet.links.receiveLink(bad)).toBe(false)
    }
    expect(reported).not.toHaveBeenCalled()
    expect(await wallet.links.receiveLink(url)).toBe(true)
  })

  it('is rejected when a relay delivers it unencrypted', async () => {
    const { world, wallet, reported, call } = await setUp()
    const message = encodeBase64(wrapUnencrypted(JSON.stringify(call)))
    expect(() => readEnvelope(message)).toThrow()
    const { uri } = createDapp(world).client.propose({ optional: requested })
    const { topic } = await wallet.client.pair({ uri })
    world.relay.inject({ topic, message })
    await settled()
    expect(reported).not.toHaveBeenCalled()
  })
})
