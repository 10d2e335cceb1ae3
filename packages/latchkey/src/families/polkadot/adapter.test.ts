import type { KeyType } from '@latchkey/wire/rpc/polkadot'
import { stringToHex, stringToU8a } from '@polkadot/util'
import { blake2AsU8a, cryptoWaitReady, encodeAddress, signatureVerify } from '@polkadot/util-crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { adapterContract } from '../../../fixtures/adapterContract.js'
import { createFakeClock } from '../../../fixtures/fakeClock.js'
import { createFakeJournal } from '../../../fixtures/fakeJournal.js'
import {
  createFakeKey,
  createFakePolkadotWallet,
  type FakeKey,
  type FakePolkadotWallet,
} from '../../../fixtures/fakePolkadotWallet.js'
import { createFakeStorage } from '../../../fixtures/fakeStorage.js'
import { createPairedTransport } from '../../../fixtures/pairedTransport.js'
import { polkadotGenesis, polkadotTransaction } from '../../../fixtures/polkadotTransaction.js'
import { toNetwork } from '../../../fixtures/toNetwork.js'
import type { Account, AttachParameters, ChainSession } from '../../core/connection/family.js'
import { NotConnectedError } from '../../core/runtime/errors/connection.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import { MalformedAnswerError, WrongSignerError } from '../../core/runtime/errors/wallet.js'
import { createSnapshotCache } from '../shared/snapshotCache.js'
import { createAdapter } from './adapter.js'
import { polkadot } from './index.js'
import { inPageTransport } from './inPageTransport.js'
import * as networkList from './networks.js'
import type { PolkadotProvider } from './provider.js'

const relay = toNetwork(networkList.polkadotMainnet)
const kusama = toNetwork(networkList.kusama)
const westend = toNetwork(networkList.westend)
const networks = [relay, kusama] as const
const metadata = { name: 'Site', description: '', url: 'https://site.test', icons: [] }
const { signal: never } = new AbortController()
const id = 'announced:One'
/** An address with a wrong last character. */
const misspelt = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQX'

beforeAll(() => cryptoWaitReady())

const isSigned = async ({
  message,
  signature,
  address,
}: {
  message: string
  signature: string
  address: string
}) => signatureVerify(message, signature, address).isValid

adapterContract('polkadot', {
  reached: 'in the page',
  loadAdapter: () => polkadot().loadAdapter(),
  networks,
  createWallet() {
    const keys = [createFakeKey(1), createFakeKey(2)]
    const wallet = createFakePolkadotWallet(keys)
    const list = wallet.accounts() as unknown[]
    const storage = createFakeStorage()
    const transport = inPageTransport(wallet.entry, { metadata, storage }, id)
    let isRejected = false
    return {
      transport: {
        ...transport,
        close: async () => {
          isRejected = true
          await transport.close()
        },
      },
      addresses: keys.map((key) => key.addressWith(0)),
      react: (behaviour) => {
        wallet.behaviour = behaviour
      },
      trust() {
        wallet.isTrusted = true
        createSnapshotCache(storage, { id, namespace: 'polkadot' }).write(wallet.accounts())
      },
      // The wallet has no disconnect; the page only stops using it.
      isTrusted: () => wallet.isTrusted && !isRejected,
      promptCount: () => wallet.calls.length,
      selectSecondAccount: () => wallet.emit([...list].reverse()),
      forget: () => wallet.emit([]),
      hangUp: () => wallet.emit([]),
      repeatState() {
        for (const data of [undefined, null, 7, 'x', [null], ['5x'], [{ address: 'x' }], {}]) {
          wallet.emit(data)
        }
        wallet.emit(new Array(2_000))
      },
      signWithAnotherKey: () => {
        const impostor = createFakeKey(3)
        wallet.answer('signRaw', ({ data }: { data: string }) => ({
          signature: impostor.sign(stringToU8a(data)),
        }))
      },
      isSigned,
    }
  },
})

function pair() {
  const keys = [createFakeKey(1), createFakeKey(2)]
  const signing = createFakePolkadotWallet(keys)
  return Object.assign(
    createPairedTransport({
      accounts: [
        ...keys.map((key) => `${relay.id}:${key.addressWith(0)}` as const),
        ...keys.map((key) => `${kusama.id}:${key.addressWith(2)}` as const),
        'eip155:1:0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
      ],
      networks: [relay.id, kusama.id],
      answer({ method, params }) {
        const { address, message } = params as { address: string; message: string }
        if (method !== 'polkadot_signMessage') return { signature: `0x01${'22'.repeat(64)}` }
        return { signature: signing.signMessage(stringToU8a(message), address) }
      },
    }),
    { keys, signing },
  )
}

