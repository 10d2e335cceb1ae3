import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeLoginPage, loginOrigin } from '../../../fixtures/fakeLoginPage.js'
import { createFakeNode } from '../../../fixtures/fakeNode.js'
import { createTestWidget } from '../../../fixtures/testWidget.js'
import { disconnect } from '../../core/connection/actions/disconnect.js'
import { signMessage } from '../../core/connection/actions/signMessage.js'
import { connectLogin } from '../../core/login/actions/connectLogin.js'
import { closeModal } from '../../core/modal/actions/navigation.js'
import { currentRoute } from '../../core/modal/store.js'
import { switchNetwork } from '../../core/network/actions/switchNetwork.js'
import * as limits from '../../core/runtime/limits.js'
import type { Widget } from '../../core/widget.js'
import { eip155 } from '../../families/eip155/index.js'
import { createLoginConnector } from './createLoginConnector.js'
import { hexValues } from './loginTransport.js'

const key = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const smart = '0x1563915e194D8CfBA1943570603F7606A3115508'
const { signal: never } = new AbortController()

/** Lazy parts may load slowly on a busy machine. */
const eventually = (read: () => unknown) => expect.poll(read)

type Provider = { request(call: { method: string; params?: unknown }): Promise<unknown> }

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** Signs in with a key account, and a smart account on the first network if that type is preferred. */
async function signIn({ type = 'eoa' as 'eoa' | 'smartAccount' } = {}) {
  const page = createFakeLoginPage()
  const node = createFakeNode()
  vi.stubGlobal('fetch', node.fetch)
  const test = createTestWidget({
    options: { providerUrls: { login: loginOrigin }, families: [eip155()] },
  })
  const preferred = { type }
  page.answers.set('GET_USER', (payload) => {
    const { chainId } = payload as { chainId: string }
    const isSmart = chainId === 'eip155:1' && preferred.type === 'smartAccount'
    const accounts = [
      { address: key.address, type: 'eoa' },
      ...(chainId === 'eip155:1' ? [{ address: smart, type: 'smartAccount' }] : []),
    ]
    return {
      address: isSmart ? smart : key.address,
      chainId: Number(chainId.split(':')[1]),
      email: 'ada@example.test',
      authProvider: 'email',
      accounts,
      preferredAccountType: isSmart ? 'smartAccount' : 'eoa',
      smartAccountDeployed: false,
    }
  })
  page.answers.set('SWITCH_NETWORK', (payload) => {
    const { chainId } = payload as { chainId: string }
    return { chainId }
  })
  page.answers.set('SIGN_OUT', () => undefined)
  let connector: ReturnType<typeof createLoginConnector> | undefined
  const widget: Widget = {
    ...test.widget,
    async login() {
      connector ??= createLoginConnector(widget)
      return connector
    },
  }
  widget.ports.modalElement = () => page.host as unknown as HTMLElement
  ends.push(() => {
    test.end()
    page.end()
  })
  const pass = async (ms = 0) => {
    await page.settle()
    await test.clock.advance(ms)
    await page.settle()
  }
  const adopted = connectLogin(widget, { signal: never })
  await eventually(() => page.frames.length).toBe(1)
  await pass(limits.frameReadyDelay)
  await eventually(() => widget.stores.connection.get().eip155?.status).toBe('connected')
  await adopted
  const requestsOf = (name: string) =>
    page.frames[0]?.requests.filter((one) => one.name === name) ?? []
  return {
    ...test,
    widget,
    page,
    preferred,
    requestsOf,
    pass,
    connection: () => {
      const state = widget.stores.connection.get().eip155
      return state?.status === 'connected' ? state : undefined
    },
    provider: () => widget.sessions.get('eip155')?.provider as Provider,
    view: () => currentRoute(widget.stores.router.get()).view,
  }
}

