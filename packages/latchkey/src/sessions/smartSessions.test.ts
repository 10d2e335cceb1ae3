import { toQuantity } from '@latchkey/wire/rpc/eip155'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createContext,
  createPermission,
  siteKey,
  strangerKey,
} from '../../fixtures/permissionGrant.js'
import {
  createPermissionSite,
  createStatusNode,
  everyCapability,
  listedSession,
} from '../../fixtures/permissionSite.js'
import * as limits from '../core/runtime/limits.js'
import type { PermissionRequest } from '../core/sessions/permissionRequest.js'
import {
  getSmartSessions,
  grantPermissions,
  isSmartSessionSupported,
  revokeSmartSession,
} from './smartSessions.js'

const request: PermissionRequest = {
  chainId: '0x1',
  expiry: 4_000_000_000,
  signer: {
    type: 'keys',
    data: { keys: [{ type: 'secp256k1', publicKey: privateKeyToAccount(siteKey).publicKey }] },
  },
  permissions: [
    {
      type: 'native-token-recurring-allowance',
      data: { allowance: toQuantity(10n ** 18n), start: 1_700_000_000, period: 86_400 },
    },
  ],
  policies: [],
}

let chain: ReturnType<typeof createStatusNode>
beforeEach(() => {
  chain = createStatusNode()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('fetch', chain.node.fetch)
})
afterEach(() => vi.unstubAllGlobals())

const failsWith = (code: string) => expect.objectContaining({ code: `sessions/${code}` })

describe('granting', () => {
  it('resolves to what the wallet granted, tells the provider and shows it', async () => {
    const { wallet, provider, context, account, view } = await createPermissionSite()
    const grant = await grantPermissions(request)
    expect(grant).toMatchObject({ chainId: '0x1', address: account, context })
    expect(view()).toBe('SmartSessionCreated')
    expect(wallet.calls.find(({ method }) => method === 'wallet_grantPermissions')?.params).toEqual(
      [{ ...request, address: account, version: 2 }],
    )
    expect(provider.calls.find(({ name }) => name === 'createSession')?.input).toMatchObject({
      account: `eip155:1:${account}`,
      context,
    })
  })

  it('succeeds when the provider fails, and sends it again later', async () => {
    const { provider, context } = await createPermissionSite()
    provider.answer('createSession', () => {
      throw new Error('offline')
    })
    await grantPermissions(request)
    chain.set(context)
    expect(provider.count('createSession')).toBe(1)
    expect(await getSmartSessions()).toMatchObject([{ context, status: 'active' }])
    expect(provider.count('createSession')).toBe(2)
  })

  it('rejects without showing anything when the visitor declines', async () => {
    const { wallet, view, provider } = await createPermissionSite()
    wallet.answer('wallet_grantPermissions', () => {
      throw Object.assign(new Error('no'), { code: 4001 })
    })
    await expect(grantPermissions(request)).rejects.toMatchObject({
      code: 'connection/user-rejected',
    })
    expect(view()).not.toBe('SmartSessionCreated')
    expect(provider.count('createSession')).toBe(0)
  })

  it.each([
    ['nothing', {}],
    ['other capabilities', { '0x1': { atomic: { status: 'supported' } } }],
    ['permissions as unsupported', { '0x1': { permissions: { supported: false } } }],
    ['permissions of another network', { '0x2105': everyCapability['0x1'] }],
    ['no object', 'yes'],
  ])('does not reach a wallet that announces %s', async (_, capabilities) => {
    const { wallet } = await createPermissionSite()
    wallet.answer('wallet_getCapabilities', () => capabilities)
    expect(await isSmartSessionSupported()).toBe(false)
    await expect(grantPermissions(request)).rejects.toEqual(failsWith('unsupported'))
    expect(wallet.calls.some(({ method }) => method === 'wallet_grantPermissions')).toBe(false)
  })

  it.each([
    ['signerTypes', ['account']],
    ['permissionTypes', ['contract-call']],
    ['policyTypes', ['rate-limit']],
  ])('requires that the announced %s have what is asked for', async (name, types) => {
    const { wallet } = await createPermissionSite()
    const asked = { ...request, policies: [{ type: 'call-limit', data: { count: 3 } }] }
    const { permissions } = everyCapability['0x1']
    wallet.answer('wallet_getCapabilities', () => ({
      '0x1': { permissions: { ...permissions, [name]: types } },
    }))
    await expect(grantPermissions(asked)).rejects.toEqual(failsWith('unsupported-type'))
    wallet.answer('wallet_getCapabilities', () => everyCapability)
    await expect(grantPermissions(asked)).resolves.toBeDefined()
  })

  it.each([
    ['for another account', () => createContext(undefined, { account: `0x${'ab'.repeat(20)}` })],
    ['for another network', () => createContext(undefined, { chainId: 8453 })],
    [
      'for another key',
      () =>
        createContext(
          createPermission({ key: privateKeyToAccount(strangerKey).address.toLowerCase() as '0x' }),
        ),
    ],
    [
      'that lasts longer',
      () => createContext(createPermission({ validUntil: request.expiry + 1 })),
    ],
  ])('rejects a grant %s', async (_, create) => {
    const { wallet, view } = await createPermissionSite()
    const wrong = await create()
    wallet.answer('wallet_grantPermissions', () => ({ ...request, context: wrong }))
    await expect(grantPermissions(request)).rejects.toEqual(failsWith('wrong-answer'))
    expect(view()).not.toBe('SmartSessionCreated')
  })

  it.each([undefined, null, {}, { ...request }, { ...request, context: 'soon' }, '0x'])(
    'rejects %o as an answer',
    async (answer) => {
      const { wallet } = await createPermissionSite()
      wallet.answer('wallet_grantPermissions', () => answer)
      await expect(grantPermissions(request)).rejects.toMatchObject({
        code: 'wallet/malformed-answer',
      })
    },
  )

  it('needs the feature, a connection and a network of the site', async () => {
    await createPermissionSite({ features: {} })
    await expect(grantPermissions(request)).rejects.toEqual(failsWith('off'))
    vi.stubGlobal('window', new EventTarget())
    await expect(grantPermissions(request)).rejects.toEqual(failsWith('no-widget'))
    await createPermissionSite({ isConnected: false })
    await expect(grantPermissions(request)).rejects.toEqual(failsWith('no-account'))
    vi.stubGlobal('window', new EventTarget())
    await createPermissionSite()
    await expect(grantPermissions({ ...request, chainId: '0x89' })).rejects.toMatchObject({
      code: 'network/not-found',
    })
    const other = { ...request, address: `0x${'12'.repeat(20)}` as const }
    await expect(grantPermissions(other)).rejects.toEqual(failsWith('invalid-request'))
  })
})

