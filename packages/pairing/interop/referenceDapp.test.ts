import { describe, expect, it, vi } from 'vitest'
import { createMemoryStorage } from '../fixtures/memoryStorage.js'
import type { WalletClient } from '../src/createWalletClient.js'
import { useOurClients } from './ourClients.js'
import { ReferenceStorage, stop, useReferenceClients } from './referenceClients.js'
import { useRelay } from './relay.js'
import { account, granted, patience, requested } from './scope.js'

const relay = useRelay()
const ours = useOurClients(relay.url)
const reference = useReferenceClients(relay.url)

function answerRequests(wallet: WalletClient) {
  wallet.on('request', async ({ topic, id, method, params }) => {
    const [first, second] = params as [`0x${string}`, string]
    if (method === 'personal_sign') {
      const result = await account.signMessage({ message: { raw: first } })
      await wallet.respond({ topic, id, result })
    } else if (method === 'eth_signTypedData_v4') {
      await wallet.respond({ topic, id, result: await account.signTypedData(JSON.parse(second)) })
    } else {
      await wallet.respond({ topic, id, result: `0x${'cd'.repeat(32)}` })
    }
  })
}

async function connected(storage = createMemoryStorage(), dappStorage = new ReferenceStorage()) {
  const wallet = ours.wallet(storage)
  const dapp = await reference.start('their-dapp', dappStorage)
  wallet.on('proposal', ({ id }) => void wallet.approve({ id, namespaces: granted }))
  answerRequests(wallet)
  const { uri, approval } = await dapp.connect({ optionalNamespaces: requested })
  await wallet.pair({ uri: uri ?? '' })
  const { topic } = await approval()
  await vi.waitFor(() => expect(wallet.sessions()[0]?.acknowledged).toBe(true), patience)
  return { dapp, wallet, topic }
}

describe('reference dapp with our wallet', () => {
  it('connects, signs, sends and pings', async () => {
    const { dapp, wallet, topic } = await connected()
    expect(wallet.sessions()[0]?.peer.metadata.name).toBe('their-dapp')
    const sendRequest = (method: string, params: unknown) =>
      dapp.request({ topic, chainId: 'eip155:1', request: { method, params } })
    const signature = await account.signMessage({ message: { raw: '0x68' } })
    expect(await sendRequest('personal_sign', ['0x68', account.address])).toBe(signature)
    expect(await sendRequest('eth_sendTransaction', [{}])).toBe(`0x${'cd'.repeat(32)}`)
    const typedData = {
      domain: { name: 'Test', chainId: 1 },
      types: { Note: [{ name: 'text', type: 'string' }] },
      primaryType: 'Note',
      message: { text: 'hello' },
    } as const
    expect(
      await sendRequest('eth_signTypedData_v4', [account.address, JSON.stringify(typedData)]),
    ).toBe(await account.signTypedData(typedData))
    await dapp.ping({ topic })
    await wallet.ping({ topic })
  })

  it('reports an error when the user rejects', async () => {
    const wallet = ours.wallet()
    const dapp = await reference.start('their-dapp')
    wallet.on('proposal', ({ id }) => void wallet.reject({ id }))
    const { uri, approval } = await dapp.connect({ optionalNamespaces: requested })
    const outcome = expect(approval()).rejects.toMatchObject({ code: 5000 })
    await wallet.pair({ uri: uri ?? '' })
    await outcome
  })

  it('receives our events, updates and extensions', async () => {
    const { dapp, wallet, topic } = await connected()
    const events = vi.fn()
    dapp.on('session_event', ({ params }) => events(params.chainId, params.event))
    dapp.on('session_update', ({ params }) => events(params.namespaces.eip155?.accounts))
    dapp.on('session_extend', () => events('extended'))
    const event = { name: 'chainChanged', data: 10 }
    await wallet.emit({ topic, chainId: 'eip155:10', event })
    await vi.waitFor(() => expect(events).toHaveBeenCalledTimes(1), patience)
    const accounts = [`eip155:10:${account.address}`]
    await wallet.update({ topic, namespaces: { eip155: { ...granted.eip155, accounts } } })
    await vi.waitFor(() => expect(events).toHaveBeenCalledTimes(2), patience)
    await wallet.extend({ topic })
    await vi.waitFor(() => expect(events).toHaveBeenCalledTimes(3), patience)
    expect(events.mock.calls).toEqual([['eip155:10', event], [accounts], ['extended']])
  })

  it('ends the session when the dapp disconnects', async () => {
    const { dapp, wallet, topic } = await connected()
    const ended = vi.fn()
    wallet.on('session_end', ended)
    await dapp.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
    await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce(), patience)
    expect(wallet.sessions()).toEqual([])
  })

  it('ends the session when the wallet disconnects', async () => {
    const { dapp, wallet, topic } = await connected()
    const ended = vi.fn()
    dapp.on('session_delete', ended)
    await wallet.disconnect({ topic })
    await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce(), patience)
  })

  it('continues the session when either side restarts', async () => {
    const storage = createMemoryStorage()
    const dappStorage = new ReferenceStorage()
    const first = await connected(storage, dappStorage)
    const { topic } = first
    first.wallet.close()
    const wallet = ours.wallet(storage)
    answerRequests(wallet)
    expect(await wallet.restore()).toMatchObject([{ topic }])
    const signature = await account.signMessage({ message: { raw: '0x68' } })
    const request = { method: 'personal_sign', params: ['0x68', account.address] }
    expect(await first.dapp.request({ topic, chainId: 'eip155:1', request })).toBe(signature)
    await stop(first.dapp)
    const dapp = await reference.start('their-dapp', dappStorage)
    expect(await dapp.request({ topic, chainId: 'eip155:1', request })).toBe(signature)
  })
})
