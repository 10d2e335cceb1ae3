import { makeSignDoc as makeAminoDoc, type StdSignature, serializeSignDoc } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { fromBase64, toBase64, toBech32, toHex } from '@cosmjs/encoding'
import {
  DirectEthSecp256k1Wallet,
  makeAuthInfoBytes,
  makeSignBytes,
  makeSignDoc,
  type OfflineDirectSigner,
  Registry,
} from '@cosmjs/proto-signing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { adapterContract } from '../../../fixtures/adapterContract.js'
import { createFakeClock } from '../../../fixtures/fakeClock.js'
import { createFakeJournal } from '../../../fixtures/fakeJournal.js'
import {
  createCosmosKey,
  createFakeKeplr,
  type FakeKeplr,
  messageDocument,
} from '../../../fixtures/fakeKeplr.js'
import { createFakeStorage } from '../../../fixtures/fakeStorage.js'
import { createPairedTransport } from '../../../fixtures/pairedTransport.js'
import { toNetwork } from '../../../fixtures/toNetwork.js'
import type { AttachParameters, ChainSession } from '../../core/connection/family.js'
import { NotConnectedError, UserRejectedError } from '../../core/runtime/errors/connection.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import {
  MalformedAnswerError,
  WalletRequestError,
  WrongSignerError,
} from '../../core/runtime/errors/wallet.js'
import { createSnapshotCache } from '../shared/snapshotCache.js'
import { createAdapter } from './adapter.js'
import { cosmos } from './index.js'
import { inPageTransport } from './inPageTransport.js'
import * as networkList from './networks.js'
import type { CosmosProvider } from './provider.js'

const hub = toNetwork(networkList.cosmoshub)
const osmosis = toNetwork(networkList.osmosis)
const unknown = toNetwork({
  ...networkList.osmosis,
  id: 'nowhere-1',
  caipNetworkId: 'cosmos:nowhere-1',
})
const networks = [hub, osmosis] as const
const { signal: never } = new AbortController()
const id = 'announced:One'

let page: EventTarget
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
})
afterEach(() => vi.unstubAllGlobals())

const keys = [createCosmosKey(1), createCosmosKey(2)]
const [first = createCosmosKey(1), second = createCosmosKey(2)] = keys
const stranger = createCosmosKey(3)
const change = () => page.dispatchEvent(new Event('keplr_keystorechange'))

const isVerified = ({ signature }: { signature: string }, bytes: Uint8Array, key: Uint8Array) =>
  Secp256k1.verifySignature(
    Secp256k1Signature.fromFixedLength(fromBase64(signature)),
    sha256(bytes),
    key,
  )

const isSigned = async ({
  message,
  signature,
  address,
}: {
  message: string
  signature: string
  address: string
}) => {
  const key = keys.find((one) => one.addressOn('cosmoshub-4') === address)
  const bytes = serializeSignDoc(messageDocument(address, message))
  return key !== undefined && isVerified({ signature }, bytes, key.publicKey)
}

adapterContract('cosmos', {
  reached: 'in the page',
  loadAdapter: () => cosmos().loadAdapter(),
  networks,
  showsOneAccount: true,
  createWallet() {
    const wallet = createFakeKeplr(keys)
    const storage = createFakeStorage()
    return {
      transport: inPageTransport(wallet.object, { networks, storage }, { id }),
      addresses: keys.map((key) => key.addressOn('cosmoshub-4')),
      react: (behaviour) => {
        wallet.behaviour = behaviour
      },
      trust() {
        wallet.permitted.add('cosmoshub-4')
        const address = first.addressOn('cosmoshub-4')
        const accounts = [{ algo: 'secp256k1', address, pubkey: toBase64(first.publicKey) }]
        createSnapshotCache(storage, { id, namespace: 'cosmos' }).write({
          chainId: 'cosmoshub-4',
          accounts: accounts,
        })
      },
      isTrusted: () => wallet.permitted.size > 0,
      promptCount: () => wallet.prompts,
      selectSecondAccount() {
        wallet.selected = 1
        change()
      },
      forget() {
        wallet.permitted.clear()
        change()
      },
      hangUp() {
        wallet.selected = 9
        change()
      },
      repeatState() {
        page.dispatchEvent(new CustomEvent('keplr_keystorechange', { detail: ['x'] }))
        page.dispatchEvent(new Event('leap_keystorechange'))
        change()
      },
      signWithAnotherKey: () => {
        wallet.answer('signArbitrary', (_: string, signer: string, data: string) =>
          stranger.signBytes(serializeSignDoc(messageDocument(signer, data))),
        )
      },
      isSigned,
    }
  },
})

