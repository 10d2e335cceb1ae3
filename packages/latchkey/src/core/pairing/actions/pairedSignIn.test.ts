import type { NetworkId } from '@latchkey/wire/caip'
import { addressPlaceholder } from '@latchkey/wire/frame/siwxMessage'
import { describe, expect, it } from 'vitest'
import { createFakeFamily } from '../../../../fixtures/fakeFamily.js'
import { createFakePairedWallet, createFakePairing } from '../../../../fixtures/fakePairing.js'
import { createFakeSiwx, createGate, fakeSession } from '../../../../fixtures/fakeSiwx.js'
import { createSignInWidget } from '../../../../fixtures/signInWidget.js'
import { testNetworks } from '../../../../fixtures/testWidget.js'
import type { LatchkeyOptions } from '../../config/options.js'
import { connect } from '../../connection/actions/connect.js'
import { openView } from '../../modal/actions/openView.js'
import { setNamespace } from '../../network/actions/setNamespace.js'
import { SignInFailedError } from '../../runtime/errors/siwx.js'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import { resumePendingPairing } from './reconnectPaired.js'
import { startPairing } from './startPairing.js'

function setUp({
  siwx = createFakeSiwx(),
  options,
}: {
  siwx?: ReturnType<typeof createFakeSiwx>
  options?: Partial<LatchkeyOptions>
} = {}) {
  const test = createSignInWidget({
    siwx,
    options: {
      relayUrls: ['wss://relay.test'],
      networks: [testNetworks.mainnet, testNetworks.base],
      families: [createFakeFamily('eip155')],
      ...options,
    },
  })
  const connector = createFakePairing(test.clock.now)
  const widget: Widget = { ...test.widget, pairing: async () => connector }
  const offered = async (count = 1) => {
    await expect.poll(() => connector.offers.length).toBe(count)
    const offer = connector.offers[count - 1]
    if (!offer) throw new Error('No offer')
    return offer
  }
  return { ...test, widget, connector, offered }
}

const signedBy = (chainId: NetworkId, address = '0xA1') =>
  createFakePairedWallet({ signIns: [fakeSession(chainId, address)] })

