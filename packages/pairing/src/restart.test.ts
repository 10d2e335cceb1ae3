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

function setUp() {
  const world = createWorld()
  return { world, dapp: createDapp(world), wallet: createWallet(world) }
}

const ignore = (promise: Promise<unknown>) => void promise.catch(() => undefined)
const approveAll = (client: ReturnType<typeof setUp>['wallet']['client']) =>
  client.on('proposal', ({ id }) => ignore(client.approve({ id, namespaces: granted })))

describe('dapp after a reload', () => {
  it('gets the session when the proposal was not sent yet', async () => {
    const { world, dapp, wallet } = setUp()
    world.relay.down.add('one.test')
    const { uri, approval } = dapp.client.propose({ optional: requested })
    ignore(approval)
    await settled()
    world.relay.down.clear()
    const client = await dapp.restart()
    const reported = vi.fn()
    client.on('session_settle', reported)
    expect(await client.restore()).toEqual([])
    approveAll(wallet.client)
    await wallet.client.pair({ uri })
    await world.clock.advance(1_000)
    expect(reported).toHaveBeenCalledOnce()
    expect(client.sessions()).toHaveLength(1)
  })

  it('gets the session when the proposal was published', async () => {
    const { dapp, wallet } = setUp()
    const { uri, approval } = dapp.client.propose({ optional: requested })
    ignore(approval)
    await settled()
    const client = await dapp.restart()
    await client.restore()
    approveAll(wallet.client)
    await wallet.client.pair({ uri })
    await settled()
    expect(client.sessions()).toHaveLength(1)
    expect(wallet.client.sessions()).toMatchObject([{ acknowledged: true }])
  })

  it('gets the session when the settlement was pending', async () => {
    const { world, dapp, wallet } = setUp()
    const { uri, approval } = dapp.client.propose({ optional: requested })
    ignore(approval)
    approveAll(wallet.client)
    world.relay.tamper = (message) => (message.tag === 1102 ? [] : [message])
    await wallet.client.pair({ uri })
    await settled()
    expect(dapp.client.sessions()).toEqual([])
    world.relay.tamper = (message) => [message]
    const client = await dapp.restart()
    await client.restore()
    await settled()
    expect(client.sessions()).toHaveLength(1)
    expect(wallet.client.sessions()).toMatchObject([{ acknowledged: true }])
  })

  it('restores its sessions', async () => {
    const { dapp, wallet, topic, session } = await connect(createWorld())
    const client = await dapp.restart()
    expect(await client.restore()).toEqual([session])
    wallet.client.on('request', ({ id }) => ignore(wallet.client.respond({ topic, id, result: 1 })))
    const request = { topic, chainId: 'eip155:1', method: 'personal_sign', params: [] }
    expect(await client.request(request)).toBe(1)
  })

  it('emits the update and the end that it missed', async () => {
    const { dapp, wallet, topic } = await connect(createWorld())
    dapp.client.close()
    const namespaces = { eip155: { ...granted.eip155, methods: [] } }
    await wallet.client.update({ topic, namespaces })
    let client = await dapp.restart()
    await client.restore()
    await settled()
    expect(client.sessions()[0]?.namespaces.eip155?.methods).toEqual([])
    client.close()
    await wallet.client.disconnect({ topic })
    client = await dapp.restart()
    await client.restore()
    await settled()
    expect(client.sessions()).toEqual([])
  })

  it('emits the response to an earlier request as late', async () => {
    const world = createWorld()
    const { dapp, wallet, topic } = await connect(world)
    const answers: (() => void)[] = []
    wallet.client.on('request', ({ id }) =>
      answers.push(() => ignore(wallet.client.respond({ topic, id, result: '0xhash' }))),
    )
    const request = { topic, chainId: 'eip155:1', method: 'eth_sendTransaction', params: [] }
    ignore(dapp.client.request(request))
    await world.clock.advance(1_000)
    const client = await dapp.restart()
    const late = vi.fn()
    client.on('late_response', late)
    await client.restore()
    for (const answer of answers) answer()
    await settled()
    expect(late).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ method: 'eth_sendTransaction', outcome: { result: '0xhash' } }),
    )
  })
})

describe('wallet after a restart', () => {
  it('emits the pending proposal again and can approve it', async () => {
    const { dapp, wallet } = setUp()
    const { uri, approval } = dapp.client.propose({ optional: requested })
    await wallet.client.pair({ uri })
    await settled()
    const client = await wallet.restart()
    approveAll(client)
    await client.restore()
    expect(await approval).toMatchObject({ role: 'dapp' })
  })

  it('sends its approval when the relay did not have it yet', async () => {
    const { world, dapp, wallet } = setUp()
    const { uri, approval } = dapp.client.propose({ optional: requested })
    const proposals: number[] = []
    wallet.client.on('proposal', ({ id }) => proposals.push(id))
    await wallet.client.pair({ uri })
    await settled()
    world.relay.errorFor = (method) =>
      method === 'irn_publish' ? { code: 3001, message: 'Too many requests' } : undefined
    ignore(wallet.client.approve({ id: proposals[0] ?? 0, namespaces: granted }))
    await settled()
    world.relay.errorFor = () => undefined
    const client = await wallet.restart()
    await client.restore()
    expect(await approval).toMatchObject({ role: 'dapp' })
    await settled()
    expect(client.sessions()).toMatchObject([{ acknowledged: true }])
  })

  it('emits a pending request again and responds once', async () => {
    const { dapp, wallet, topic } = await connect(createWorld())
    const request = { topic, chainId: 'eip155:1', method: 'personal_sign', params: ['x'] }
    const answer = dapp.client.request(request)
    await settled()
    const client = await wallet.restart()
    const ids: number[] = []
    client.on('request', ({ id }) => ids.push(id))
    await client.restore()
    const id = ids[0] ?? 0
    await client.respond({ topic, id, result: 'signed' })
    expect(await answer).toBe('signed')
    await expect(client.respond({ topic, id, result: 'again' })).rejects.toMatchObject({
      code: 'pairing/unknown-request',
    })
    expect(ids).toHaveLength(1)
  })

  it('keeps its sessions', async () => {
    const { dapp, wallet, topic } = await connect(createWorld())
    const client = await wallet.restart()
    expect(await client.restore()).toMatchObject([{ topic, role: 'wallet' }])
    await dapp.client.ping({ topic })
  })
})

describe('storage', () => {
  it('keeps a message unacknowledged while writes fail', async () => {
    const { world, dapp, wallet } = setUp()
    const { topic } = await connect(world, dapp, wallet)
    const reported = vi.fn()
    dapp.client.on('session_event', reported)
    dapp.storage.failWrites(true)
    const event = { name: 'chainChanged', data: 10 }
    await wallet.client.emit({ topic, chainId: 'eip155:1', event })
    await settled()
    expect(reported).not.toHaveBeenCalled()
    dapp.storage.failWrites(false)
    world.relay.cut()
    await world.clock.advance(1_000)
    expect(reported).toHaveBeenCalledOnce()
  })

  it.each(['', '{', '[]', '{"sessions":{"ab":{"key":1}},"identity":{"seed":"x"}}', 'null'])(
    'starts empty when it contains %j',
    async (text) => {
      const world = createWorld()
      const dapp = createDapp(world)
      dapp.storage.values.set('pairing', text)
      expect(await dapp.client.restore()).toEqual([])
      const { topic } = await connect(world, dapp)
      await dapp.client.ping({ topic })
    },
  )
})
