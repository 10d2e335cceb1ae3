import { describe, expect, it } from 'vitest'
import { createFakeProvider } from '../../../fixtures/fakeProvider.js'
import { createTestWidget, testNetworks } from '../../../fixtures/testWidget.js'
import { getIdentities } from '../../core/account/identity/identity.js'
import { connect } from '../../core/connection/actions/connect.js'
import { currentRoute } from '../../core/modal/store.js'
import { getActiveNetwork } from '../../core/network/store.js'
import { UserRejectedError } from '../../core/runtime/errors/connection.js'
import { ProviderError } from '../../core/runtime/errors/provider.js'
import * as limits from '../../core/runtime/limits.js'
import { registerName } from './actions/registerName.js'
import { fetchOwnName, searchNames } from './actions/searchNames.js'
import { isAvailable, namesOf } from './store.js'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const { signal } = new AbortController()
const now = 1_700_000_000_000
const record = (name: string, owner = address) => ({
  name,
  attributes: null,
  addresses: { 60: { address: owner, created_at: null } },
})
const suggestions = (...taken: string[]) =>
  ['alice', 'alice-pay', 'alice-hub'].map((label) => ({
    name: `${label}.reown.id`,
    registered: taken.includes(label),
  }))

async function connected(answers: Parameters<typeof createFakeProvider>[0] = {}) {
  const provider = createFakeProvider({
    suggestNames: () => ({ suggestions: suggestions() }),
    registerName: () => record('alice.reown.id'),
    lookUpName: () => [],
    ...answers,
  })
  const test = createTestWidget({ provider })
  const { widget, clock } = test
  test.evm.behaviour.accounts = [address]
  test.evm.announce({ id: 'io.one' })
  await connect(widget, { connectorId: 'io.one' })
  const names = namesOf(widget)
  const session = widget.sessions.get('eip155')
  const signed: string[] = []
  const sign = (answer: () => Promise<string>) =>
    Object.assign(session ?? {}, {
      signMessage: ({ message }: { message: string }) => {
        signed.push(message)
        return answer()
      },
    })
  sign(async () => '0xabc')
  async function typed(text: string) {
    await Promise.all([
      searchNames(widget, { text, signal }),
      clock.advance(limits.nameSearchDelay),
    ])
  }
  return { ...test, provider, names, signed, sign, typed }
}

describe('searchNames', () => {
  it('fetches after a pause, and only for the last text', async () => {
    const { widget, names, provider, typed } = await connected()
    const first = new AbortController()
    const early = searchNames(widget, { text: 'alic', signal: first.signal })
    first.abort()
    await expect(early).rejects.toThrow()
    expect(names.get()).toMatchObject({ text: 'alic', search: 'loading', hasPaused: false })
    await typed('Alice')
    expect(provider.calls).toMatchObject([
      { name: 'suggestNames', input: { name: 'alice', zone: 'reown.id' } },
    ])
    expect(names.get()).toMatchObject({ text: 'Alice', search: 'ready', hasPaused: true })
    expect(isAvailable(names.get())).toBe(true)
  })

  it('fetches in the zone of the provider', async () => {
    const { widget, names, provider, typed } = await connected({
      suggestNames: () => ({ suggestions: [{ name: 'alice.names.example', registered: false }] }),
    })
    widget.stores.settings.set({ nameZone: 'names.example' })
    await typed('Alice.names.example')
    expect(provider.calls).toMatchObject([{ input: { name: 'alice', zone: 'names.example' } }])
    expect(names.get()).toMatchObject({ label: 'alice', suggestions: [{ registered: false }] })
    expect(isAvailable(names.get())).toBe(true)
  })

  it.each(['ab', 'a_b_c', '-alice'])('fetches nothing for %s', async (text) => {
    const { names, provider, typed } = await connected()
    await typed(text)
    expect(provider.calls).toEqual([])
    expect(names.get()).toMatchObject({ search: 'idle', hasPaused: true })
    expect(isAvailable(names.get())).toBe(false)
  })

  it('looks up a name that is not among the suggestions', async () => {
    const { names, typed } = await connected({
      suggestNames: () => ({ suggestions: [{ name: 'other.example', registered: false }] }),
      lookUpName: () => record('alice.reown.id', '0xB0b'),
    })
    await typed('alice')
    expect(names.get().suggestions).toEqual([{ name: 'alice.reown.id', registered: true }])
    expect(isAvailable(names.get())).toBe(false)
  })

  it.each([
    [new ProviderError('unreachable'), 'Error fetching name suggestions'],
    [
      new ProviderError('refused', { reasons: [{ field: 'name', description: 'Not today.' }] }),
      'Not today.',
    ],
  ])('reports a failure', async (error, message) => {
    const { names, typed } = await connected({
      suggestNames: () => {
        throw error
      },
    })
    await expect(typed('alice')).rejects.toMatchObject({ code: 'name/suggest-failed', message })
    expect(names.get().search).toBe('failed')
    expect(isAvailable(names.get())).toBe(false)
  })
})