describe('the offer of a site with sign-in', () => {
  it('requests the sign-in on all chains, the active one first', async () => {
    const test = setUp({ options: { defaultNetwork: testNetworks.base } })
    startPairing(test.widget).catch(() => undefined)
    const { signIn } = await test.offered()
    expect(test.siwx.calls).toEqual([`createMessage eip155:8453 ${addressPlaceholder}`])
    expect(signIn).toEqual({
      chains: ['eip155:8453', 'eip155:1'],
      domain: 'site.test',
      uri: 'https://site.test/page',
      nonce: 'nonce1001',
      issuedAt: '2023-11-14T22:13:20.000Z',
    })
  })

  it('has a new nonce after the renewal', async () => {
    const test = setUp()
    startPairing(test.widget).catch(() => undefined)
    const first = await test.offered()
    await test.clock.advance(limits.pairingLifetime - limits.pairingExpiryMargin)
    const second = await test.offered(2)
    expect([first.signIn?.nonce, second.signIn?.nonce]).toEqual(['nonce1001', 'nonce1002'])
  })

  it('still accepts the old code while the next message is created', async () => {
    const test = setUp()
    const attempt = startPairing(test.widget)
    const offer = await test.offered()
    test.siwx.behaviour.createMessage = createGate().promise
    await test.clock.advance(limits.pairingLifetime - limits.pairingExpiryMargin)
    offer.approve(signedBy('eip155:1'))
    await attempt
    expect(test.connector.offers).toHaveLength(1)
    expect(test.status()).toBe('signed')
  })

  it.each([
    ['the message has another domain', { domain: 'evil.test' }],
    ['the message has another URI', { uri: 'https://evil.test' }],
    ['the message has a scheme', { scheme: 'https' }],
  ])('only connects when %s', async (_what, fields) => {
    const test = setUp()
    test.siwx.behaviour.fields = fields
    startPairing(test.widget).catch(() => undefined)
    expect((await test.offered()).signIn).toBeUndefined()
  })

  it('only connects when the site signs itself', async () => {
    const test = setUp({ siwx: createFakeSiwx({ signMessage: async () => 'signature' }) })
    startPairing(test.widget).catch(() => undefined)
    expect((await test.offered()).signIn).toBeUndefined()
  })

  it('only connects when the text has a format of the site', async () => {
    const siwx = createFakeSiwx()
    const create = siwx.createMessage
    siwx.createMessage = async (input) => {
      const message = await create(input)
      return { ...message, toString: () => `Welcome! ${JSON.stringify(message)}` }
    }
    const test = setUp({ siwx })
    startPairing(test.widget).catch(() => undefined)
    expect((await test.offered()).signIn).toBeUndefined()
  })

  it('only connects when the server of the site is down', async () => {
    const test = setUp()
    test.siwx.behaviour.createMessage = new Error('HTTP 500')
    startPairing(test.widget).catch(() => undefined)
    expect((await test.offered()).signIn).toBeUndefined()
  })

  it('only connects when the server of the site does not answer in time', async () => {
    const test = setUp()
    test.siwx.behaviour.createMessage = createGate().promise
    startPairing(test.widget).catch(() => undefined)
    await expect.poll(() => test.siwx.calls.length).toBe(1)
    expect(test.connector.offers).toHaveLength(0)
    await test.clock.advance(limits.pairingSignInWait)
    expect((await test.offered()).signIn).toBeUndefined()
  })

  it('only connects when the site needs several families', async () => {
    const test = setUp({
      options: {
        networks: [testNetworks.mainnet, testNetworks.solana],
        families: [createFakeFamily('eip155'), createFakeFamily('solana')],
      },
    })
    startPairing(test.widget).catch(() => undefined)
    expect((await test.offered()).signIn).toBeUndefined()
  })

  it('requests the sign-in when another wallet serves the other family', async () => {
    const solana = createFakeFamily('solana')
    const test = setUp({
      options: {
        networks: [testNetworks.mainnet, testNetworks.solana],
        families: [createFakeFamily('eip155'), solana],
      },
    })
    solana.announce({ id: 'ghost' })
    await test.settle()
    await connect(test.widget, { connectorId: 'ghost' })
    setNamespace(test.widget, { namespace: 'eip155' })
    startPairing(test.widget).catch(() => undefined)
    expect((await test.offered()).signIn?.chains).toEqual(['eip155:1'])
  })
})

