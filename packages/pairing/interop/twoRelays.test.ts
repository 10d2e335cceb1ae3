import { expect, it, vi } from 'vitest'
import { createMemoryStorage } from '../fixtures/memoryStorage.js'
import { useOurClients } from './ourClients.js'
import { useReferenceClients } from './referenceClients.js'
import { useRelay } from './relay.js'
import { account, granted, patience, requested } from './scope.js'

const own = useRelay()
const other = useRelay()
const ours = useOurClients(own.url)
const theirs = useReferenceClients(other.url)

it('connects to a reference wallet that knows only the second relay, and finds it after a reload', async () => {
  const relayUrls = [own.url(), other.url()]
  const storage = createMemoryStorage()
  const dapp = ours.dapp(storage, { relayUrls })
  const wallet = await theirs.start('their-wallet')
  wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: granted }))
  const asked = vi.fn()
  wallet.on('session_request', async ({ topic, id, params }) => {
    asked(id)
    const result = await account.signMessage({ message: { raw: params.request.params[0] } })
    await wallet.respond({ topic, response: { id, jsonrpc: '2.0', result } })
  })
  const { uri, approval } = dapp.propose({ optional: requested })
  await wallet.pair({ uri })
  const { topic } = await approval
  await vi.waitFor(() => expect(wallet.session.get(topic).acknowledged).toBe(true), patience)
  const request = {
    topic,
    chainId: 'eip155:1',
    method: 'personal_sign',
    params: ['0x6869', account.address],
  }
  const signature = await account.signMessage({ message: { raw: '0x6869' } })
  expect(await dapp.request(request)).toBe(signature)
  dapp.close()
  const next = ours.dapp(storage, { relayUrls })
  await next.restore()
  expect(await next.request(request)).toBe(signature)
  expect(asked).toHaveBeenCalledTimes(2)
  await next.disconnect({ topic })
  await vi.waitFor(() => expect(wallet.session.keys).toEqual([]), patience)
})
