import { describe, expect, it, vi } from 'vitest'
import { settled } from '../fixtures/fakeClock.js'
import {
  connect,
  createDapp,
  createWallet,
  createWorld,
  granted,
  requested,
} from '../fixtures/peers.js'
import { createDappClient } from './createDappClient.js'

async function twoTabs() {
  const world = createWorld()
  const dapp = createDapp(world)
  const wallet = createWallet(world)
  const { topic } = await connect(world, dapp, wallet)
  await world.clock.advance(1_000)
  const other = createDappClient(world.options(dapp.storage, dapp.environment, 'dapp'))
  await other.restore()
  await settled()
  return { world, dapp, other, wallet, topic }
}

describe('two tabs of one site', () => {
  it('share sessions and each get the responses to their own requests', async () => {
    const { dapp, other, wallet, topic } = await twoTabs()
    expect(other.sessions()).toEqual(dapp.client.sessions())
    const late = vi.fn()
    dapp.client.on('late_response', late)
    other.on('late_response', late)
    wallet.client.on('request', ({ id, params }) => {
      void wallet.client.respond({ topic, id, result: params })
    })
    const request = { topic, chainId: 'eip155:1', method: 'personal_sign' }
    const answers = await Promise.all([
      dapp.client.request({ ...request, params: ['one'] }),
      other.request({ ...request, params: ['two'] }),
    ])
    expect(answers).toEqual([['one'], ['two']])
    await settled()
    expect(late).not.toHaveBeenCalled()
  })

  it('each emit events, updates and the end once', async () => {
    const { dapp, other, wallet, topic } = await twoTabs()
    const reported = vi.fn()
    for (const [name, tab] of [
      ['one', dapp.client],
      ['two', other],
    ] as const) {
      tab.on('session_event', () => reported(name, 'event'))
      tab.on('session_update', () => reported(name, 'update'))
      tab.on('session_end', () => reported(name, 'end'))
    }
    const event = { name: 'chainChanged', data: 1 }
    await wallet.client.emit({ topic, chainId: 'eip155:1', event })
    await settled()
    await wallet.client.update({
      topic,
      namespaces: { eip155: { ...granted.eip155, methods: [] } },
    })
    await settled()
    await wallet.client.disconnect({ topic })
    await settled()
    const calls = reported.mock.calls.map((call) => call.join(' ')).sort()
    expect(calls).toEqual([
      'one end',
      'one event',
      'one update',
      'two end',
      'two event',
      'two update',
    ])
  })

  it('do not overwrite the changes of the other', async () => {
    const { dapp, other, wallet, topic } = await twoTabs()
    wallet.client.on(
      'proposal',
      ({ id }) => void wallet.client.approve({ id, namespaces: granted }),
    )
    const { uri, approval } = other.propose({ optional: requested })
    await wallet.client.pair({ uri })
    const second = await approval
    await dapp.client.extend({ topic })
    await settled()
    const topics = [topic, second.topic].sort()
    expect(
      dapp.client
        .sessions()
        .map((session) => session.topic)
        .sort(),
    ).toEqual(topics)
    await dapp.client.ping({ topic: second.topic })
  })
})