describe('a wallet that signed in while connecting', () => {
  it('is signed in without another prompt', async () => {
    const test = setUp()
    const { widget } = test
    const views: (string | undefined)[] = []
    widget.stores.router.subscribe(() => views.push(test.view()))
    openView(widget, { view: 'ConnectingWalletConnect' })
    const attempt = startPairing(widget)
    ;(await test.offered()).approve(signedBy('eip155:1'))
    await attempt
    await test.settle()
    expect(test.status()).toBe('signed')
    expect(test.session()?.data).toMatchObject({ chainId: 'eip155:1', accountAddress: '0xA1' })
    expect(test.siwx.calls.filter((call) => call.startsWith('addSession'))).toHaveLength(1)
    expect(views).not.toContain('SIWXSignMessage')
    expect(test.view()).toBeUndefined()
    expect(test.events).toContain('SIWX_AUTH_SUCCESS')
  })

  it('is not shown the sign-in view while the site stores the session', async () => {
    const test = setUp()
    const gate = createGate()
    test.siwx.behaviour.addSession = gate.promise
    openView(test.widget, { view: 'ConnectingWalletConnect' })
    const attempt = startPairing(test.widget)
    ;(await test.offered()).approve(signedBy('eip155:1'))
    await expect.poll(() => test.status()).toBe('unsigned')
    await test.clock.advance(limits.longWait)
    expect(test.view()).toBe('ConnectingWalletConnect')
    expect(test.toast()).toBe('Authenticating...')
    gate.open()
    await attempt
    expect(test.status()).toBe('signed')
    expect(test.toast()).toBeUndefined()
  })

  it('starts on the network it signed for', async () => {
    const test = setUp()
    const attempt = startPairing(test.widget)
    ;(await test.offered()).approve(signedBy('eip155:8453'))
    await attempt
    await expect.poll(() => test.status()).toBe('signed')
    expect(test.widget.stores.network.get().active.eip155).toBe('eip155:8453')
  })

  it('stays on the active network when the site has removed the one it signed for', async () => {
    const test = setUp({ options: { defaultNetwork: testNetworks.base } })
    const attempt = startPairing(test.widget)
    ;(await test.offered()).approve(signedBy('eip155:10'))
    await attempt
    expect(test.widget.stores.network.get().active.eip155).toBe('eip155:8453')
  })

  it('adds a session for each chain, the active one first', async () => {
    const test = setUp()
    const attempt = startPairing(test.widget)
    const signIns = [fakeSession('eip155:8453', '0xA1'), fakeSession('eip155:1', '0xA1')]
    ;(await test.offered()).approve(createFakePairedWallet({ signIns }))
    await attempt
    expect(test.siwx.stored.map(({ data }) => data.chainId)).toEqual(['eip155:1', 'eip155:8453'])
    expect(test.widget.stores.network.get().active.eip155).toBe('eip155:1')
    expect(test.status()).toBe('signed')
  })

  it('is prompted when it signed for another account', async () => {
    const test = setUp()
    const attempt = startPairing(test.widget)
    ;(await test.offered()).approve(signedBy('eip155:1', '0xB2'))
    await attempt
    await expect.poll(() => test.view()).toBe('SIWXSignMessage')
    expect(test.status()).toBe('unsigned')
  })

  it('is prompted when it only connected', async () => {
    const test = setUp()
    const attempt = startPairing(test.widget)
    ;(await test.offered()).approve(createFakePairedWallet())
    await attempt
    await expect.poll(() => test.view()).toBe('SIWXSignMessage')
  })

  it('is disconnected when the site refuses, and only connects the next time', async () => {
    const test = setUp()
    const { widget, siwx } = test
    const cause = new Error('Nonce is used')
    siwx.behaviour.addSession = cause
    openView(widget, { view: 'ConnectingWalletConnect' })
    const attempt = expect(startPairing(widget)).rejects.toMatchObject({
      code: 'siwx/failed',
      cause,
    })
    ;(await test.offered()).approve(signedBy('eip155:1'))
    await attempt
    expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
    expect(widget.stores.pairing.get().phase).toBe('failed')
    expect(test.view()).toBe('ConnectingWalletConnect')
    expect(test.events).toContain('SIWX_AUTH_ERROR')

    siwx.behaviour.addSession = undefined
    const again = startPairing(widget)
    const second = await test.offered(2)
    expect(second.signIn).toBeUndefined()
    second.approve(createFakePairedWallet())
    await again
    startPairing(widget).catch(() => undefined)
    expect((await test.offered(3)).signIn).toBeDefined()
  })

  it('only connects the next time when its sign-in is invalid', async () => {
    const test = setUp()
    const attempt = expect(startPairing(test.widget)).rejects.toMatchObject({ code: 'siwx/failed' })
    ;(await test.offered()).refuse(new SignInFailedError())
    await attempt
    startPairing(test.widget).catch(() => undefined)
    expect((await test.offered(2)).signIn).toBeUndefined()
  })

  async function approveAfterReload(test: ReturnType<typeof setUp>) {
    test.storage.set('pairing_pending', String(test.clock.now() + 60_000))
    const waiting = resumePendingPairing(test.widget)
    await expect.poll(() => test.clock.sleepers).toBeGreaterThan(0)
    test.connector.takeUp(signedBy('eip155:1'))
    await waiting
  }

  it('is signed in when it approves after a reload', async () => {
    const test = setUp()
    await approveAfterReload(test)
    await expect.poll(() => test.status()).toBe('signed')
    await test.settle()
    expect(test.view()).toBeUndefined()
  })

  it('is prompted when the site refuses after a reload', async () => {
    const test = setUp()
    test.siwx.behaviour.addSession = new Error('Nonce is used')
    await approveAfterReload(test)
    await expect.poll(() => test.view()).toBe('SIWXSignMessage')
    expect(test.widget.stores.connection.get().eip155?.status).toBe('connected')
  })
})
