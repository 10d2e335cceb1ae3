import { makeSignDoc as makeAminoDoc, pubkeyToAddress, serializeSignDoc } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import {
  makeAuthInfoBytes,
  makeSignBytes,
  makeSignDoc,
  Registry,
  type TxBodyEncodeObject,
} from '@cosmjs/proto-signing'
import { expect, openPaired, pairingOf, test } from '../fixtures/phone.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'
import { polyglot } from '../fixtures/wallets.js'

test.use(still)

const wallet = { ...polyglot, families: ['cosmos'] as const, accounts: [0] }
const hub = 'cosmos:cosmoshub-4'
const osmosis = 'cosmos:osmosis-1'

type Proof = { pub_key: { type: string; value: string }; signature: string }

/** Verifies with another library that the address's key signed the bytes. */
function isSigned({ pub_key, signature }: Proof, bytes: Uint8Array, address: string): boolean {
  const prefix = address.slice(0, address.lastIndexOf('1'))
  return (
    pubkeyToAddress(pub_key, prefix) === address &&
    Secp256k1.verifySignature(
      Secp256k1Signature.fromFixedLength(Buffer.from(signature, 'base64')),
      sha256(bytes),
      Buffer.from(pub_key.value, 'base64'),
    )
  )
}

const messageBytes = (signer: string, text: string) =>
  serializeSignDoc({
    chain_id: '',
    account_number: '0',
    sequence: '0',
    fee: { gas: '0', amount: [] },
    msgs: [
      {
        type: 'sign/MsgSignData',
        value: { signer, data: Buffer.from(text).toString('base64') },
      },
    ],
    memo: '',
  })

function amino(address: string, chainId = 'cosmoshub-4') {
  return makeAminoDoc(
    [
      {
        type: 'cosmos-sdk/MsgSend',
        value: {
          from_address: address,
          to_address: address,
          amount: [{ denom: 'uatom', amount: '1' }],
        },
      },
    ],
    { amount: [{ denom: 'uatom', amount: '2000' }], gas: '200000' },
    chainId,
    'tea & <biscuits>',
    12,
    3,
  )
}

function direct(address: string, chainId = 'cosmoshub-4') {
  const body: TxBodyEncodeObject = {
    typeUrl: '/cosmos.tx.v1beta1.TxBody',
    value: {
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
      memo: 'tea',
    },
  }
  const fee = [{ denom: 'uatom', amount: '2000' }]
  const auth = makeAuthInfoBytes([], fee, 200_000, undefined, undefined)
  return makeSignDoc(new Registry().encode(body), auth, chainId, 12)
}

type Signed = { signed: unknown; signature: Proof; code?: string }

const signAmino = (tab: Tab, address: string, document: object) =>
  tab.page.evaluate(
    async ([signer, given]) => {
      type Signer = { signAmino(signer: string, document: object): Promise<Signed> }
      try {
        return await (window.latchkey.getProvider('cosmos') as Signer).signAmino(signer, given)
      } catch (error) {
        return { code: (error as { code: string }).code } as Signed
      }
    },
    [address, document] as const,
  )

/** Bytes are passed to the page and back as arrays. */
const signDirect = async (tab: Tab, address: string, document: ReturnType<typeof direct>) =>
  tab.page.evaluate(
    async ([signer, body, auth, chainId, accountNumber]) => {
      type Document = {
        bodyBytes: Uint8Array
        authInfoBytes: Uint8Array
        chainId: string
        accountNumber: bigint
      }
      type Signer = {
        signDirect(
          signer: string,
          document: Document,
        ): Promise<{ signed: Document; signature: Proof }>
      }
      const { signed, signature } = await (
        window.latchkey.getProvider('cosmos') as Signer
      ).signDirect(signer, {
        bodyBytes: Uint8Array.from(body),
        authInfoBytes: Uint8Array.from(auth),
        chainId,
        accountNumber: BigInt(accountNumber),
      })
      return {
        signature,
        bodyBytes: [...signed.bodyBytes],
        authInfoBytes: [...signed.authInfoBytes],
        accountNumber: `${signed.accountNumber}`,
      }
    },
    [
      address,
      [...document.bodyBytes],
      [...document.authInfoBytes],
      document.chainId,
      `${document.accountNumber}`,
    ] as const,
  )

const signArbitrary = (tab: Tab, address: string, text: string) =>
  tab.page.evaluate(
    ([signer, data]) => {
      type Signer = { signArbitrary(signer: string, data: string): Promise<Proof> }
      return (window.latchkey.getProvider('cosmos') as Signer).signArbitrary(signer, data)
    },
    [address, text] as const,
  )

