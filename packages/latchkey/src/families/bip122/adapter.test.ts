import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { describe, expect, it, vi } from 'vitest'
import { adapterContract, type ContractWallet } from '../../../fixtures/adapterContract.js'
import {
  leatherObject,
  okxObject,
  satsObject,
  standardObject,
  unisatObject,
} from '../../../fixtures/bitcoinPages.js'
import {
  createFakeBitcoinWallet,
  createPsbt,
  type FakeBitcoinWallet,
} from '../../../fixtures/fakeBitcoinWallet.js'
import { createFakeClock } from '../../../fixtures/fakeClock.js'
import { createFakeJournal } from '../../../fixtures/fakeJournal.js'
import { createFakeStorage } from '../../../fixtures/fakeStorage.js'
import { createPairedTransport, type PairedCall } from '../../../fixtures/pairedTransport.js'
import { toNetwork } from '../../../fixtures/toNetwork.js'
import { isBitcoinSignature } from '../../../fixtures/verifyBitcoin.js'
import type {
  Account,
  AttachParameters,
  ChainSession,
  WalletTransport,
} from '../../core/connection/family.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import {
  InvalidRequestError,
  MalformedAnswerError,
  UnsupportedMethodError,
  WrongTransactionError,
} from '../../core/runtime/errors/wallet.js'
import { createSnapshotCache } from '../shared/snapshotCache.js'
import { createAdapter } from './adapter.js'
import { bip122 } from './index.js'
import { leatherTransport } from './leatherWallet.js'
import * as networkInputs from './networks.js'
import { okxTransport } from './okxWallet.js'
import type { BitcoinProvider } from './provider.js'
import { satsTransport } from './satsWallet.js'
import { standardTransport } from './standardWallet.js'
import { unisatTransport } from './unisatWallet.js'

const mainnet = toNetwork(networkInputs.bitcoin)
const testnet = toNetwork(networkInputs.bitcoinTestnet)
const signet = toNetwork(networkInputs.bitcoinSignet)
const networks = [testnet, signet] as const
const { signal: never } = new AbortController()
const loadAdapter = () => bip122().loadAdapter()

const leatherId = 'announced:Leather'
const openLeather = (page: unknown, storage = createFakeStorage()) =>
  leatherTransport(page, { storage }, leatherId)
const leatherMemory = (storage: ReturnType<typeof createFakeStorage>) =>
  createSnapshotCache(storage, { id: leatherId, namespace: 'bip122' })

/** The test controls that all interfaces share. */
function contractWallet(
  wallet: FakeBitcoinWallet,
  transport: WalletTransport,
  acts: Pick<
    ContractWallet,
    'selectSecondAccount' | 'moveTo' | 'forget' | 'hangUp' | 'repeatState'
  >,
): ContractWallet {
  return {
    transport,
    addresses: wallet.addresses,
    react: (behaviour) => {
      wallet.behaviour = behaviour
    },
    trust: () => {
      wallet.isTrusted = true
    },
    isTrusted: () => wallet.isTrusted,
    promptCount: () => wallet.prompts.length,
    signWithAnotherKey: () => {
      wallet.isLying = true
    },
    isSigned: async (parameters) => isBitcoinSignature(parameters),
    ...acts,
  }
}

const garbage = [undefined, null, 7, 'x', {}, [null], ['bc1nothing'], new Array(2_000)]
const isSignet = (network: { readonly id: string }) => network.id === signet.id

adapterContract('bip122, Wallet Standard,', {
  reached: 'in the page',
  loadAdapter,
  networks,
  createWallet() {
    const wallet = createFakeBitcoinWallet()
    const page = standardObject(wallet)
    const notify = (accounts: unknown) => wallet.emit('change', { accounts })
    return contractWallet(wallet, standardTransport(page), {
      selectSecondAccount: () => notify(page.show(wallet.addresses.slice(1))),
      moveTo(network) {
        wallet.network = isSignet(network) ? 'bitcoin:signet' : 'bitcoin:testnet'
        notify(page.accounts)
      },
      forget: () => notify([]),
      hangUp: () => notify([]),
      repeatState() {
        for (const data of garbage) notify(data)
        for (const data of garbage) wallet.emit('change', data)
        wallet.emit('change', { chains: [] })
      },
    })
  },
})