describe('the list', () => {
  it('says what the chain says, whatever the provider says', async () => {
    const { listed } = await createPermissionSite()
    const [active, revoked] = await Promise.all([
      createContext(createPermission({ maxCalls: 5 })),
      createContext(createPermission({ maxCalls: 6 })),
    ])
    chain.set(active, { callsUsed: 2n })
    chain.set(revoked, { revoked: true })
    const pci = '6f1c9f3e-52b7-4a3e-9d7a-0d6a0c1f2b34'
    listed.push(
      listedSession(active, { revokedAt: 1_700_000_001, expiry: 5 }),
      listedSession(revoked, { pci }),
    )
    const sessions = await getSmartSessions()
    expect(sessions).toMatchObject([
      {
        status: 'active',
        site: { name: 'Harbour Books' },
        expiresAt: 4_000_000_000_000,
        limits: {
          calls: { max: 5n, left: 3n },
          allowances: [{ max: 10n ** 18n, left: 6n * 10n ** 17n }],
          fees: { max: 10n ** 16n, left: 9n * 10n ** 15n },
        },
      },
      { status: 'revoked' },
    ])
  })

  it('leaves out what is of another account, and does not believe what nobody signed', async () => {
    const { listed } = await createPermissionSite()
    const [foreign, forged] = await Promise.all([
      createContext(undefined, { account: `0x${'ab'.repeat(20)}` }),
      createContext(undefined, { signer: strangerKey }),
    ])
    listed.push(listedSession(foreign), listedSession(forged), listedSession(null))
    expect(await getSmartSessions()).toMatchObject([{ context: forged, status: 'unknown' }])
  })

  it('has what this browser was granted when the provider hides it or fails', async () => {
    const { context, provider } = await createPermissionSite()
    await grantPermissions(request)
    chain.set(context)
    expect(await getSmartSessions()).toMatchObject([{ context, status: 'active' }])
    provider.answer('getSessions', () => {
      throw new Error('offline')
    })
    expect(await getSmartSessions()).toMatchObject([{ context, status: 'active' }])
  })

  it('rejects when nothing can be read, and is unknown while the network does not respond', async () => {
    const { listed, provider, context } = await createPermissionSite()
    listed.push(listedSession(context))
    chain.node.answer('eth_call', () => new Response('', { status: 503 }))
    expect(await getSmartSessions()).toMatchObject([{ status: 'unknown' }])
    provider.answer('getSessions', () => {
      throw new Error('offline')
    })
    await expect(getSmartSessions()).rejects.toEqual(failsWith('list-unavailable'))
  })
})

describe('revoking', () => {
  it('ends when the chain shows it, then tells the provider', async () => {
    const { listed, provider, wallet, context, clock } = await createPermissionSite()
    listed.push(listedSession(context))
    chain.set(context)
    const [session] = await getSmartSessions()
    let hasEnded = false
    const revoking = revokeSmartSession({ id: session?.id ?? '' }).then(() => {
      hasEnded = true
    })
    const asked = () => wallet.calls.some(({ method }) => method === 'wallet_revokePermissions')
    await vi.waitFor(() => expect(asked()).toBe(true))
    expect(hasEnded).toBe(false)
    expect(provider.count('revokeSession')).toBe(0)
    chain.set(context, { revoked: true })
    await vi.waitFor(async () => {
      await clock.advance(limits.revocationPolling)
      expect(hasEnded).toBe(true)
    })
    await revoking
    expect(provider.calls.find(({ name }) => name === 'revokeSession')?.input).toMatchObject({
      pci: listedSession(context).pci,
      signature: '0x51',
    })
  })

  it('fails when the chain still accepts it, and does not tell the provider', async () => {
    const { listed, provider, context, clock } = await createPermissionSite()
    listed.push(listedSession(context))
    chain.set(context)
    const failure = revokeSmartSession({ id: chain.idOf(context) }).catch((error) => error)
    let error: unknown
    void failure.then((found) => {
      error = found
    })
    await vi.waitFor(async () => {
      await clock.advance(limits.revocationWait)
      expect(error).toBeDefined()
    })
    expect(error).toEqual(failsWith('still-active'))
    expect(provider.count('revokeSession')).toBe(0)
  })

  it('needs a session of this account', async () => {
    await createPermissionSite()
    await expect(revokeSmartSession({ id: 'nothing' })).rejects.toEqual(failsWith('not-found'))
  })
})