describe('fetchOwnName', () => {
  it.each(['alice.reown.id', 'alice.wcn.id'])(
    'stores the own name (%s), which blocks another',
    async (name) => {
      const { widget, names, typed } = await connected({ reverseName: () => [record(name)] })
      await fetchOwnName(widget, { address, signal })
      await typed('alice')
      expect(names.get().owned).toBe(name)
      expect(isAvailable(names.get())).toBe(false)
    },
  )

  it('reports a failed lookup', async () => {
    const { widget } = await connected({
      reverseName: () => {
        throw new ProviderError('server-error')
      },
    })
    await expect(fetchOwnName(widget, { address, signal })).rejects.toMatchObject({
      code: 'name/resolve-failed',
      message: 'Error resolving name',
    })
  })
})

describe('registerName', () => {
  it('rejects where no zone is open', async () => {
    const { widget, provider, typed } = await connected()
    await typed('alice')
    widget.stores.settings.set({ nameZone: undefined })
    await expect(registerName(widget, { signal })).rejects.toThrow()
    expect(provider.calls.some(({ name }) => name === 'registerName')).toBe(false)
  })

  it('signs name and time, registers for the chain and shows the name', async () => {
    const { widget, names, provider, signed, typed, events } = await connected()
    await typed('Alice')
    await registerName(widget, { signal })
    const message = JSON.stringify({
      name: 'alice.reown.id',
      attributes: {},
      timestamp: now / 1_000,
    })
    expect(signed).toEqual([message])
    expect(provider.calls.at(-1)).toMatchObject({
      name: 'registerName',
      input: { coin_type: 0x80000001, address, message, signature: '0xabc' },
    })
    const network = getActiveNetwork(widget.stores.network.get())
    expect(network && getIdentities(widget).get({ address, network })).toEqual({
      status: 'ready',
      value: { name: 'alice.reown.id' },
    })
    expect(currentRoute(widget.stores.router.get())).toEqual({
      view: 'RegisterAccountNameSuccess',
      params: { name: 'alice.reown.id' },
    })
    expect(names.get()).toMatchObject({ text: '', isRegistering: false })
    await fetchOwnName(widget, { address, signal })
    expect(names.get().owned).toBe('alice.reown.id')
    expect(events.slice(-2)).toEqual(['REGISTER_NAME_INITIATED', 'REGISTER_NAME_SUCCESS'])
  })

  it('cannot be started twice', async () => {
    const { widget, names, typed, sign } = await connected()
    await typed('alice')
    sign(() => new Promise(() => undefined))
    void registerName(widget, { signal })
    expect(isAvailable(names.get())).toBe(false)
  })

  it('keeps the form when the user rejects', async () => {
    const { widget, names, provider, typed, sign, events } = await connected()
    await typed('alice')
    const before = names.get()
    sign(() => Promise.reject(new UserRejectedError({ request: true })))
    await expect(registerName(widget, { signal })).rejects.toMatchObject({
      code: 'connection/user-rejected',
    })
    expect(names.get()).toEqual(before)
    expect(provider.count('registerName')).toBe(0)
    expect(events.at(-1)).toBe('REGISTER_NAME_ERROR')
  })

  it('registers nothing when the visitor leaves', async () => {
    const { widget, names, provider, typed, sign } = await connected()
    await typed('alice')
    sign(() => new Promise(() => undefined))
    const leaving = new AbortController()
    const registering = registerName(widget, { signal: leaving.signal })
    leaving.abort()
    await expect(registering).rejects.toThrow()
    expect(names.get().isRegistering).toBe(false)
    expect(provider.count('registerName')).toBe(0)
  })

  it('reports the provider’s reason and marks the name as registered', async () => {
    const { widget, names, typed } = await connected({
      registerName: () => {
        throw new ProviderError('refused', {
          reasons: [{ field: 'name', description: 'Taken.' }],
        })
      },
      lookUpName: () => record('alice.reown.id', '0xB0b'),
    })
    await typed('alice')
    await expect(registerName(widget, { signal })).rejects.toMatchObject({
      code: 'name/register-failed',
      message: 'Taken.',
    })
    expect(names.get()).toMatchObject({ text: 'alice', isRegistering: false })
    expect(names.get().suggestions[0]?.registered).toBe(true)
  })

  it('reports a failure without a reason', async () => {
    const fail = () => {
      throw new ProviderError('timeout')
    }
    const { widget, typed } = await connected({ registerName: fail, lookUpName: fail })
    await typed('alice')
    await expect(registerName(widget, { signal })).rejects.toThrow('Error registering name')
  })

  it('succeeds when only the response was lost', async () => {
    const { widget, typed } = await connected({
      registerName: () => {
        throw new ProviderError('timeout')
      },
      lookUpName: () => record('alice.reown.id'),
    })
    await typed('alice')
    await registerName(widget, { signal })
    expect(currentRoute(widget.stores.router.get()).view).toBe('RegisterAccountNameSuccess')
  })

  it('rejects on a test network', async () => {
    const { widget, typed, signed } = await connected()
    await typed('alice')
    const { networks } = createTestWidget({
      options: { networks: [testNetworks.sepolia] },
    }).widget.stores.network.get()
    widget.stores.network.set({ networks, active: { eip155: 'eip155:11155111' } })
    await expect(registerName(widget, { signal })).rejects.toMatchObject({
      code: 'connection/not-connected',
    })
    expect(signed).toEqual([])
  })
})