adapterContract('bip122, sats-connect,', {
  reached: 'in the page',
  loadAdapter,
  networks,
  createWallet() {
    const wallet = createFakeBitcoinWallet()
    return contractWallet(wallet, satsTransport(satsObject(wallet)), {
      selectSecondAccount: () =>
        wallet.emit('accountChange', {
          addresses: [{ address: wallet.addresses[1], purpose: 'payment' }],
        }),
      moveTo: (network) =>
        wallet.emit('networkChange', {
          bitcoin: { name: isSignet(network) ? 'Signet' : 'Testnet' },
        }),
      forget: () => wallet.emit('accountChange', { addresses: [] }),
      hangUp: () => wallet.emit('disconnect', {}),
      repeatState() {
        for (const addresses of garbage.slice(1)) wallet.emit('accountChange', { addresses })
        for (const data of garbage) wallet.emit('networkChange', data)
        for (const bitcoin of garbage) wallet.emit('networkChange', { bitcoin })
        wallet.emit('accountChange', 'x')
      },
    })
  },
})

adapterContract('bip122, Unisat,', {
  reached: 'in the page',
  loadAdapter,
  networks,
  createWallet() {
    const wallet = createFakeBitcoinWallet()
    return contractWallet(wallet, unisatTransport(unisatObject(wallet)), {
      selectSecondAccount: () => wallet.emit('accountsChanged', wallet.addresses.slice(1)),
      moveTo: (network) =>
        wallet.emit('chainChanged', {
          enum: isSignet(network) ? 'BITCOIN_SIGNET' : 'BITCOIN_TESTNET',
        }),
      forget: () => wallet.emit('accountsChanged', []),
      hangUp: () => wallet.emit('disconnect', undefined),
      repeatState() {
        for (const data of garbage) wallet.emit('accountsChanged', data)
        for (const data of garbage.filter((one) => one !== 'x')) wallet.emit('chainChanged', data)
      },
    })
  },
})

adapterContract('bip122, OKX,', {
  reached: 'in the page',
  loadAdapter,
  networks,
  showsOneAccount: true,
  createWallet() {
    const wallet = createFakeBitcoinWallet()
    return contractWallet(wallet, okxTransport(okxObject(wallet)), {
      selectSecondAccount: () => wallet.emit('accountChanged', { address: wallet.addresses[1] }),
      forget: () => wallet.emit('accountChanged', null),
      hangUp: () => wallet.emit('disconnect', undefined),
      repeatState() {
        for (const data of garbage.filter((one) => one !== null)) {
          wallet.emit('accountChanged', data)
        }
      },
    })
  },
})

adapterContract('bip122, Leather,', {
  reached: 'in the page',
  loadAdapter,
  networks,
  createWallet() {
    const wallet = createFakeBitcoinWallet()
    const storage = createFakeStorage()
    const page = leatherObject(wallet)
    const shown = () => storage.get('bip122:told_cache') !== undefined
    const contract = contractWallet(wallet, openLeather(page, storage), {})
    return {
      ...contract,
      get transport() {
        return shown() ? openLeather(page, storage) : contract.transport
      },
      // After a reload the page only knows the cached addresses.
      trust: () =>
        leatherMemory(storage).write({
          network: testnet.reference,
          addresses: wallet.addresses.map((address) => ({ address })),
        }),
      isTrusted: shown,
    }
  },
})

adapterContract('bip122', {
  reached: 'by pairing',
  loadAdapter,
  networks,
  createWallet() {
    const wallet = createFakeBitcoinWallet()
    const paired = createPairedTransport({
      accounts: networks.flatMap(({ id }) =>
        wallet.addresses.map((address) => `${id}:${address}` as const),
      ),
      networks: networks.map(({ id }) => id),
      answer: ({ params }) => {
        const { message, address } = params as { message: string; address: string }
        return { address, signature: hex.encode(wallet.signMessage(message, address)) }
      },
    })
    return {
      ...contractWallet(wallet, paired.transport, {
        selectSecondAccount() {
          paired.granted.accounts = [`${testnet.id}:${wallet.addresses[1]}`]
          paired.notify('accounts')
        },
        moveTo: ({ id }) => paired.notify('network', id),
        forget() {
          paired.granted.accounts = []
          paired.notify('accounts')
        },
        hangUp: () => paired.notify('disconnect'),
        repeatState() {
          for (const data of [...garbage, 'bip122:elsewhere', 'eip155:1']) {
            paired.notify('network', data)
          }
          for (const data of garbage) paired.notify('accounts', data)
        },
      }),
      react: (behaviour) => {
        paired.behaviour = behaviour
      },
      promptCount: () => paired.calls.length,
      isTrusted: () => paired.isOpen,
    }
  },
})

