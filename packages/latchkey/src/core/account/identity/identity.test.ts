import { describe, expect, it } from 'vitest'
import { evmNetwork } from '../../../../fixtures/evmNetwork.js'
import { createFakeProvider } from '../../../../fixtures/fakeProvider.js'
import { createTestWidget } from '../../../../fixtures/testWidget.js'
import { applyRegisteredName } from '../../../features/names/actions/registerName.js'
import { connect } from '../../connection/actions/connect.js'
import { disconnect } from '../../connection/actions/disconnect.js'
import { ProviderError } from '../../runtime/errors/provider.js'
import * as limits from '../../runtime/limits.js'
import { getIdentities, hasNames } from './identity.js'
import { fetchNames } from './identity.lazy.js'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const mainnet = evmNetwork('1')
const providerUrl = 'https://provider.test'
const avatar = `${providerUrl}/public/getAvatarImage/${address}`

const record = (name: string, owner = address) => ({
  name,
  attributes: null,
  addresses: { 60: { address: owner, created_at: null } },
})
const refuse = () => {
  throw new ProviderError('server-error')
}

async function connected(
  answers: Parameters<typeof createFakeProvider>[0] = {},
  more: Parameters<typeof createTestWidget>[0] = {},
) {
  const provider = createFakeProvider(answers)
  const test = createTestWidget({ provider, options: { providerUrl }, ...more })
  test.evm.behaviour.accounts = [address]
  test.evm.announce({ id: 'io.one' })
  await connect(test.widget, { connectorId: 'io.one' })
  const load = async (network = mainnet) => {
    const state = await getIdentities(test.widget).load({ address, network })
    return 'value' in state ? state.value : state.status
  }
  return { ...test, provider, load }
}

describe('getIdentities', () => {
  it('loads name and avatar once for all networks', async () => {
    const { load, provider } = await connected({
      getIdentity: () => ({ name: 'alice.eth', avatar }),
    })
    expect(await load()).toEqual({ name: 'alice.eth', avatar })
    expect(await load(evmNetwork('8453'))).toEqual({ name: 'alice.eth', avatar })
    expect(provider.calls).toMatchObject([
      { name: 'getIdentity', input: { address, sender: address } },
    ])
  })

  it('sends no request in basic mode', async () => {
    const answer = { getIdentity: () => ({ name: 'alice.eth', avatar }) }
    const { load, provider, widget } = await connected(answer, {
      options: { providerUrl, basic: true },
    })
    expect(await load()).toEqual({})
    expect(hasNames(widget, mainnet)).toBe(false)
    expect(provider.calls).toEqual([])
  })

  it('loads again after five minutes', async () => {
    const { load, provider, clock } = await connected({
      getIdentity: () => ({ name: 'alice.eth', avatar: null }),
    })
    await load()
    await clock.advance(limits.identityLifetime - 1)
    await load()
    expect(provider.count('getIdentity')).toBe(1)
    await clock.advance(1)
    await load()
    expect(provider.count('getIdentity')).toBe(2)
  })

  it.each([
    ['test networks', evmNetwork('11155111', { isTestnet: true })],
    ['other chain families', { ...mainnet, namespace: 'solana' as const, id: 'solana:x' as const }],
  ])('is empty on %s', async (_, network) => {
    const { load, provider } = await connected()
    expect(await load(network)).toEqual({})
    expect(provider.calls).toEqual([])
  })

  it('is empty without a provider', async () => {
    const { widget } = createTestWidget()
    const state = await getIdentities(widget).load({ address, network: mainnet })
    expect(state).toEqual({ status: 'ready', value: {} })
  })

  it.each(['Alice.eth', 'аlice.eth', 'ali\u202ece.eth', 'alice'])(
    'drops the name %j, which is not normalized',
    async (name) => {
      const { load } = await connected({ getIdentity: () => ({ name, avatar: null }) })
      expect(await load()).toEqual({})
    },
  )

  // Images from other hosts could track visitors.
  it.each([
    'javascript:alert(1)',
    'https://pictures.test/a.png',
    'https://provider.test.evil/a.png',
    'data:text/html,x',
  ])('drops the avatar %s', async (unsafe) => {
    const { load } = await connected({ getIdentity: () => ({ name: 'a.eth', avatar: unsafe }) })
    expect(await load()).toEqual({ name: 'a.eth' })
  })

  it('falls back to the first own name that resolves to the account', async () => {
    const { load } = await connected({
      getIdentity: refuse,
      reverseName: () => [record('mallory.reown.id', '0xB0b'), record('alice.wcn.id')],
    })
    expect(await load()).toEqual({ name: 'alice.wcn.id' })
  })

  it('does not load again within the retry gap after a failure', async () => {
    const { load, provider, clock } = await connected({ getIdentity: refuse, reverseName: refuse })
    expect(await load()).toBe('failed')
    await load()
    expect(provider.count('getIdentity')).toBe(1)
    await clock.advance(limits.identityRetryGap)
    provider.answer('getIdentity', () => ({ name: 'alice.eth', avatar: null }))
    expect(await load()).toEqual({ name: 'alice.eth' })
  })
})

