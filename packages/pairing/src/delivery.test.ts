import { maxMessageBytes } from '@latchkey/wire/relay/methods'
import { describe, expect, it, vi } from 'vitest'
import { settled } from '../fixtures/fakeClock.js'
import type { StoredMessage } from '../fixtures/memoryRelay.js'
import {
  connect,
  createDapp,
  createWallet,
  createWorld,
  granted,
  requested,
  walletAddress,
} from '../fixtures/peers.js'
import { createRawWallet } from '../fixtures/rawWallet.js'

const request = { chainId: 'eip155:1', method: 'personal_sign', params: [] }

describe('message delivery', () => {
  it('ignores a message that is delivered twice', async () => {
    const world = createWorld()
    world.relay.tamper = (message) => [message, message]
    const { dapp, wallet, topic } = await connect(world)
    const reported = vi.fn()
    wallet.client.on('request', ({ id }) => {
      reported(id)
      void wallet.client.respond({ topic, id, result: 'ok' })
    })
    dapp.client.on('session_event', reported)
    expect(await dapp.client.request({ topic, ...request })).toBe('ok')
    const event = { name: 'chainChanged', data: 1 }
    await wallet.client.emit({ topic, chainId: 'eip155:1', event })
    await settled()
    expect(reported).toHaveBeenCalledTimes(2)
    expect(dapp.client.sessions()).toHaveLength(1)
  })

  it('receives a message again when it was lost on an open connection', async () => {
    const world = createWorld()
    const seen = new Set<string>()
    world.relay.tamper = (message) => {
      if (seen.has(message.message)) return [message]
      seen.add(message.message)
      return []
    }
    const dapp = createDapp(world)
    const wallet = createWallet(world)
    wallet.client.on(
      'proposal',
      ({ id }) => void wallet.client.approve({ id, namespaces: granted }),
    )
    const { uri, approval } = dapp.client.propose({ optional: requested })
    await wallet.client.pair({ uri })
    await world.clock.advance(120_000)
    const { topic } = await approval
    const answer = dapp.client.request({ topic, ...request })
    wallet.client.on('request', ({ id }) => void wallet.client.respond({ topic, id, result: 'ok' }))
    await world.clock.advance(120_000)
    expect(await answer).toBe('ok')
  })

  it('completes when the connection is lost at any step', async () => {
    const world = createWorld()
    const dapp = createDapp(world)
    const wallet = createWallet(world)
    let cuts = 0
    world.relay.tamper = (message) => {
      cuts += 1
      if (cuts % 2 === 0) return [message]
      world.relay.cut()
      return []
    }
    wallet.client.on(
      'proposal',
      ({ id }) => void wallet.client.approve({ id, namespaces: granted }),
    )
    const { uri, approval } = dapp.client.propose({ optional: requested })
    void wallet.client.pair({ uri })
    await world.clock.advance(200_000)
    const { topic } = await approval
    expect(wallet.client.sessions()).toMatchObject([{ topic, acknowledged: true }])
    expect(cuts).toBeGreaterThan(3)
  })

  it('rejects a message that is too long before anything is stored', async () => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    const params = ['x'.repeat(maxMessageBytes)]
    const tooLarge = { code: 'pairing/message-too-large' }
    const readStorage = () => [...dapp.storage.values.values()].join()
    const before = readStorage()
    await expect(dapp.client.request({ topic, ...request, params })).rejects.toMatchObject(tooLarge)
    expect(readStorage()).toBe(before)
    const responses: Promise<unknown>[] = []
    wallet.client.on('request', ({ id }) => {
      const long = wallet.client.respond({ topic, id, result: params })
      responses.push(expect(long).rejects.toMatchObject(tooLarge))
      // The request is still pending, so the wallet can send a shorter response.
      responses.push(long.catch(() => wallet.client.respond({ topic, id, result: 'short' })))
    })
    expect(await dapp.client.request({ topic, ...request })).toBe('short')
    await Promise.all(responses)
  })

  it('keeps the newest state when messages arrive out of order', async () => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    const held: StoredMessage[] = []
    const events = vi.fn()
    dapp.client.on('session_event', ({ event }) => events(event.data))
    world.relay.tamper = (message) => {
      held.push(message)
      return []
    }
    const both = granted.eip155.accounts
    for (const [index, accounts] of [both, [`eip155:10:${walletAddress}`]].entries()) {
      await world.clock.advance(10)
      await wallet.client.update({ topic, namespaces: { eip155: { ...granted.eip155, accounts } } })
      await wallet.client.emit({
        topic,
        chainId: 'eip155:10',
        event: { name: 'chainChanged', data: index },
      })
    }
    world.relay.tamper = (message) => [message]
    for (const message of held.reverse()) world.relay.handOut(message)
    await settled()
    expect(dapp.client.sessions()[0]?.namespaces.eip155?.chains).toEqual(['eip155:10'])
    expect(events.mock.calls).toEqual([[1]])
  })

  it('does not acknowledge a message on an unknown topic', async () => {
    const world = createWorld()
    const dapp = createDapp(world)
    const wallet = createWallet(world)
    wallet.client.on(
      'proposal',
      ({ id }) => void wallet.client.approve({ id, namespaces: granted }),
    )
    world.relay.tamper = (message) => (message.tag === 1101 ? [] : [message])
    const { uri, approval } = dapp.client.propose({ optional: requested })
    await wallet.client.pair({ uri })
    await settled()
    const sent = (tag: number) => world.relay.stored.find((it) => it.tag === tag) as StoredMessage
    world.relay.inject(sent(1102))
    await settled()
    world.relay.inject(sent(1101))
    expect(await approval).toMatchObject({ role: 'dapp' })
  })

  it('ignores a second wallet that scanned the same URI', async () => {
    const world = createWorld()
    const dapp = createDapp(world)
    const { uri, approval } = dapp.client.propose({ optional: requested })
    await settled()
    const first = await createRawWallet(world, uri)
    const second = await createRawWallet(world, uri)
    first.answerProposal()
    second.answerProposal()
    await settled()
    second.settle({ namespaces: granted })
    first.settle({ namespaces: granted })
    const session = await approval
    expect(session.topic).toBe(first.topic)
    await settled()
    expect(dapp.client.sessions()).toHaveLength(1)
  })

  it('acknowledges a message only after it is stored and handled', async () => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    const order: string[] = []
    const { set } = dapp.storage
    dapp.storage.set = async (key, value) => {
      order.push('stored')
      return set(key, value)
    }
    dapp.client.on('session_event', () => order.push('handled'))
    const event = { name: 'chainChanged', data: 1 }
    const before = world.relay.frames.length
    await wallet.client.emit({ topic, chainId: 'eip155:1', event })
    await settled()
    const acknowledged = world.relay.frames
      .slice(before)
      .filter(({ frame }) => frame.result === true)
    // The last write records that listeners ran, so nothing is emitted again after a reload.
    expect(order).toEqual(['stored', 'handled', 'stored'])
    expect(acknowledged).toHaveLength(1)
  })
})