type Request = { signerAddress: string; signDoc: never }

function pair() {
  return createPairedTransport({
    accounts: [
      ...keys.map((key) => `${hub.id}:${key.addressOn('cosmoshub-4')}` as const),
      ...keys.map((key) => `${osmosis.id}:${key.addressOn('osmosis-1')}` as const),
      'eip155:1:0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
    ],
    networks: [hub.id, osmosis.id],
    answer({ method, params, network }) {
      const chainId = network === osmosis.id ? 'osmosis-1' : 'cosmoshub-4'
      const { signerAddress, signDoc } = params as Request
      const key = keys.find((one) => one.addressOn(chainId) === signerAddress)
      if (method === 'cosmos_getAccounts') {
        return keys.map(({ publicKey, addressOn }, index) => ({
          algo: 'secp256k1',
          address: addressOn(chainId),
          // Wallets use both encodings.
          pubkey: index === 0 ? Buffer.from(publicKey).toString('base64') : toHex(publicKey),
        }))
      }
      if (method === 'cosmos_signAmino') return key?.signAmino(chainId, signerAddress, signDoc)
      throw { code: -32601, message: 'no such method' }
    },
  })
}

adapterContract('cosmos', {
  reached: 'by pairing',
  loadAdapter: () => cosmos().loadAdapter(),
  networks,
  createWallet() {
    const wallet = pair()
    const { granted, notify } = wallet
    return {
      transport: wallet.transport,
      addresses: keys.map((key) => key.addressOn('cosmoshub-4')),
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
        for (const data of [undefined, 7, 'cosmos:', unknown.id, {}, []]) notify('network', data)
        notify('accounts', 'whatever')
      },
      signWithAnotherKey: () => {
        wallet.answer = ({ params }) => {
          const { signDoc } = params as Request
          return { signature: stranger.signBytes(serializeSignDoc(signDoc)), signed: signDoc }
        }
      },
      isSigned,
    }
  },
})

function attachTo(
  wallet: FakeKeplr,
  changes: Partial<AttachParameters> = {},
  options?: Parameters<typeof createAdapter>[0],
) {
  return createAdapter(options).attach({
    transport: inPageTransport(wallet.object, { networks, storage: createFakeStorage() }, { id }),
    mode: 'ask',
    network: hub,
    networks: () => networks,
    ports: { clock: createFakeClock() },
    journal: async () => createFakeJournal(),
    signal: never,
    ...changes,
  }) as Promise<ChainSession>
}

const addressesOf = (session: ChainSession) => session.accounts().map(({ address }) => address)
const providerOf = (session: ChainSession) => session.provider as CosmosProvider