describe('identity cache', () => {
  const identityAt = (timestamp: number, name: unknown = 'alice.eth') =>
    JSON.stringify({ [address]: { identity: { name, avatar: null }, timestamp } })
  const now = 1_700_000_000_000
  const stored = { connection_status: 'connected' as const }

  it('is stored in the specified form', async () => {
    const { load, storage } = await connected({
      getIdentity: () => ({ name: 'alice.eth', avatar }),
    })
    await load()
    expect(JSON.parse(storage.get('identity_cache') ?? '')).toEqual({
      [address]: { identity: { name: 'alice.eth', avatar }, timestamp: now },
    })
  })

  it('is used instead of a request', async () => {
    const { load, provider } = await connected(
      {},
      { stored: { ...stored, identity_cache: identityAt(now) } },
    )
    expect(await load()).toEqual({ name: 'alice.eth' })
    expect(provider.calls).toEqual([])
  })

  it.each([
    ['stale', identityAt(now - limits.identityLifetime)],
    ['from the future', identityAt(now + 1)],
    ['not JSON', '{'],
    ['not an object', '7'],
    ['malformed', JSON.stringify({ [address]: 7 })],
    ['without an identity', JSON.stringify({ [address]: { timestamp: now } })],
  ])('is ignored when %s', async (_, identity_cache) => {
    const { load, provider } = await connected(
      { getIdentity: () => ({ name: 'bob.eth', avatar: null }) },
      { stored: { ...stored, identity_cache } },
    )
    expect(await load()).toEqual({ name: 'bob.eth' })
    expect(provider.count('getIdentity')).toBe(1)
  })

  it('is checked like a response', async () => {
    const { load } = await connected(
      {},
      { stored: { ...stored, identity_cache: identityAt(now, 'аlice.eth') } },
    )
    expect(await load()).toEqual({})
  })

  it('does not store large avatars', async () => {
    const { load, storage } = await connected({
      getIdentity: () => ({
        name: 'alice.eth',
        avatar: `data:image/png;base64,${'A'.repeat(9_000)}`,
      }),
    })
    await load()
    expect(storage.get('identity_cache')).toBeUndefined()
  })

  it('is removed on disconnect, and at start without a connection', async () => {
    const { load, storage, widget } = await connected({
      getIdentity: refuse,
      reverseName: () => [record('alice.reown.id')],
    })
    await load()
    expect(storage.get('ens_cache')).toContain('alice.reown.id')
    await disconnect(widget)
    expect(storage.get('identity_cache')).toBeUndefined()
    expect(storage.get('ens_cache')).toBeUndefined()

    const fresh = createTestWidget({ stored: { identity_cache: identityAt(now), ens_cache: '{}' } })
    expect(fresh.storage.get('identity_cache')).toBeUndefined()
    expect(fresh.storage.get('ens_cache')).toBeUndefined()
  })

  it('is not written after a disconnect', async () => {
    let answer: (value: unknown) => void = () => undefined
    const { load, storage, widget } = await connected({
      getIdentity: () => new Promise((resolve) => (answer = resolve)),
    })
    const loading = load()
    await new Promise((resolve) => setTimeout(resolve))
    await disconnect(widget)
    answer({ name: 'alice.eth', avatar: null })
    await loading
    expect(storage.get('identity_cache')).toBeUndefined()
  })
})

describe('applyRegisteredName', () => {
  it('shows the name at once and lists it among the own names', async () => {
    const { load, widget, provider } = await connected({
      getIdentity: () => ({ name: null, avatar }),
    })
    await load()
    applyRegisteredName(widget, { address, network: mainnet, name: 'alice.reown.id' })
    const state = getIdentities(widget).get({ address, network: mainnet })
    expect(state).toEqual({ status: 'ready', value: { name: 'alice.reown.id', avatar } })
    const { signal } = new AbortController()
    expect(await fetchNames(widget, { address, signal })).toEqual(['alice.reown.id'])
    expect(provider.calls).toHaveLength(1)
  })

  it('keeps an ENS name', async () => {
    const { load, widget } = await connected({
      getIdentity: () => ({ name: 'alice.eth', avatar: null }),
    })
    await load()
    applyRegisteredName(widget, { address, network: mainnet, name: 'alice.reown.id' })
    expect(await load()).toEqual({ name: 'alice.eth' })
  })

  it('keeps the name when an earlier request responds later', async () => {
    let answer: (value: unknown) => void = () => undefined
    const { load, widget, storage } = await connected({
      getIdentity: () => new Promise((resolve) => (answer = resolve)),
    })
    const loading = load()
    await new Promise((resolve) => setTimeout(resolve))
    applyRegisteredName(widget, { address, network: mainnet, name: 'alice.reown.id' })
    answer({ name: null, avatar: null })
    await loading
    expect(await load()).toEqual({ name: 'alice.reown.id' })
    expect(storage.get('identity_cache')).toContain('alice.reown.id')
  })
})
