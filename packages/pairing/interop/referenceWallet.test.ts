import { verifyMessage } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { createMemoryStorage } from '../fixtures/memoryStorage.js'
import { useOurClients } from './ourClients.js'
import {
  type ReferenceClient,
  ReferenceStorage,
  stop,
  useReferenceClients,
} from './referenceClients.js'
import { useRelay } from './relay.js'
import { account, granted, patience, requested } from './scope.js'

const typedData = {
  domain: { name: 'Test', chainId: 1 },
  types: { Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  message: { text: 'hello' },
} as const

const relay = useRelay()
const ours = useOurClients(relay.url)
const reference = useReferenceClients(relay.url)

/** Responds like a wallet whose user approves every request. */
function answerRequests(wallet: ReferenceClient) {
  wallet.on('session_request', async ({ topic, id, params }) => {
    const { method, params: [first, second] = [] } = params.request
    const result =
      method === 'personal_sign'
        ? await account.signMessage({ message: { raw: first } })
        : method === 'eth_signTypedData_v4'
          ? await account.signTypedData(JSON.parse(second))
          : `0x${'ab'.repeat(32)}`
    const response = first?.refuse
      ? { id, jsonrpc: '2.0', error: { code: 4001, message: 'User rejected the request.' } }
      : { id, jsonrpc: '2.0', result }
    await wallet.respond({ topic, response })
  })
}

async function connected(storage = createMemoryStorage(), walletStorage = new ReferenceStorage()) {
  const dapp = ours.dapp(storage)
  const wallet = await reference.start('their-wallet', walletStorage)
  wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: granted }))
  answerRequests(wallet)
  const { uri, approval } = dapp.propose({ optional: requested })
  await wallet.pair({ uri })
  const session = await approval
  await vi.waitFor(
    () => expect(wallet.session.get(session.topic).acknowledged).toBe(true),
    patience,
  )
  return { dapp, wallet, session, topic: session.topic }
}

describe('our dapp with the reference wallet', () => {
  it('connects, signs, sends and pings', async () => {
    const { dapp, wallet, session, topic } = await connected()
    expect(session.peer.metadata.name).toBe('their-wallet')
    expect(session.namespaces.eip155?.accounts).toEqual(granted.eip155.accounts)
    const request = { topic, chainId: 'eip155:1' }
    const message = '0x68656c6c6f'
    const signature = await dapp.request({
      ...request,
      method: 'personal_sign',
      params: [message, account.address],
    })
    const { address } = account
    const isValid = await verifyMessage({
      address,
      message: { raw: message },
      signature: signature as `0x${string}`,
    })
    expect(isValid).toBe(true)
    const hash = await dapp.request({
      ...request,
      method: 'eth_sendTransaction',
      params: [{ from: address, to: address, value: '0x1' }],
    })
    expect(hash).toBe(`0x${'ab'.repeat(32)}`)
    const typed = await dapp.request({
      ...request,
      method: 'eth_signTypedData_v4',
      params: [address, JSON.stringify(typedData)],
    })
    expect(typed).toBe(await account.signTypedData(typedData))
    const refused = dapp.request({
      ...request,
      method: 'eth_sendTransaction',
      params: [{ refuse: true }],
    })
    await expect(refused).rejects.toMatchObject({ code: 'pairing/user-rejected', peerCode: 4001 })
    await dapp.ping({ topic })
    await wallet.ping({ topic })
  })

  it('reports an error when the user rejects', async () => {
    const dapp = ours.dapp()
    const wallet = await reference.start('their-wallet')
    const reason = { code: 5000, message: 'User rejected.' }
    wallet.on('session_proposal', ({ id }) => void wallet.reject({ id, reason }))
    const { uri, approval } = dapp.propose({ optional: requested })
    const outcome = expect(approval).rejects.toMatchObject({ code: 'pairing/user-rejected' })
    await wallet.pair({ uri })
    await outcome
  })

  it('receives events, updates and extensions', async () => {
    const { dapp, wallet, topic, session } = await connected()
    const events = vi.fn()
    dapp.on('session_event', ({ chainId, event }) => events(chainId, event))
    dapp.on('session_update', ({ session: { namespaces } }) => events(namespaces.eip155?.chains))
    dapp.on('session_extend', ({ expiry }) => events(expiry >= session.expiry))
    await wallet.emit({ topic, chainId: 'eip155:10', event: { name: 'chainChanged', data: 10 } })
    await vi.waitFor(() => expect(events).toHaveBeenCalledTimes(1), patience)
    const accounts = [`eip155:10:${account.address}`]
    const updated = await wallet.update({
      topic,
      namespaces: { eip155: { ...granted.eip155, accounts } },
    })
    await updated.acknowledged()
    const extended = await wallet.extend({ topic })
    await extended.acknowledged()
    expect(events.mock.calls).toEqual([
      ['eip155:10', { name: 'chainChanged', data: 10 }],
      [['eip155:10']],
      [true],
    ])
    const extension = vi.fn()
    wallet.on('session_extend', extension)
    await dapp.extend({ topic })
    await vi.waitFor(() => expect(extension).toHaveBeenCalledOnce(), patience)
  })

  it('ends the session when the dapp disconnects', async () => {
    const { dapp, wallet, topic } = await connected()
    const ended = vi.fn()
    wallet.on('session_delete', ended)
    await dapp.disconnect({ topic })
    await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce(), patience)
    expect(dapp.sessions()).toEqual([])
  })

  it('ends the session when the wallet disconnects', async () => {
    const { dapp, wallet, topic } = await connected()
    const ended = vi.fn()
    dapp.on('session_end', ended)
    await wallet.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
    await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce(), patience)
    expect(ended.mock.calls[0]?.[0]).toMatchObject({ by: 'peer', reason: { code: 6000 } })
    expect(dapp.sessions()).toEqual([])
  })

  it('continues the session when either side restarts', async () => {
    const storage = createMemoryStorage()
    const walletStorage = new ReferenceStorage()
    const first = await connected(storage, walletStorage)
    const { topic } = first
    first.dapp.close()
    const dapp = ours.dapp(storage)
    expect(await dapp.restore()).toMatchObject([{ topic }])
    const request = {
      topic,
      chainId: 'eip155:1',
      method: 'personal_sign',
      params: ['0x68', account.address],
    }
    const signature = await account.signMessage({ message: { raw: '0x68' } })
    expect(await dapp.request(request)).toBe(signature)
    await stop(first.wallet)
    const wallet = await reference.start('their-wallet', walletStorage)
    answerRequests(wallet)
    expect(await dapp.request(request)).toBe(signature)
  })
})