describe('accounts', () => {
  const key = (changes: object) => () => ({
    algo: 'secp256k1',
    bech32Address: first.addressOn('cosmoshub-4'),
    pubKey: first.publicKey,
    ...changes,
  })

  it.each([
    ['of another chain', key({ bech32Address: first.addressOn('osmosis-1') })],
    ['misspelt', key({ bech32Address: `${first.addressOn('cosmoshub-4').slice(0, -1)}x` })],
    ['in capitals', key({ bech32Address: first.addressOn('cosmoshub-4').toUpperCase() })],
    ['of an odd length', key({ bech32Address: toBech32('cosmos', new Uint8Array(21)) })],
    ['without a key', key({ pubKey: undefined })],
    ['with a key that is too long', key({ pubKey: new Uint8Array(66) })],
    ['that are undefined', () => undefined],
  ])('%s are rejected', async (_, answer) => {
    const wallet = createFakeKeplr(keys)
    wallet.answer('getKey', answer)
    await expect(attachTo(wallet)).rejects.toBeInstanceOf(MalformedAnswerError)
  })

  it("of unknown chains have the site's prefix, or any prefix", async () => {
    const address = toBech32('nowhere', new Uint8Array(20).fill(1))
    const wallet = createFakeKeplr(keys)
    wallet.answer('enable', () => undefined)
    wallet.answer('getKey', key({ bech32Address: address }))
    const attach = (addressPrefixes = {}) =>
      attachTo(wallet, { network: unknown, networks: () => [unknown] }, { addressPrefixes })
    expect(addressesOf(await attach())).toEqual([address])
    expect(addressesOf(await attach({ [unknown.id]: 'nowhere' }))).toEqual([address])
    await expect(attach({ [unknown.id]: 'elsewhere' })).rejects.toBeInstanceOf(MalformedAnswerError)
  })

  it('change with the network and are requested from the wallet', async () => {
    const wallet = createFakeKeplr(keys)
    const session = await attachTo(wallet)
    await session.switchNetwork(osmosis, never)
    expect(addressesOf(session)).toEqual([first.addressOn('osmosis-1')])
    expect(wallet.calls.filter(({ method }) => method === 'enable')).toHaveLength(2)
  })

  it('do not change when the other network is rejected or unknown', async () => {
    const wallet = createFakeKeplr(keys)
    const session = await attachTo(wallet)
    await expect(session.switchNetwork(unknown, never)).rejects.toBeInstanceOf(
      ChainNotSupportedError,
    )
    wallet.behaviour = 'refuse'
    await expect(session.switchNetwork(osmosis, never)).rejects.toBeInstanceOf(UserRejectedError)
    expect(session.networkId()).toBe(hub.id)
    expect(addressesOf(session)).toEqual([first.addressOn('cosmoshub-4')])
  })
})

describe('reconnect after a reload', () => {
  /** Connected before the reload; rejected or locked since. */
  async function reopen() {
    const wallet = createFakeKeplr(keys)
    const storage = createFakeStorage()
    const open = () => inPageTransport(wallet.object, { networks, storage }, { id })
    await (await attachTo(wallet, { transport: open() })).end({ notifyWallet: false })
    wallet.permitted.clear()
    wallet.calls.length = 0
    const again = (changes: Partial<AttachParameters> = {}) =>
      attachTo(wallet, { transport: open(), mode: 'silent', ...changes })
    const session = await again()
    const ended = vi.fn()
    session.on('ended', ended)
    const [account] = session.accounts()
    if (!account) throw new Error('no account')
    const sign = () => session.signMessage({ message: 'Hi', account, signal: never })
    return { wallet, storage, session, again, ended, account, sign }
  }

  it('sends no request and enables the wallet with the first signature', async () => {
    const { wallet, session, account, sign } = await reopen()
    expect(account.address).toBe(first.addressOn('cosmoshub-4'))
    expect((await providerOf(session).getAccounts())[0]?.pubkey).toEqual(first.publicKey)
    expect(wallet.calls).toEqual([])
    const signature = await sign()
    expect(await isSigned({ message: 'Hi', signature, address: account.address })).toBe(true)
    const methods = wallet.calls.map(({ method }) => method)
    expect(methods).toEqual(['enable', 'getKey', 'signArbitrary'])
  })

  it('disconnects when the wallet rejects the site', async () => {
    const { wallet, sign, ended } = await reopen()
    wallet.behaviour = 'refuse'
    await expect(sign()).rejects.toBeInstanceOf(NotConnectedError)
    expect(ended).toHaveBeenCalledTimes(1)
  })

  it("switches to the wallet's current account without signing", async () => {
    const { wallet, sign, session } = await reopen()
    wallet.selected = 1
    await expect(sign()).rejects.toBeInstanceOf(WalletRequestError)
    expect(wallet.calls.map(({ method }) => method)).not.toContain('signArbitrary')
    const moved = [second.addressOn('cosmoshub-4')]
    await vi.waitFor(() => expect(addressesOf(session)).toEqual(moved))
  })

  it('follows a change event of the wallet', async () => {
    const { wallet, session } = await reopen()
    wallet.permitted.add('cosmoshub-4')
    wallet.selected = 1
    change()
    const moved = [second.addressOn('cosmoshub-4')]
    await vi.waitFor(() => expect(addressesOf(session)).toEqual(moved))
  })

  it('has no cache for another network or after a disconnect', async () => {
    const { wallet, storage, session, again } = await reopen()
    const elsewhere = { network: osmosis, networks: () => [osmosis] }
    expect(await again(elsewhere)).toBeUndefined()
    await session.end({ notifyWallet: true })
    expect(await again()).toBeUndefined()
    expect(storage.get('cosmos:told_cache')).toBeUndefined()
    expect(wallet.prompts).toBe(0)
  })
})