async function attachTo(transport: WalletTransport, changes: Partial<AttachParameters> = {}) {
  const session = (await createAdapter().attach({
    transport,
    mode: 'ask',
    network: testnet,
    networks: () => [mainnet, ...networks],
    ports: { clock: createFakeClock() },
    journal: async () => createFakeJournal(),
    signal: never,
    ...changes,
  })) as ChainSession
  return { session, provider: session?.provider as BitcoinProvider }
}

/** All interfaces over the same keys. */
const ways = {
  'Wallet Standard': (wallet: FakeBitcoinWallet) => standardTransport(standardObject(wallet)),
  'sats-connect': (wallet: FakeBitcoinWallet) => satsTransport(satsObject(wallet)),
  Leather: (wallet: FakeBitcoinWallet) => openLeather(leatherObject(wallet)),
  Unisat: (wallet: FakeBitcoinWallet) => unisatTransport(unisatObject(wallet)),
} as const

describe('accounts', () => {
  it.each(Object.entries(ways))('of %s list payment addresses first', async (_, open) => {
    const wallet = createFakeBitcoinWallet()
    const { session } = await attachTo(open(wallet))
    expect(session.accounts()).toMatchObject([
      { address: wallet.addresses[0], type: 'payment', namespace: 'bip122' },
      { address: wallet.addresses[1], type: 'ordinal' },
    ])
  })

  it("contain the wallet's details and only Bitcoin addresses", async () => {
    const wallet = createFakeBitcoinWallet()
    const { session, provider } = await attachTo(openLeather(leatherObject(wallet)))
    expect(session.accounts()).toHaveLength(2)
    const [first] = session.accounts()
    expect(first?.publicKey).toBe(wallet.publicKey)
    expect(first?.path).toBe("m/84'/1'/0'/0/0")
    const [reported] = await provider.getAccountAddresses()
    expect(reported).toEqual({
      address: wallet.addresses[0],
      publicKey: wallet.publicKey,
      path: "m/84'/1'/0'/0/0",
      purpose: 'payment',
    })
  })

  it('of Leather are restored without its window until disconnect', async () => {
    const wallet = createFakeBitcoinWallet()
    const storage = createFakeStorage()
    const page = leatherObject(wallet)
    const open = () => openLeather(page, storage)
    await (await attachTo(open())).session.end({ notifyWallet: false })
    const requestCount = page.requests.length
    const again = async (network = testnet) =>
      (await attachTo(open(), { mode: 'silent', network })).session
    const session = await again()
    expect(session.accounts()).toMatchObject([
      { address: wallet.addresses[0], type: 'payment', publicKey: wallet.publicKey },
      { address: wallet.addresses[1], type: 'ordinal' },
    ])
    expect(await again(signet)).toBeUndefined()
    expect(page.requests).toHaveLength(requestCount)
    const ordinals = session.accounts()[1] as Account
    const signature = await session.signMessage({ message: 'Hi', account: ordinals, signal: never })
    expect(isBitcoinSignature({ message: 'Hi', signature, address: ordinals.address })).toBe(true)
    await session.end({ notifyWallet: true })
    expect(await again()).toBeUndefined()
  })

  it('of another network are dropped', async () => {
    const wallet = createFakeBitcoinWallet()
    const main = createFakeBitcoinWallet({ isMain: true })
    const page = satsObject(wallet)
    page.answers.wallet_connect = () => ({
      addresses: [
        ...main.addresses,
        ...wallet.addresses,
        'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
      ].map((address) => ({ address })),
      network: { bitcoin: { name: 'Mainnet' } },
    })
    const { session } = await attachTo(satsTransport(page), { network: mainnet })
    expect(session.accounts().map(({ address }) => address)).toEqual(main.addresses)
    page.answers.wallet_connect = () => ({
      addresses: wallet.addresses.map((address) => ({ address })),
      network: { bitcoin: { name: 'Mainnet' } },
    })
    await expect(attachTo(satsTransport(page), { network: mainnet })).rejects.toBeInstanceOf(
      MalformedAnswerError,
    )
  })

  it.each([
    ['accountsChanged', 'chainChanged'] as const,
    ['chainChanged', 'accountsChanged'] as const,
  ])('follow a wallet that sends %s first', async (...order) => {
    const wallet = createFakeBitcoinWallet()
    const main = createFakeBitcoinWallet({ isMain: true })
    const page = unisatObject(wallet)
    const { session } = await attachTo(unisatTransport(page))
    const changed = vi.fn()
    session.on('change', changed)
    // Between the two events the wallet has no addresses yet.
    page.getAccounts = async () => []
    const news = { accountsChanged: main.addresses, chainChanged: { enum: 'BITCOIN_MAINNET' } }
    for (const event of order) wallet.emit(event, news[event])
    expect(session.networkId()).toBe(mainnet.id)
    expect(session.accounts().map(({ address }) => address)).toEqual(main.addresses)
    expect(changed).toHaveBeenCalledTimes(1)
  })

  it('are requested when the event contains only the network', async () => {
    const wallet = createFakeBitcoinWallet()
    const main = createFakeBitcoinWallet({ isMain: true })
    const page = unisatObject(wallet)
    const { session } = await attachTo(unisatTransport(page))
    page.getAccounts = async () => main.addresses
    wallet.emit('chainChanged', { enum: 'BITCOIN_MAINNET' })
    await vi.waitFor(() => expect(session.networkId()).toBe(mainnet.id))
    expect(session.accounts()[0]?.address).toBe(main.addresses[0])
  })

  it('remain on an unknown network', async () => {
    const wallet = createFakeBitcoinWallet()
    const { session } = await attachTo(unisatTransport(unisatObject(wallet)))
    wallet.emit('chainChanged', { enum: 'FRACTAL_BITCOIN_TESTNET' })
    expect(session.networkId()).toBe('bip122:FRACTAL_BITCOIN_TESTNET')
  })
})

