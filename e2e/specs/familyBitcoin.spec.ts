import * as ecc from '@bitcoinerlab/secp256k1'
import { address as addresses, Psbt, toXOnly } from 'bitcoinjs-lib'
import type { BitcoinProvider } from 'latchkey/bip122'
import { isBitcoinSignature, networkOf } from '../../packages/latchkey/fixtures/verifyBitcoin.js'
import { expect, openPaired, pairingOf, test } from '../fixtures/phone.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'
import { polyglot } from '../fixtures/wallets.js'

test.use(still)

const mainnet = 'bip122:000000000019d6689c085ae165831e93'
const signet = 'bip122:00000008819873e925422c1ff0f99f7c'
const networks = ['bitcoin', 'bitcoinSignet'] as const
const wallet = { ...polyglot, families: ['bip122'] as const }

/** Calls the site's provider; returns an error as its code. */
function providerOf({ page }: Tab) {
  return async <name extends Exclude<keyof BitcoinProvider, 'on' | 'off'>>(
    name: name,
    ...given: Parameters<BitcoinProvider[name]>
  ) =>
    (await page.evaluate(
      async ([method, args]) => {
        const provider = window.latchkey.getProvider('bip122') as BitcoinProvider
        const call = provider[method] as (...all: unknown[]) => Promise<unknown>
        return call(...args).catch((error: { code?: string }) => error.code)
      },
      [name, given as unknown[]] as const,
    )) as Awaited<ReturnType<BitcoinProvider[name]>>
}

const accountsOf = ({ page }: Tab) =>
  page.evaluate(() =>
    window.latchkey
      .getAccount('bip122')
      .allAccounts.map(({ address, type }) => ({ address, type })),
  )

/** A payment from one invented UTXO per address. */
function createPsbt(from: readonly { address: string; publicKey?: string | undefined }[]): Psbt {
  const psbt = new Psbt({ network: networkOf(from[0]?.address ?? '') })
  for (const [index, { address, publicKey = '' }] of from.entries()) {
    const script = addresses.toOutputScript(address, networkOf(address))
    psbt.addInput({
      hash: Buffer.alloc(32, index + 1),
      index: 0,
      witnessUtxo: { script, value: 50_000n },
      ...(script[0] === 0x51 && { tapInternalKey: toXOnly(Buffer.from(publicKey, 'hex')) }),
    })
  }
  return psbt.addOutput({ address: from[0]?.address ?? '', value: 90_000n })
}

/** Every input is signed by its key, for the requested transaction. */
function expectSigned(requested: Psbt, answer: string): void {
  const signed = Psbt.fromBase64(answer)
  expect(signed.data.getTransaction()).toEqual(requested.data.getTransaction())
  const isValid = (key: Uint8Array, hash: Uint8Array, signature: Uint8Array) =>
    key.length === 32 ? ecc.verifySchnorr(hash, key, signature) : ecc.verify(hash, key, signature)
  for (const index of requested.data.inputs.keys()) {
    expect(signed.validateSignaturesOfInput(index, isValid)).toBe(true)
  }
  signed.finalizeAllInputs()
  expect(signed.extractTransaction().outs[0]?.value).toBe(90_000n)
}