const signMessage = (tab: Tab, message: string) =>
  tab.page.evaluate((text) => window.latchkey.signMessage(text), message)

async function expectAllSigned(tab: Tab, address: string) {
  const proof = await signArbitrary(tab, address, 'Grüße 👋')
  expect(isSigned(proof, messageBytes(address, 'Grüße 👋'), address)).toBe(true)
  const signature = await signMessage(tab, 'Hello')
  expect(isSigned({ ...proof, signature }, messageBytes(address, 'Hello'), address)).toBe(true)

  const document = amino(address)
  const older = await signAmino(tab, address, document)
  expect(older.signed).toEqual(document)
  expect(isSigned(older.signature, serializeSignDoc(document), address)).toBe(true)

  const newer = direct(address)
  const answer = await signDirect(tab, address, newer)
  expect(answer).toMatchObject({
    bodyBytes: [...newer.bodyBytes],
    authInfoBytes: [...newer.authInfoBytes],
    accountNumber: '12',
  })
  expect(isSigned(answer.signature, makeSignBytes(newer), address)).toBe(true)
}

test('a Cosmos wallet connects, signs, switches, reconnects and disconnects', async ({ site }) => {
  const tab = await site.open({
    page: 'families',
    networks: ['cosmoshub', 'osmosis'],
    wallets: [wallet],
  })
  const inPage = tab.wallet(wallet.rdns)
  await tab.connect('announced:polyglot')
  const { address = '', caipAddress } = await tab.account()
  expect([address]).toEqual(await inPage.addressesOn(hub, 0))
  expect(caipAddress).toBe(`${hub}:${address}`)
  await expectAllSigned(tab, address)

  expect((await signAmino(tab, address, amino(address, 'osmosis-1'))).code).toBe(
    'wallet/invalid-request',
  )
  await inPage.setScript('refuse', 'cosmos_signAmino')
  expect((await signAmino(tab, address, amino(address))).code).toBe('connection/user-rejected')
  await inPage.setScript('approve', 'cosmos_signAmino')
  await inPage.setSigner(1)
  expect((await signAmino(tab, address, amino(address))).code).toBe('wallet/wrong-signer')
  await inPage.setSigner()

  await tab.page.evaluate(() =>
    window.latchkey.switchNetwork({ id: 'osmosis-1', chainNamespace: 'cosmos' }),
  )
  const [moved] = await inPage.addressesOn(osmosis, 0)
  expect((await tab.account()).address).toBe(moved)
  await inPage.setAccounts([1], 'cosmos')
  const [second] = await inPage.addressesOn(osmosis, 1)
  await expect.poll(async () => (await tab.account()).address).toBe(second)

  await tab.page.reload()
  await tab.expectConnected()
  expect((await tab.account()).address).toBe(second)
  // No prompt on reload; the wallet prompts at the next request.
  expect(await inPage.methods('cosmos')).toEqual([])
  expect(
    (await signAmino(tab, second ?? '', amino(second ?? '', 'osmosis-1'))).code,
  ).toBeUndefined()

  await tab.button.click()
  await tab.disconnect.click()
  await tab.expectDisconnected()
  expect(await inPage.methods('cosmos')).toContain('cosmos_disconnect')
  await tab.page.reload()
  await tab.ready()
  await tab.expectDisconnected()
  // There was no prompt.
  expect(await inPage.methods('cosmos')).toEqual([])
})

test('a paired wallet signs on Cosmos', async ({ site, openPhone }) => {
  const phone = await openPhone()
  const tab = await openPaired(site, {
    page: 'families',
    networks: ['cosmoshub', 'osmosis'],
    wallets: [],
  })
  await pairingOf(tab).connect(phone)
  await phone.setScript('approve')
  const { address = '' } = await tab.account()
  expect([address]).toEqual(await phone.addressesOn(hub))
  const accounts = await tab.page.evaluate(async () => {
    type Signer = { getAccounts(): Promise<readonly { address: string; pubkey: Uint8Array }[]> }
    const accounts = await (window.latchkey.getProvider('cosmos') as Signer).getAccounts()
    return accounts.map((account) => ({ ...account, pubkey: [...account.pubkey] }))
  })
  const value = Buffer.from(accounts[0]?.pubkey ?? []).toString('base64')
  expect(pubkeyToAddress({ type: 'tendermint/PubKeySecp256k1', value }, 'cosmos')).toBe(address)
  await expectAllSigned(tab, address)
  await phone.emitChain(osmosis)
  await expect
    .poll(async () => [(await tab.account()).address])
    .toEqual(await phone.addressesOn(osmosis))

  await tab.page.reload()
  await tab.expectConnected()
  await phone.disconnectAll()
  await tab.expectDisconnected()
})