describe('networks', () => {
  it('that the wallet does not support are rejected', async () => {
    const okx = await attachTo(
      okxTransport({ bitcoinTestnet: okxObject(createFakeBitcoinWallet()).bitcoinTestnet }),
    )
    await expect(okx.session.switchNetwork(signet, never)).rejects.toBeInstanceOf(
      ChainNotSupportedError,
    )
    const page = standardObject(createFakeBitcoinWallet())
    const { 'bitcoin:switchNetwork': _, ...features } = page.features
    const { session } = await attachTo(
      standardTransport({
        features,
        get accounts() {
          return page.accounts
        },
      }),
    )
    await expect(session.switchNetwork(signet, never)).rejects.toBeInstanceOf(
      ChainNotSupportedError,
    )
    expect(session.networkId()).toBe(testnet.id)
  })

  it('of a paired wallet are those it approved accounts on', async () => {
    const wallet = createFakeBitcoinWallet()
    const { transport } = createPairedTransport({
      accounts: wallet.addresses.map((address) => `${testnet.id}:${address}` as const),
      networks: [testnet.id, mainnet.id],
      answer: () => undefined,
    })
    const { session } = await attachTo(transport, { network: mainnet })
    expect(session.networkId()).toBe(testnet.id)
    expect(session.approvedNetworks()).toEqual([testnet.id])
    await expect(session.switchNetwork(mainnet, never)).rejects.toBeInstanceOf(
      ChainNotSupportedError,
    )
  })
})