describe('the embedded wallet on eip155', () => {
  it('signs with its own key after a confirmation', async () => {
    const { widget, requestsOf, page, view, pass } = await signIn()
    const signing = signMessage(widget, { message: 'hello' })
    await eventually(() => requestsOf('RPC_REQUEST').length).toBe(1)
    expect(view()).toBe('ApproveTransaction')
    const request = requestsOf('RPC_REQUEST')[0]
    expect(request?.payload).toEqual({
      method: 'personal_sign',
      params: ['0x68656c6c6f', key.address],
      chainNamespace: 'eip155',
      chainId: 1,
      rpcUrl: 'https://rpc.test/1',
    })
    const signature = await key.signMessage({ message: 'hello' })
    page.frames[0]?.answer(request?.id ?? '', 'RPC_REQUEST', signature)
    await pass()
    expect(await signing).toBe(signature)
    expect(widget.stores.modal.get().isOpen).toBe(false)
  })

  it('maps rejections and frame errors to EIP-1193 errors', async () => {
    const { widget, requestsOf, page, provider, pass } = await signIn()
    const sendRequest = async (
      failure: Parameters<(typeof page.frames)[0]['fail']>[2] | undefined,
    ) => {
      const before = requestsOf('RPC_REQUEST').length
      const params = ['0x68656c6c6f', key.address]
      const outcome = provider()
        .request({ method: 'personal_sign', params })
        .catch((error: unknown) => error)
      await eventually(() => requestsOf('RPC_REQUEST').length).toBe(before + 1)
      const { id } = requestsOf('RPC_REQUEST').at(-1) ?? { id: '' }
      if (failure) page.frames[0]?.fail(id, 'RPC_REQUEST', failure)
      else {
        closeModal(widget)
        await pass()
        page.frames[0]?.fail(id, 'RPC_REQUEST', { code: 'aborted', message: 'off' })
      }
      await pass()
      return outcome
    }
    expect(await sendRequest({ code: 'rejected', rpcCode: 4001, message: 'no' })).toMatchObject({
      code: 4001,
    })
    expect(await sendRequest({ code: 'busy', message: 'full' })).toMatchObject({ code: -32_002 })
    expect(await sendRequest(undefined)).toMatchObject({
      code: 4001,
      message: 'Request was aborted',
    })
    expect(requestsOf('RPC_ABORT')).toHaveLength(1)
    await expect(
      provider().request({ method: 'eth_sign', params: [key.address, '0x'] }),
    ).rejects.toMatchObject({
      code: 4200,
    })
    await expect(provider().request({ method: 'eth_chainId' })).resolves.toBe('0x1')
  })

  it('uses another account on networks without smart accounts', async () => {
    const { widget, storage, requestsOf, connection, pass } = await signIn({ type: 'smartAccount' })
    expect(connection()).toMatchObject({
      active: { address: smart, type: 'smartAccount' },
      embedded: { accountType: 'smartAccount' },
    })
    const moving = switchNetwork(widget, { networkId: 'eip155:8453' })
    await eventually(() => requestsOf('SWITCH_NETWORK').length).toBe(1)
    await pass()
    await moving
    expect(requestsOf('SWITCH_NETWORK')[0]?.payload).toMatchObject({ chainId: 'eip155:8453' })
    expect(widget.stores.network.get().active.eip155).toBe('eip155:8453')
    expect(connection()?.active).toMatchObject({ address: key.address, type: 'eoa' })
    expect(storage.get('@appkit-wallet/LAST_USED_CHAIN_KEY')).toBe('8453')
  })

  it('switches the network even when the frame fails to', async () => {
    const { widget, page, requestsOf, log, pass } = await signIn()
    page.answers.delete('SWITCH_NETWORK')
    const moving = switchNetwork(widget, { networkId: 'eip155:8453' })
    await eventually(() => requestsOf('SWITCH_NETWORK').length).toBe(1)
    const { id } = requestsOf('SWITCH_NETWORK')[0] as { id: string }
    page.frames.at(-1)?.fail(id, 'SWITCH_NETWORK', { message: 'not now' })
    await pass()
    await moving
    expect(widget.stores.network.get().active.eip155).toBe('eip155:8453')
    expect(requestsOf('GET_USER').at(-1)?.payload).toMatchObject({ chainId: 'eip155:8453' })
    expect(log.entries.map(({ message }) => message)).toContain(
      'The embedded wallet did not switch its network',
    )
  })

  it('switches its account with the preferred type', async () => {
    const { widget, preferred, connection, pass } = await signIn()
    expect(connection()?.active.type).toBe('eoa')
    preferred.type = 'smartAccount'
    const refreshed = (await widget.login()).refresh(never)
    await pass()
    await refreshed
    expect(connection()).toMatchObject({
      active: { address: smart, type: 'smartAccount' },
      embedded: { accountType: 'smartAccount' },
    })
  })

  it("disconnects when the frame's session ends", async () => {
    const { page, storage, connection, pass } = await signIn()
    page.frames[0]?.post({ type: '@w3m-frame/SESSION_ENDED' })
    await pass()
    expect(connection()).toBeUndefined()
    expect(storage.get('@appkit-wallet/EMAIL_LOGIN_USED_KEY')).toBeUndefined()
  })

  it('signs out of the frame on disconnect', async () => {
    const { widget, requestsOf, pass } = await signIn()
    const ended = disconnect(widget)
    await pass()
    await ended
    expect(requestsOf('SIGN_OUT')).toHaveLength(1)
  })

  it('waits at most three seconds for the frame to sign out', async () => {
    const { widget, page, clock, connection } = await signIn()
    page.answers.delete('SIGN_OUT')
    const ended = disconnect(widget)
    await page.settle()
    await clock.advance(limits.disconnectWait)
    await ended
    expect(connection()).toBeUndefined()
  })
})

it('encodes nested bigints as hex quantities', () => {
  const bytes = new Uint8Array([1])
  expect(
    hexValues([{ value: 10n, list: [0n, { deep: 255n }], text: '1', bytes }, null, -1n]),
  ).toEqual([{ value: '0xa', list: ['0x0', { deep: '0xff' }], text: '1', bytes }, null, '-0x1'])
})