adapterContract('polkadot', {
  reached: 'by pairing',
  loadAdapter: () => polkadot().loadAdapter(),
  networks,
  createWallet() {
    const wallet = pair()
    const { granted, notify, keys } = wallet
    return {
      transport: wallet.transport,
      addresses: keys.map((key) => key.addressWith(0)),
      react: (behaviour) => {
        wallet.behaviour = behaviour
      },
      trust: () => undefined,
      isTrusted: () => wallet.isOpen,
      promptCount: () => wallet.calls.length,
      selectSecondAccount() {
        granted.accounts.reverse()
        notify('accounts')
      },
      moveTo: ({ id }) => notify('network', id),
      forget() {
        granted.accounts.length = 0
        granted.networks.length = 0
        notify('accounts')
      },
      hangUp: () => notify('disconnect'),
      repeatState() {
        for (const data of [undefined, 7, 'polkadot:x', westend.id, {}, []]) notify('network', data)
        notify('accounts', 'whatever')
      },
      signWithAnotherKey: () => {
        const impostor = createFakeKey(3)
        wallet.answer = () => ({ signature: impostor.sign(stringToU8a('<Bytes>x</Bytes>')) })
      },
      isSigned,
    }
  },
})

function attachTo(
  wallet: FakePolkadotWallet,
  changes: Partial<AttachParameters> = {},
  options?: Parameters<typeof createAdapter>[0],
) {
  return createAdapter(options).attach({
    transport: inPageTransport(wallet.entry, { metadata, storage: createFakeStorage() }, id),
    mode: 'ask',
    network: relay,
    networks: () => networks,
    ports: { clock: createFakeClock() },
    journal: async () => createFakeJournal(),
    signal: never,
    ...changes,
  }) as Promise<ChainSession>
}

const addressesOf = (session: ChainSession) => session.accounts().map(({ address }) => address)
const providerOf = (session: ChainSession) => session.provider as PolkadotProvider