const registry = new Registry()

function directDocument(address: string, { chainId = 'cosmoshub-4', memo = '' } = {}) {
  const body = registry.encodeTxBody({
    messages: [
      {
        typeUrl: '/cosmos.bank.v1beta1.MsgSend',
        value: {
          fromAddress: address,
          toAddress: address,
          amount: [{ denom: 'uatom', amount: '1' }],
        },
      },
    ],
    memo,
  })
  const auth = makeAuthInfoBytes(
    [],
    [{ denom: 'uatom', amount: '9' }],
    200_000,
    undefined,
    undefined,
  )
  return makeSignDoc(body, auth, chainId, 1_234_567_890)
}

function aminoDocument(address: string, memo = 'a & b <c>') {
  return makeAminoDoc(
    [{ type: 'cosmos-sdk/MsgSend', value: { to_address: address, from_address: address } }],
    { amount: [{ denom: 'uatom', amount: '9' }], gas: '200000' },
    'cosmoshub-4',
    memo,
    5,
    7,
  )
}

describe('the provider', () => {
  it('is a signer that cosmjs accepts', async () => {
    const session = await attachTo(createFakeKeplr(keys))
    const signer: OfflineDirectSigner = providerOf(session)
    const [account] = await signer.getAccounts()
    expect(account).toEqual({
      algo: 'secp256k1',
      address: first.addressOn('cosmoshub-4'),
      pubkey: first.publicKey,
    })
    const document = directDocument(first.addressOn('cosmoshub-4'))
    const { signed, signature } = await signer.signDirect(account?.address ?? '', document)
    expect(signed).toEqual(document)
    expect(isVerified(signature, makeSignBytes(signed), first.publicKey)).toBe(true)
  })

  it('signs amino documents and messages', async () => {
    const wallet = createFakeKeplr(keys)
    const provider = providerOf(await attachTo(wallet))
    const address = first.addressOn('cosmoshub-4')
    const { signed, signature } = await provider.signAmino(address, aminoDocument(address))
    expect(isVerified(signature, serializeSignDoc(signed as never), first.publicKey)).toBe(true)
    for (const data of ['Hi', Uint8Array.of(0xff, 0)]) {
      const proof = await provider.signArbitrary(address, data)
      const bytes = serializeSignDoc(messageDocument(address, data))
      expect(isVerified(proof, bytes, first.publicKey)).toBe(true)
      expect(wallet.calls.at(-1)).toEqual({
        method: 'signArbitrary',
        input: ['cosmoshub-4', address, data],
      })
    }
  })

  it('accepts a fee and memo changed by the visitor', async () => {
    const wallet = createFakeKeplr(keys)
    const provider = providerOf(await attachTo(wallet))
    const address = first.addressOn('cosmoshub-4')
    const direct = directDocument(address, { memo: 'mine' })
    wallet.answer('signDirect', () => first.signDirect('cosmoshub-4', address, direct))
    expect((await provider.signDirect(address, directDocument(address))).signed).toEqual(direct)
    const amino = aminoDocument(address, 'mine')
    wallet.answer('signAmino', () => first.signAmino('cosmoshub-4', address, amino))
    expect((await provider.signAmino(address, aminoDocument(address))).signed).toEqual(amino)
  })

  it('rejects changed messages', async () => {
    const wallet = createFakeKeplr(keys)
    const provider = providerOf(await attachTo(wallet))
    const address = first.addressOn('cosmoshub-4')
    const other = second.addressOn('cosmoshub-4')
    wallet.answer('signDirect', () =>
      first.signDirect('cosmoshub-4', address, directDocument(other)),
    )
    await expect(provider.signDirect(address, directDocument(address))).rejects.toBeInstanceOf(
      MalformedAnswerError,
    )
    wallet.answer('signAmino', () => first.signAmino('cosmoshub-4', address, aminoDocument(other)))
    await expect(provider.signAmino(address, aminoDocument(address))).rejects.toBeInstanceOf(
      MalformedAnswerError,
    )
  })

  const address = first.addressOn('cosmoshub-4')
  it.each<[string, string, (provider: CosmosProvider) => Promise<unknown>]>([
    [
      'another chain',
      'network',
      (provider) => provider.signDirect(address, directDocument(address, { chainId: 'x-1' })),
    ],
    [
      'an amino document of another chain or an ADR-36 message',
      'network',
      (provider) => provider.signAmino(address, messageDocument(address, 'x')),
    ],
    [
      'another account',
      'account',
      (provider) => provider.signDirect(second.addressOn('cosmoshub-4'), directDocument(address)),
    ],
    ['no document', 'parameters', (provider) => provider.signAmino(address, {} as never)],
    ['no message', 'parameters', (provider) => provider.signArbitrary(address, 7 as never)],
  ])('rejects %s without a prompt', async (_, reason, sendRequest) => {
    const wallet = createFakeKeplr(keys)
    const provider = providerOf(await attachTo(wallet))
    await expect(sendRequest(provider)).rejects.toMatchObject({
      code: 'wallet/invalid-request',
      reason,
    })
    expect(wallet.prompts).toBe(1)
  })

  it.each<[string, (good: StdSignature) => StdSignature]>([
    [
      "another account's key",
      (good) => ({
        ...good,
        pub_key: { ...good.pub_key, value: Buffer.from(second.publicKey).toString('base64') },
      }),
    ],
    ['zeros', (good) => ({ ...good, signature: Buffer.alloc(64).toString('base64') })],
    [
      'a key of zeros',
      (good) => ({
        ...good,
        pub_key: { ...good.pub_key, value: Buffer.alloc(33).toString('base64') },
      }),
    ],
  ])('rejects a signature with %s', async (_, spoil) => {
    const wallet = createFakeKeplr(keys)
    const provider = providerOf(await attachTo(wallet))
    wallet.answer('signAmino', async (chainId: string, signer: string, document: never) => {
      const answer = await first.signAmino(chainId, signer, document)
      return { ...answer, signature: spoil(answer.signature) }
    })
    await expect(provider.signAmino(address, aminoDocument(address))).rejects.toBeInstanceOf(
      WrongSignerError,
    )
  })

  it('works on chains with Ethereum keys', async () => {
    const injective = toNetwork({
      ...networkList.osmosis,
      id: 'injective-1',
      caipNetworkId: 'cosmos:injective-1',
    })
    const signing = await DirectEthSecp256k1Wallet.fromKey(new Uint8Array(32).fill(1), 'inj')
    const [account] = await signing.getAccounts()
    if (!account) throw new Error('no account')
    const wallet = createFakeKeplr(keys)
    wallet.answer('enable', () => undefined)
    wallet.answer('getKey', () => ({
      algo: account.algo,
      bech32Address: account.address,
      pubKey: account.pubkey,
    }))
    wallet.answer('signDirect', (_: string, signer: string, document: never) =>
      signing.signDirect(signer, document),
    )
    const session = await attachTo(wallet, { network: injective, networks: () => [injective] })
    const document = directDocument(account.address, { chainId: 'injective-1' })
    const { signed } = await providerOf(session).signDirect(account.address, document)
    expect(signed).toEqual(document)
  })

  it('reports wallet events', async () => {
    const wallet = createFakeKeplr(keys)
    const session = await attachTo(wallet)
    const provider = providerOf(session)
    const received = { accounts: vi.fn(), network: vi.fn(), end: vi.fn() }
    provider.on('accountsChanged', received.accounts)
    provider.on('networkChanged', received.network)
    provider.on('disconnect', received.end)
    wallet.selected = 1
    change()
    await vi.waitFor(() =>
      expect(received.accounts).toHaveBeenCalledWith([second.addressOn('cosmoshub-4')]),
    )
    await session.switchNetwork(osmosis, never)
    expect(received.network).toHaveBeenCalledWith(osmosis.id)
    await session.end({ notifyWallet: true })
    expect(received.end).toHaveBeenCalledTimes(1)
    expect(wallet.calls.at(-1)).toEqual({
      method: 'disable',
      input: [['cosmoshub-4', 'osmosis-1']],
    })
  })
})

