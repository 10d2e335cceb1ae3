import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import type { SolanaProvider } from 'latchkey/solana'
import { isSignedBy } from '../../packages/latchkey/fixtures/fakeSolanaWallet.js'
import { solanaMainnet, urlOf } from '../fixtures/chains.js'
import { expect, openPaired, pairingOf, test } from '../fixtures/phone.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'
import { polyglot } from '../fixtures/wallets.js'

test.use(still)

const mainnet = `solana:${solanaMainnet}`
const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const networks = ['solanaMainnet', 'solanaDevnet'] as const
const wallet = { ...polyglot, families: ['solana'] as const }
const message = new TextEncoder().encode('Grüße, 世界 👋')
const lamports = 1_000_000

const ledger = () => new Connection(urlOf('SOLANA'), 'confirmed')
const balanceOf = (key: PublicKey) => ledger().getBalance(key)
const addressOf = ({ page }: Tab) =>
  page.evaluate(() => window.latchkey.getAccount('solana').address)

/** Calls the site's provider with bytes as arrays; returns an error as its code. */
function providerOf({ page }: Tab) {
  return (
    name: Exclude<keyof SolanaProvider, 'on' | 'off' | 'address' | 'publicKey'>,
    given: Uint8Array | readonly Uint8Array[] | object,
  ) =>
    page.evaluate(
      async ([method, input]) => {
        const provider = window.latchkey.getProvider('solana') as SolanaProvider
        const call = provider[method] as (...all: unknown[]) => Promise<unknown>
        const revive = (value: unknown): unknown => {
          if (!Array.isArray(value)) return value
          return typeof value[0] === 'number' ? Uint8Array.from(value) : value.map(revive)
        }
        const flat = (value: unknown): unknown => {
          if (value instanceof Uint8Array) return [...value]
          if (Array.isArray(value)) return value.map(flat)
          if (typeof value !== 'object' || value === null) return value
          return Object.fromEntries(
            Object.entries(value).map(([field, inner]) => [field, flat(inner)]),
          )
        }
        return call(revive(input)).then(flat, (error: { code?: string }) => error.code)
      },
      [name, flatten(given)] as const,
    )
}

function flatten(given: Uint8Array | readonly Uint8Array[] | object): unknown {
  if (given instanceof Uint8Array) return [...given]
  return Array.isArray(given) ? given.map((one) => [...one]) : given
}

const bytesOf = (list: unknown) => Uint8Array.from(list as number[])

/** A payment of either version, with its recipient. */
async function payment(from: string, version: 'legacy' | 0) {
  const fromPubkey = new PublicKey(from)
  const recipient = Keypair.generate().publicKey
  const transfer = SystemProgram.transfer({ fromPubkey, toPubkey: recipient, lamports })
  const { blockhash: recentBlockhash } = await ledger().getLatestBlockhash()
  const content = new TransactionMessage({
    payerKey: fromPubkey,
    recentBlockhash,
    instructions: [transfer],
  })
  const compiled = version === 0 ? content.compileToV0Message() : content.compileToLegacyMessage()
  return { recipient, bytes: new VersionedTransaction(compiled).serialize() }
}

test('an installed Solana wallet signs, sends and reconnects', async ({ site }) => {
  const tab = await site.open({ page: 'families', networks, wallets: [wallet] })
  const callProvider = providerOf(tab)
  await tab.connect('announced:polyglot')
  const [first = ''] = await tab.wallet(wallet.rdns).addressesOn(mainnet)
  expect(await addressOf(tab)).toBe(first)
  expect(await tab.networkId()).toBe(mainnet)

  expect(isSignedBy(first, message, bytesOf(await callProvider('signMessage', message)))).toBe(true)

  const legacy = await payment(first, 'legacy')
  const signed = Transaction.from(bytesOf(await callProvider('signTransaction', legacy.bytes)))
  expect(signed.verifySignatures()).toBe(true)
  const versioned = await payment(first, 0)
  const both = (await callProvider('signAllTransactions', [
    legacy.bytes,
    versioned.bytes,
  ])) as unknown[]
  for (const one of both.map(bytesOf)) {
    const { signatures, message: signedMessage } = VersionedTransaction.deserialize(one)
    expect(isSignedBy(first, signedMessage.serialize(), signatures[0] as Uint8Array)).toBe(true)
  }
  // Sent by the widget, and by the wallet.
  for (const [method, { recipient, bytes }] of [
    ['sendTransaction', legacy],
    ['signAndSendTransaction', versioned],
  ] as const) {
    const hash = (await callProvider(method, bytes)) as string
    expect((await ledger().getSignatureStatus(hash)).value?.err).toBeNull()
    expect(await balanceOf(recipient)).toBe(lamports)
  }
  const signIn = { statement: 'Hello', nonce: 'abcdefgh' }
  const { signedMessage, signature } = Object(await callProvider('signIn', signIn))
  expect(isSignedBy(first, bytesOf(signedMessage), bytesOf(signature))).toBe(true)
  expect(new TextDecoder().decode(bytesOf(signedMessage))).toContain('Nonce: abcdefgh')

  await tab.wallet(wallet.rdns).setScript('refuse', 'solana_signMessage')
  expect(await callProvider('signMessage', message)).toBe('connection/user-rejected')
  await tab.wallet(wallet.rdns).setScript('approve', 'solana_signMessage')
  await tab.wallet(wallet.rdns).setSigner(1)
  expect(await callProvider('signMessage', message)).toBe('wallet/wrong-signer')

  await tab.page.reload()
  await tab.ready()
  await tab.expectConnected()
  expect(await addressOf(tab)).toBe(first)
  await tab.wallet(wallet.rdns).setAccounts([1], 'solana')
  const [second = ''] = await tab.wallet(wallet.rdns).addressesOn(mainnet, 1)
  await expect.poll(() => addressOf(tab)).toBe(second)
  await tab.page.evaluate(
    (id) => window.latchkey.switchNetwork({ id: id.slice(7), chainNamespace: 'solana' }),
    devnet,
  )
  expect(await tab.networkId()).toBe(devnet)

  await tab.button.click()
  await tab.disconnect.click()
  await tab.expectDisconnected()
  expect(await tab.wallet(wallet.rdns).methods('solana')).toContain('solana_disconnect')
})

test('a paired wallet signs and sends on Solana', async ({ site, openPhone }) => {
  const phone = await openPhone()
  const tab = await openPaired(site, { page: 'families', networks: ['solanaMainnet'], wallets: [] })
  const callProvider = providerOf(tab)
  await pairingOf(tab).connect(phone)
  const [first = ''] = await phone.addressesOn(mainnet)
  expect(await addressOf(tab)).toBe(first)
  await phone.setScript('approve')
  expect(isSignedBy(first, message, bytesOf(await callProvider('signMessage', message)))).toBe(true)
  const [sent, signedOnly] = [await payment(first, 0), await payment(first, 'legacy')]
  const hash = (await callProvider('signAndSendTransaction', sent.bytes)) as string
  expect((await ledger().getSignatureStatus(hash)).value?.err).toBeNull()
  expect(await balanceOf(sent.recipient)).toBe(lamports)
  const signed = bytesOf(await callProvider('signTransaction', signedOnly.bytes))
  expect(Transaction.from(signed).verifySignatures()).toBe(true)

  await tab.page.reload()
  await tab.ready()
  await tab.expectConnected()
  expect(await addressOf(tab)).toBe(first)
  await phone.setScript('refuse')
  expect(await callProvider('signMessage', message)).toBe('connection/user-rejected')
  await phone.disconnectAll()
  await tab.expectDisconnected()
})