test('an installed Bitcoin wallet connects, signs messages and payments, and reconnects', async ({
  site,
}) => {
  const tab = await site.open({ page: 'families', networks, wallets: [wallet] })
  const callProvider = providerOf(tab)
  await tab.connect('announced:polyglot')
  const [payment = '', ordinals = ''] = await tab.wallet(wallet.rdns).addressesOn(mainnet)
  expect(await accountsOf(tab)).toEqual([
    { address: payment, type: 'payment' },
    { address: ordinals, type: 'ordinal' },
  ])

  const message = 'Grüße, 世界 👋'
  for (const [address, length] of [
    [payment, 65],
    [ordinals, 66],
  ] as const) {
    const signature = await callProvider('signMessage', { message, address })
    expect(Buffer.from(signature, 'base64')).toHaveLength(length)
    expect(isBitcoinSignature({ message, signature, address })).toBe(true)
  }

  const from = await callProvider('getAccountAddresses')
  const psbt = createPsbt(from)
  const signInputs = from.map(({ address }, index) => ({ address, index }))
  const signed = await callProvider('signPSBT', { psbt: psbt.toBase64(), signInputs })
  expectSigned(psbt, signed.psbt)

  await tab.wallet(wallet.rdns).setScript('refuse', 'signMessage')
  expect(await callProvider('signMessage', { message })).toBe('connection/user-rejected')
  await tab.wallet(wallet.rdns).setScript('approve', 'signMessage')
  await tab.wallet(wallet.rdns).setSigner(1)
  expect(await callProvider('signMessage', { message })).toBe('wallet/wrong-signer')

  await tab.page.reload()
  await tab.ready()
  await tab.expectConnected()
  expect((await accountsOf(tab))[0]).toEqual({ address: payment, type: 'payment' })
  await tab.wallet(wallet.rdns).setAccounts([1], 'bip122')
  const [second = ''] = await tab.wallet(wallet.rdns).addressesOn(mainnet, 1)
  await expect.poll(async () => (await accountsOf(tab))[0]?.address).toBe(second)

  await tab.button.click()
  await tab.disconnect.click()
  await tab.expectDisconnected()
  expect(await tab.wallet(wallet.rdns).methods('bip122')).toContain('bip122_disconnect')
})

test('an Xverse-like wallet signs with the requested protocol, sends and switches networks', async ({
  site,
}) => {
  const xverse = { ...wallet, name: 'Xverse Wallet' }
  const tab = await site.open({ page: 'families', networks, wallets: [xverse] })
  const callProvider = providerOf(tab)
  await tab.connect('announced:xverse wallet')
  const [address = '', ordinals = ''] = await tab.wallet(xverse.rdns).addressesOn(mainnet)
  for (const protocol of ['ecdsa', 'bip322'] as const) {
    const signature = await callProvider('signMessage', { message: protocol, address, protocol })
    expect(Buffer.from(signature, 'base64').length === 65).toBe(protocol === 'ecdsa')
    expect(isBitcoinSignature({ message: protocol, signature, address })).toBe(true)
  }
  const sent = await callProvider('sendTransfer', { amount: '12345678', recipient: ordinals })
  expect(sent).toMatch(/^[0-9a-f]{64}$/)
  const [request] = (await tab.wallet(xverse.rdns).requests()).slice(-1)
  expect(request?.params).toEqual({
    account: address,
    recipientAddress: ordinals,
    amount: '12345678',
  })

  await tab.page.evaluate(
    (id) => window.latchkey.switchNetwork({ id: id.slice(7), chainNamespace: 'bip122' }),
    signet,
  )
  expect(await tab.networkId()).toBe(signet)
  const [onSignet = ''] = await tab.wallet(xverse.rdns).addressesOn(signet)
  expect((await accountsOf(tab))[0]).toEqual({ address: onSignet, type: 'payment' })
})

test('a paired wallet signs Bitcoin messages and payments', async ({ site, openPhone }) => {
  const phone = await openPhone()
  const tab = await openPaired(site, { page: 'families', networks, wallets: [] })
  const callProvider = providerOf(tab)
  await pairingOf(tab).connect(phone)
  const [payment = '', ordinals = ''] = await phone.addressesOn(mainnet)
  expect(await accountsOf(tab)).toEqual([
    { address: payment, type: 'payment' },
    { address: ordinals, type: 'ordinal' },
  ])

  await phone.setScript('approve')
  for (const protocol of ['ecdsa', 'bip322'] as const) {
    const signature = await callProvider('signMessage', {
      message: 'Hi',
      address: payment,
      protocol,
    })
    expect(isBitcoinSignature({ message: 'Hi', signature, address: payment })).toBe(true)
  }
  const from = await callProvider('getAccountAddresses')
  expect(from.map(({ address }) => address)).toEqual([payment, ordinals])
  const psbt = createPsbt(from)
  const signInputs = from.map(({ address }, index) => ({ address, index }))
  const signed = await callProvider('signPSBT', {
    psbt: psbt.toBase64(),
    signInputs,
    broadcast: true,
  })
  expect(signed.txid).toBe(Psbt.fromBase64(signed.psbt).extractTransaction().getId())

  await tab.page.reload()
  await tab.ready()
  await tab.expectConnected()
  await phone.disconnectAll()
  await tab.expectDisconnected()
})