describe('signMessage', () => {
  it.each([
    ['sats-connect', 'ecdsa', 0],
    ['sats-connect', 'bip322', 0],
    ['sats-connect', 'bip322', 1],
    ['Leather', 'bip322', 1],
    ['Unisat', 'bip322', 0],
    ['Unisat', 'ecdsa', 0],
  ] as const)('of %s signs with %s', async (way, protocol, index) => {
    const wallet = createFakeBitcoinWallet()
    const { provider } = await attachTo(ways[way](wallet))
    const address = wallet.addresses[index] ?? ''
    const signature = await provider.signMessage({ message: 'Hi', address, protocol })
    expect(isBitcoinSignature({ message: 'Hi', signature, address })).toBe(true)
    expect(base64.decode(signature).length === 65).toBe(protocol === 'ecdsa')
  })

  it('rejects invalid requests without a prompt', async () => {
    const wallet = createFakeBitcoinWallet()
    const { provider } = await attachTo(ways['Wallet Standard'](wallet))
    const before = wallet.prompts.length
    await expect(provider.signMessage({ message: 'Hi', protocol: 'ecdsa' })).rejects.toBeInstanceOf(
      UnsupportedMethodError,
    )
    for (const call of [undefined, {}, { message: 7 }, { message: 'x', protocol: 'rsa' }]) {
      await expect(provider.signMessage(call as never)).rejects.toBeInstanceOf(InvalidRequestError)
    }
    const address = createFakeBitcoinWallet({ seed: 3 }).addresses[0] ?? ''
    await expect(provider.signMessage({ message: 'x', address })).rejects.toMatchObject({
      reason: 'account',
    })
    expect(wallet.prompts).toHaveLength(before)
  })

  it('rejects a signature of another protocol than requested', async () => {
    const wallet = createFakeBitcoinWallet()
    const page = satsObject(wallet)
    const { provider } = await attachTo(satsTransport(page))
    const address = wallet.addresses[0] ?? ''
    page.answers.signMessage = () => ({
      signature: base64.encode(wallet.signMessage('Hi', address, 'ecdsa')),
    })
    await expect(
      provider.signMessage({ message: 'Hi', protocol: 'bip322' }),
    ).rejects.toBeInstanceOf(MalformedAnswerError)
  })
})

describe('provider', () => {
  it('emits accountsChanged, chainChanged and disconnect', async () => {
    const wallet = createFakeBitcoinWallet()
    const { session, provider } = await attachTo(ways.Unisat(wallet))
    const received: unknown[] = []
    provider.on('accountsChanged', (data) => received.push(data))
    provider.on('chainChanged', (data) => received.push(data))
    provider.on('disconnect', () => received.push('end'))
    const [first, second] = session.accounts()
    if (first && second) session.use(second)
    wallet.emit('chainChanged', { enum: 'BITCOIN_SIGNET' })
    wallet.emit('disconnect', undefined)
    expect(received).toEqual([[second?.address, first?.address], signet.id, 'end'])
    await expect(provider.signMessage({ message: 'x' })).rejects.toMatchObject({
      code: 'connection/not-connected',
    })
  })

  it('pays only from payment accounts', async () => {
    const wallet = createFakeBitcoinWallet()
    const { session, provider } = await attachTo(ways['sats-connect'](wallet))
    const before = wallet.prompts.length
    const recipient = wallet.addresses[0] ?? ''
    const ordinals = session.accounts().find(({ type }) => type === 'ordinal')
    if (ordinals) session.use(ordinals)
    await expect(provider.sendTransfer({ amount: '1', recipient })).rejects.toMatchObject({
      reason: 'account',
    })
    session.use({ ...session.accounts()[0], address: recipient } as never)
    const abroad = createFakeBitcoinWallet({ isMain: true }).addresses[0] ?? ''
    for (const call of [
      { amount: '0', recipient },
      { amount: '1.5', recipient },
      { amount: 1, recipient },
      { amount: '1', recipient: abroad },
      { amount: '1', recipient: `${recipient}x` },
      undefined,
    ]) {
      await expect(provider.sendTransfer(call as never)).rejects.toMatchObject({
        reason: 'parameters',
      })
    }
    expect(wallet.prompts).toHaveLength(before)
    expect(await provider.sendTransfer({ amount: '546', recipient })).toBe('ab'.repeat(32))
  })

  it('uses the pairing protocol with a paired wallet', async () => {
    const wallet = createFakeBitcoinWallet()
    const calls: PairedCall[] = []
    const { transport } = createPairedTransport({
      accounts: wallet.addresses.map((address) => `${testnet.id}:${address}` as const),
      networks: [testnet.id],
      answer(call) {
        calls.push(call)
        const params = call.params as Record<string, never>
        if (call.method === 'sendTransfer') return { txid: 'AB'.repeat(32) }
        const signed = wallet.signPsbt(base64.decode(params.psbt ?? ''), [0])
        return { psbt: base64.encode(signed) }
      },
    })
    const { provider } = await attachTo(transport)
    const [account = '', ordinals = ''] = wallet.addresses
    expect(await provider.sendTransfer({ amount: '1500', recipient: ordinals })).toBe(
      'ab'.repeat(32),
    )
    const psbt = createPsbt(wallet)
    await provider.signPSBT({ psbt, signInputs: [{ address: account, index: 0 }] })
    expect(calls).toEqual([
      {
        method: 'sendTransfer',
        network: testnet.id,
        params: { account, recipientAddress: ordinals, amount: '1500' },
      },
      {
        method: 'signPsbt',
        network: testnet.id,
        params: { account, psbt, signInputs: [{ address: account, index: 0 }], broadcast: false },
      },
    ])
  })
})