describe('accounts', () => {
  it('have the address format of the active network', async () => {
    const key = createFakeKey(1)
    const session = await attachTo(createFakePolkadotWallet([key]), {}, undefined)
    expect(addressesOf(session)).toEqual([key.addressWith(0)])
    await session.switchNetwork(kusama, never)
    expect(addressesOf(session)).toEqual([key.addressWith(2)])
    await session.switchNetwork(westend, never)
    expect(addressesOf(session)).toEqual([key.addressWith(42)])
  })

  it('use the SS58 prefix from the options', async () => {
    const key = createFakeKey(1)
    const own = toNetwork({ ...networkList.westend, caipNetworkId: `polkadot:${'a'.repeat(32)}` })
    const ss58Prefixes = { [own.id]: 7_391 }
    const wallet = createFakePolkadotWallet([key])
    const session = await attachTo(wallet, { network: own }, { ss58Prefixes })
    expect(addressesOf(session)).toEqual([key.addressWith(7_391)])
  })

  it('keep the active account when the network changes', async () => {
    const [first, second] = [createFakeKey(1), createFakeKey(2)]
    const session = await attachTo(createFakePolkadotWallet([first, second]))
    const [, chosen] = session.accounts()
    if (chosen) session.use(chosen)
    await session.switchNetwork(kusama, never)
    expect(addressesOf(session)).toEqual([second.addressWith(2), first.addressWith(2)])
  })

  it('are listed only on the network they are restricted to', async () => {
    const [free, bound] = [createFakeKey(1), createFakeKey(2)]
    const wallet = createFakePolkadotWallet([])
    wallet.accounts = () => [
      { address: bound.address, genesisHash: polkadotGenesis },
      { address: free.address, genesisHash: null, type: 'sr25519' },
      { address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A', type: 'ethereum' },
    ]
    const session = await attachTo(wallet)
    expect(addressesOf(session)).toEqual([bound.addressWith(0), free.addressWith(0)])
    await session.switchNetwork(kusama, never)
    expect(addressesOf(session)).toEqual([free.addressWith(2)])
  })

  it('determine the network of the connection', async () => {
    const key = createFakeKey(1)
    const wallet = createFakePolkadotWallet([])
    wallet.accounts = () => [{ address: key.address, genesisHash: polkadotGenesis }]
    const session = await attachTo(wallet, { network: kusama })
    expect(session.networkId()).toBe(relay.id)
    await expect(session.switchNetwork(kusama, never)).rejects.toBeInstanceOf(
      ChainNotSupportedError,
    )
    expect(session.networkId()).toBe(relay.id)
  })

  it.each([
    ['nothing', undefined],
    ['no accounts', []],
    ['an address with a wrong checksum', [{ address: misspelt }]],
    ['an Ethereum address only', [{ address: `0x${'11'.repeat(20)}`, type: 'ethereum' }]],
    ['text', 'x'],
    ['too many', Array.from({ length: 1_001 }, () => ({ address: misspelt }))],
  ])('are rejected when the wallet lists %s', async (_, answer) => {
    const wallet = createFakePolkadotWallet([])
    wallet.accounts = () => answer
    await expect(attachTo(wallet)).rejects.toBeInstanceOf(MalformedAnswerError)
    expect(wallet.listenerCount).toBe(0)
  })
})

describe('reconnect after a reload', () => {
  const [first, second] = [1, 2].map((seed) => createFakeKey(seed)) as [FakeKey, FakeKey]
  const bound = { address: first.address, genesisHash: polkadotGenesis, type: 'sr25519' }

  /** Connected before the reload, with one account restricted to a network. */
  async function reopen() {
    const wallet = createFakePolkadotWallet([first, second])
    wallet.accounts = () => [bound]
    const storage = createFakeStorage()
    const open = () => inPageTransport(wallet.entry, { metadata, storage }, id)
    await (await attachTo(wallet, { transport: open() })).end({ notifyWallet: false })
    wallet.calls.length = 0
    const again = () => attachTo(wallet, { transport: open(), mode: 'silent' })
    const session = await again()
    const ended = vi.fn()
    session.on('ended', ended)
    return { wallet, storage, session, again, ended, account: session.accounts()[0] as Account }
  }

  it('sends no prompt and subscribes again with the first signature', async () => {
    const { wallet, session, account } = await reopen()
    wallet.isTrusted = false
    expect(addressesOf(session)).toEqual([first.addressWith(0)])
    expect([wallet.calls, wallet.listenerCount]).toEqual([[], 0])
    const signature = await session.signMessage({ message: 'Hi', account, signal: never })
    expect(signatureVerify('Hi', signature, account.address).isValid).toBe(true)
    expect(wallet.calls.map(({ method }) => method)).toEqual(['enable', 'signRaw'])
    wallet.emit([{ address: second.address }])
    expect(addressesOf(session)).toEqual([second.addressWith(0)])
  })

  it('disconnects when the wallet rejects the site', async () => {
    const { wallet, session, account, ended } = await reopen()
    Object.assign(wallet, { isTrusted: false, behaviour: 'refuse' })
    await expect(
      session.signMessage({ message: 'Hi', account, signal: never }),
    ).rejects.toBeInstanceOf(NotConnectedError)
    expect(ended).toHaveBeenCalledTimes(1)
  })

  it('requests no signature for an account that is gone', async () => {
    const { wallet, session, account, ended } = await reopen()
    wallet.accounts = () => []
    await expect(
      session.signMessage({ message: 'Hi', account, signal: never }),
    ).rejects.toBeInstanceOf(NotConnectedError)
    expect([wallet.calls, ended.mock.calls.length]).toEqual([[], 1])
  })

  it('ignores the cache after a disconnect or with malformed data', async () => {
    const { storage, session, again } = await reopen()
    const key = 'polkadot:told_cache'
    for (const text of [
      '',
      '[]',
      '{"announced:One":7}',
      '{"announced:One":[{"address":"x"}]}',
      '{',
    ]) {
      storage.set(key, text)
      const none = await again().catch((error: unknown) => {
        if (!(error instanceof MalformedAnswerError)) throw error
      })
      expect(none).toBeUndefined()
    }
    await session.end({ notifyWallet: true })
    expect(storage.get(key)).toBeUndefined()
  })
})

describe('messages', () => {
  const habits = [true, false].flatMap((wraps) =>
    [true, false].map((withScheme) => ({ wraps, withScheme })),
  )
  it.each(['sr25519', 'ed25519', 'ecdsa'] as const)('are verified with a %s key', async (type) => {
    for (const habit of habits) {
      const wallet = createFakePolkadotWallet([createFakeKey(1, type)])
      wallet.habits = habit
      const session = await attachTo(wallet)
      const [account] = session.accounts()
      if (!account) throw new Error('no account')
      const signature = await session.signMessage({ message: 'Hi', account, signal: never })
      expect(signatureVerify('Hi', signature, account.address)).toMatchObject({ isValid: true })
    }
  })

  it.each([
    ['text', 'Grüße', stringToHex('Grüße')],
    ['bytes', '0x00ff', '0x00ff'],
    ['text that looks like hex but is not', '0xabc', stringToHex('0xabc')],
    ['nothing', '', '0x'],
    ['a message that is already wrapped', '<Bytes>Hi</Bytes>', stringToHex('<Bytes>Hi</Bytes>')],
  ])('of a site can be %s', async (_, data, expected) => {
    const wallet = createFakePolkadotWallet([createFakeKey(1)])
    const session = await attachTo(wallet)
    const [address = ''] = addressesOf(session)
    const { signature } = await providerOf(session).signer.signRaw({ address, data })
    expect(wallet.calls.at(-1)?.params).toEqual({ address, data: expected, type: 'bytes' })
    expect(signatureVerify(expected, signature, address).isValid).toBe(true)
  })

  it('are the same for a paired wallet', async () => {
    const wallet = pair()
    const session = await attachTo(createFakePolkadotWallet([]), { transport: wallet.transport })
    const [address = ''] = addressesOf(session)
    const { signRaw } = providerOf(session).signer
    for (const [data, message] of [
      ['Hi', 'Hi'],
      [stringToHex('Hi'), 'Hi'],
      ['0xff', '0xff'],
      ['0xabc', stringToHex('0xabc')],
    ]) {
      await signRaw({ address, data: data ?? '' }).catch(() => undefined)
      expect(wallet.calls.at(-1)).toEqual({
        method: 'polkadot_signMessage',
        params: { address, message },
        network: relay.id,
      })
    }
  })

  it('are rejected when they are transaction payloads', async () => {
    const wallet = createFakePolkadotWallet([createFakeKey(1)])
    const session = await attachTo(wallet)
    const [address = ''] = addressesOf(session)
    const { signRaw } = providerOf(session).signer
    await expect(signRaw({ address, data: '0x00', type: 'payload' })).rejects.toMatchObject({
      code: 'wallet/invalid-request',
    })
    expect(wallet.calls).toHaveLength(1)
  })

  it.each([
    ['another message', (key: ReturnType<typeof createFakeKey>) => key.sign(stringToU8a('Ho'))],
    ['zeros', () => `0x${'00'.repeat(64)}`],
    ['zeros with a scheme', () => `0x02${'00'.repeat(65)}`],
    ['an unknown scheme', () => `0x07${'11'.repeat(64)}`],
  ])('are rejected when the signature is for %s', async (_, sign) => {
    const key = createFakeKey(1)
    const wallet = createFakePolkadotWallet([key])
    wallet.answer('signRaw', () => ({ signature: sign(key) }))
    const session = await attachTo(wallet)
    const [account] = session.accounts()
    if (!account) throw new Error('no account')
    await expect(
      session.signMessage({ message: 'Hi', account, signal: never }),
    ).rejects.toBeInstanceOf(WrongSignerError)
  })
})

describe('transactions', () => {
  /** A wallet whose key signed this transaction. */
  async function prepare(type?: KeyType, method?: string) {
    const key = createFakeKey(1, type)
    const wallet = createFakePolkadotWallet([key])
    const { payload, bytes } = polkadotTransaction(key.addressWith(42), method)
    const signed = bytes.length > 256 ? blake2AsU8a(bytes) : bytes
    const signature = key.sign(signed, { withScheme: true })
    wallet.answer('signPayload', () => ({ id: 9, signature }))
    const { signer } = providerOf(await attachTo(wallet))
    return { key, wallet, signer, payload, signature }
  }

  it.each(['sr25519', 'ed25519', 'ecdsa'] as const)(
    'are sent unchanged and verified with a %s key',
    async (type) => {
      const { key, wallet, signer, payload, signature } = await prepare(type)
      expect(await signer.signPayload(payload)).toEqual({ id: 1, signature })
      expect(wallet.calls.at(-1)?.params).toEqual({ ...payload, address: key.addressWith(0) })
    },
  )

  it('are verified by their hash when they are long', async () => {
    const { signer, payload, signature } = await prepare('sr25519', `0x${'07'.repeat(300)}`)
    expect(await signer.signPayload(payload)).toEqual({ id: 1, signature })
  })

  it.each([
    ['another nonce', { nonce: '0x47' }],
    ['another call', { method: '0x00' }],
    ['another tip', { tip: '0x00' }],
    ['another metadata hash', { mode: 1, metadataHash: `0x${'12'.repeat(32)}` }],
    ['a fee in an asset', { signedExtensions: ['ChargeAssetTxPayment'] }],
  ])('are rejected with a signature for %s', async (_, change) => {
    const { signer, payload } = await prepare()
    await expect(signer.signPayload({ ...payload, ...change })).rejects.toBeInstanceOf(
      WrongSignerError,
    )
  })

  it.each([
    ['of chains with unknown extensions', { signedExtensions: ['CheckNonce', 'CheckLuck'] }, {}],
    ['with a fee in an asset', { signedExtensions: ['ChargeAssetTxPayment'], assetId: '0x01' }, {}],
    ['that wallets may change', { withSignedTransaction: true }, { signedTransaction: '0x0102' }],
  ])('%s are not verified', async (_, change, more) => {
    const { signer, payload, wallet } = await prepare()
    const answer = { signature: `0x01${'11'.repeat(64)}`, ...more }
    wallet.answer('signPayload', () => answer)
    expect(await signer.signPayload({ ...payload, ...change })).toEqual({ id: 1, ...answer })
  })

  it('are sent to a paired wallet with its own method', async () => {
    const wallet = pair()
    const { transport, calls, keys } = wallet
    const [, key] = keys
    const address = key?.addressWith(0) ?? ''
    const { payload, bytes } = polkadotTransaction(address)
    wallet.answer = () => ({ signature: key?.sign(bytes, { withScheme: true }) })
    const session = await attachTo(createFakePolkadotWallet([]), { transport })
    await providerOf(session).signer.signPayload(payload)
    expect(calls).toEqual([
      {
        method: 'polkadot_signTransaction',
        params: { address, transactionPayload: payload },
        network: relay.id,
      },
    ])
  })

  it.each([
    ['of another account', { address: encodeAddress(new Uint8Array(32)) }, 'account'],
    ['of another network', { genesisHash: `0x${'12'.repeat(32)}` }, 'network'],
    ['without a method', { method: undefined }, 'parameters'],
    ['with a number for a nonce', { nonce: 1 }, 'parameters'],
    ['with no extensions', { signedExtensions: 'none' }, 'parameters'],
  ])('%s are rejected without a prompt', async (_, change, reason) => {
    const { signer, payload, wallet } = await prepare()
    await expect(signer.signPayload({ ...payload, ...change })).rejects.toMatchObject({
      code: 'wallet/invalid-request',
      reason,
    })
    expect(wallet.calls).toHaveLength(1)
  })
})

describe('a paired wallet', () => {
  it('is only on networks it approved', async () => {
    const { transport, granted } = pair()
    const session = await attachTo(createFakePolkadotWallet([]), { transport, network: westend })
    expect(session.networkId()).toBe(relay.id)
    expect(session.approvedNetworks()).toEqual([relay.id, kusama.id])
    await expect(session.switchNetwork(westend, never)).rejects.toBeInstanceOf(
      ChainNotSupportedError,
    )
    granted.networks.push(westend.id)
    // Approved, but without an account there.
    await expect(session.switchNetwork(westend, never)).rejects.toBeInstanceOf(
      ChainNotSupportedError,
    )
  })

  it('leaves a network it no longer approves', async () => {
    const { transport, granted, notify, keys } = pair()
    const session = await attachTo(createFakePolkadotWallet([]), { transport })
    granted.networks.shift()
    granted.accounts.splice(0, 2)
    notify('accounts')
    expect(session.networkId()).toBe(kusama.id)
    expect(addressesOf(session)).toEqual(keys.map((key) => key.addressWith(2)))
  })
})

it('reports wallet events to the site', async () => {
  const [first, second] = [createFakeKey(1), createFakeKey(2, 'ed25519')]
  const wallet = createFakePolkadotWallet([first, second])
  const session = await attachTo(wallet)
  const provider = providerOf(session)
  const received = { accounts: vi.fn(), network: vi.fn(), end: vi.fn() }
  provider.accounts.subscribe(received.accounts)
  provider.on('networkChanged', received.network)
  provider.on('disconnect', received.end)
  const [one, two] = [
    { address: first.addressWith(0), type: 'sr25519', name: 'One' },
    { address: second.addressWith(0), type: 'ed25519', name: 'One' },
  ]
  expect(received.accounts).toHaveBeenLastCalledWith([one, two])
  wallet.emit([...(wallet.accounts() as unknown[])].reverse())
  expect(received.accounts).toHaveBeenLastCalledWith([two, one])
  expect(await provider.accounts.get()).toEqual([two, one])
  await session.switchNetwork(kusama, never)
  expect(received.network).toHaveBeenCalledWith(kusama.id)
  wallet.emit([])
  expect(received.end).toHaveBeenCalledTimes(1)
  await vi.waitFor(() => expect(wallet.listenerCount).toBe(0))
})