describe('a paired wallet', () => {
  const paired = (wallet: ReturnType<typeof pair>, changes: Partial<AttachParameters> = {}) =>
    attachTo(createFakeKeplr([]), { transport: wallet.transport, ...changes })

  it('is requested for its keys once', async () => {
    const wallet = pair()
    const provider = providerOf(await paired(wallet))
    const expected = keys.map(({ publicKey, addressOn }) => ({
      algo: 'secp256k1',
      address: addressOn('cosmoshub-4'),
      pubkey: publicKey,
    }))
    expect(await provider.getAccounts()).toEqual(expected)
    expect(await provider.getAccounts()).toEqual(expected)
    expect(wallet.calls).toEqual([{ method: 'cosmos_getAccounts', params: {}, network: hub.id }])
  })

  it('receives a JSON direct document and responds in base64 or hex', async () => {
    const document = directDocument(first.addressOn('cosmoshub-4'))
    for (const encoding of ['base64', 'hex'] as const) {
      const wallet = pair()
      const write = (bytes: Uint8Array) => Buffer.from(bytes).toString(encoding)
      const travelling = {
        chainId: 'cosmoshub-4',
        accountNumber: '1234567890',
        bodyBytes: write(document.bodyBytes),
        authInfoBytes: write(document.authInfoBytes),
      }
      wallet.answer = async () => {
        const address = first.addressOn('cosmoshub-4')
        const { signature } = await first.signDirect('cosmoshub-4', address, document)
        return { signature, signed: travelling }
      }
      const provider = providerOf(await paired(wallet))
      const { signed } = await provider.signDirect(first.addressOn('cosmoshub-4'), document)
      expect(signed).toEqual(document)
      expect(wallet.calls).toEqual([
        {
          method: 'cosmos_signDirect',
          network: hub.id,
          params: {
            signerAddress: first.addressOn('cosmoshub-4'),
            signDoc: {
              ...travelling,
              bodyBytes: Buffer.from(document.bodyBytes).toString('base64'),
              authInfoBytes: Buffer.from(document.authInfoBytes).toString('base64'),
            },
          },
        },
      ])
    }
  })

  it('is only on networks it approved', async () => {
    const wallet = pair()
    const session = await paired(wallet, { network: unknown })
    expect(session.networkId()).toBe(hub.id)
    expect(session.approvedNetworks()).toEqual([hub.id, osmosis.id])
    await expect(session.switchNetwork(unknown, never)).rejects.toBeInstanceOf(
      ChainNotSupportedError,
    )
    wallet.granted.accounts.splice(0, 2)
    wallet.granted.networks.shift()
    wallet.notify('accounts')
    expect(session.networkId()).toBe(osmosis.id)
    expect(addressesOf(session)).toEqual(keys.map((key) => key.addressOn('osmosis-1')))
  })
})