describe('a PSBT', () => {
  const both = ({ addresses }: FakeBitcoinWallet) =>
    addresses.map((address, index) => ({ address, index }))

  it.each(Object.entries(ways))('of %s that pays something else is rejected', async (_, open) => {
    const wallet = createFakeBitcoinWallet()
    const { provider } = await attachTo(open(wallet))
    const sign = wallet.signPsbt
    wallet.signPsbt = (_psbt, indexes) => sign(base64.decode(createPsbt(wallet, 9_999n)), indexes)
    const psbt = createPsbt(wallet)
    await expect(provider.signPSBT({ psbt, signInputs: both(wallet) })).rejects.toBeInstanceOf(
      WrongTransactionError,
    )
    wallet.signPsbt = () => new TextEncoder().encode('no psbt')
    await expect(provider.signPSBT({ psbt, signInputs: both(wallet) })).rejects.toBeInstanceOf(
      MalformedAnswerError,
    )
  })

  it('is sent only by wallets that support it', async () => {
    const wallet = createFakeBitcoinWallet()
    const psbt = createPsbt(wallet)
    const signInputs = both(wallet)
    const sats = await attachTo(ways['sats-connect'](wallet))
    const unisat = await attachTo(ways.Unisat({ ...wallet, network: '' }))
    for (const { provider } of [sats, unisat]) {
      const sent = await provider.signPSBT({ psbt, signInputs, broadcast: true })
      expect(sent.txid).toBe(Transaction.fromPSBT(base64.decode(sent.psbt)).id)
    }
    const standard = await attachTo(ways['Wallet Standard']({ ...wallet, network: '' }))
    const before = wallet.prompts.length
    await expect(
      standard.provider.signPSBT({ psbt, signInputs, broadcast: true }),
    ).rejects.toMatchObject({ code: 'wallet/unsupported-method', method: 'broadcast' })
    await expect(
      unisat.provider.signPSBT({ psbt, signInputs: signInputs.slice(1), broadcast: true }),
    ).rejects.toBeInstanceOf(UnsupportedMethodError)
    await expect(
      standard.provider.sendTransfer({ amount: '1', recipient: wallet.addresses[0] ?? '' }),
    ).rejects.toBeInstanceOf(UnsupportedMethodError)
    expect(wallet.prompts).toHaveLength(before)
  })

  it('that is malformed is not sent to the wallet', async () => {
    const wallet = createFakeBitcoinWallet()
    const { provider } = await attachTo(ways['sats-connect'](wallet))
    const before = wallet.prompts.length
    const psbt = createPsbt(wallet)
    const address = wallet.addresses[0] ?? ''
    const stranger = createFakeBitcoinWallet({ seed: 9 }).addresses[0] ?? ''
    const wrong: unknown[] = [
      undefined,
      { psbt: 'x', signInputs: [{ address, index: 0 }] },
      { psbt: base64.encode(new Uint8Array(40)), signInputs: [{ address, index: 0 }] },
      {
        psbt: base64.encode(base64.decode(psbt).slice(0, 60)),
        signInputs: [{ address, index: 0 }],
      },
      { psbt, signInputs: [] },
      { psbt, signInputs: [{ address, index: 2 }] },
      { psbt, signInputs: [{ address, index: -1 }] },
      { psbt, signInputs: [{ address, index: 0.5 }] },
      {
        psbt,
        signInputs: [
          { address, index: 0 },
          { address, index: 0 },
        ],
      },
      { psbt, signInputs: [{ address, index: 0, sighashTypes: ['all'] }] },
      { psbt, signInputs: [{ address: stranger, index: 0 }] },
    ]
    for (const call of wrong) {
      await expect(provider.signPSBT(call as never)).rejects.toBeInstanceOf(InvalidRequestError)
    }
    expect(wallet.prompts).toHaveLength(before)
  })
})
