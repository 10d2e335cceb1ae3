import {
  BASE64URL,
  buildAuthObject,
  decodeTypeTwoEnvelope,
  decrypt,
  encodeTypeTwoEnvelope,
  encrypt,
  getLinkModeURL,
  populateAuthPayload,
} from '@walletconnect/utils'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { metadataOf } from '../fixtures/linkedApps.js'
import { createMemoryStorage } from '../fixtures/memoryStorage.js'
import { decodeBase64, encodeBase64 } from '../src/crypto/encoding.js'
import { openEnvelope, readEnvelope, seal } from '../src/crypto/envelope.js'
import { systemRandom as random } from '../src/crypto/keys.js'
import { createLinkMode } from '../src/link/createLinkMode.js'
import { formatLink, parseLink } from '../src/link/linkUrl.js'
import { unwrapUnencrypted, wrapUnencrypted } from '../src/link/unencryptedEnvelope.js'
import signIn from '../vectors/signIn.json' with { type: 'json' }
import { useOurClients } from './ourClients.js'
import { useReferenceClients } from './referenceClients.js'
import { useRelay } from './relay.js'

const account = privateKeyToAccount(`0x${signIn.secretKey}`)
const chainIds = ['eip155:1', 'eip155:10']
const methodNames = ['personal_sign', 'eth_sendTransaction']
const requested = {
  eip155: { chains: chainIds, methods: methodNames, events: ['chainChanged', 'accountsChanged'] },
}
const signInParams = {
  domain: 'dapp.example',
  uri: 'https://dapp.example/login',
  nonce: 'abcdef0123456789',
}
const dappUrl = 'https://dapp.example/wc'
const walletUrl = 'https://wallet.example/app'
const request = { method: 'personal_sign', params: ['0x68', account.address] }

describe('link format compared with @walletconnect/utils', () => {
  const topic = 'ab'.repeat(32)
  const key = '11'.repeat(32)
  const text = '{"id":1,"text":"Grüße ¿?>~"}'
  const envelopeIn = (url: string) => parseLink(url, walletUrl)?.envelope ?? new Uint8Array()
  const textIn = (url: string) => new URL(url).searchParams.get('wc_ev') ?? ''

  it('creates the same unencrypted links', () => {
    const theirs = getLinkModeURL(walletUrl, topic, encodeTypeTwoEnvelope(text, BASE64URL))
    expect(formatLink(walletUrl, { topic, envelope: wrapUnencrypted(text) })).toBe(theirs)
    expect(unwrapUnencrypted(envelopeIn(theirs))).toBe(text)
    expect(decodeTypeTwoEnvelope(textIn(theirs), BASE64URL)).toBe(text)
  })

  it('decrypts encrypted links in both directions', () => {
    const sender = { type: 1, senderPublicKey: '22'.repeat(32) }
    for (const introduced of [{}, sender]) {
      const sealed = encrypt({ message: text, symKey: key, encoding: BASE64URL, ...introduced })
      const envelope = envelopeIn(getLinkModeURL(walletUrl, topic, sealed))
      expect(openEnvelope(readEnvelope(encodeBase64(envelope)), key)).toBe(text)
      const ours = decodeBase64(seal(text, { key, random, ...introduced })) as Uint8Array
      const encoded = textIn(formatLink(walletUrl, { topic, envelope: ours }))
      expect(decrypt({ symKey: key, encoded, encoding: BASE64URL })).toBe(text)
    }
  })
})

describe('link mode with the reference client', () => {
  const relay = useRelay()
  const ours = useOurClients(relay.url)
  const reference = useReferenceClients(relay.url)
  const device = globalThis as { Linking?: unknown }
  /** A stand-in for React Native's `Linking`. */
  function useLinking(openURL: (url: string) => void) {
    const listeners: ((event: { url: string }) => void)[] = []
    device.Linking = {
      openURL: async (url: string) => openURL(url),
      addEventListener: (_name: string, run: (event: { url: string }) => void) =>
        void listeners.push(run),
      getInitialURL: async () => null,
    }
    return (url: string) => {
      for (const run of listeners) run({ url })
    }
  }
  afterEach(() => {
    delete device.Linking
  })

  it('signs in and responds by link when it is the wallet', async () => {
    const toWallet: string[] = []
    const toDapp: string[] = []
    const openInWallet = useLinking((url) => {
      toDapp.push(url)
      void linkMode.receiveLink(url)
    })
    const linkMode = createLinkMode({
      openLink(url) {
        toWallet.push(url)
        openInWallet(url)
      },
    })
    const redirect = { universal: walletUrl, linkMode: true }
    const wallet = await reference.start('wallet', undefined, redirect)
    const metadata = { ...metadataOf('dapp', dappUrl), url: 'https://dapp.example' }
    const dapp = ours.dapp(createMemoryStorage(), { linkMode, metadata })
    const results: string[] = []
    wallet.on('session_authenticate', async ({ id, params, verifyContext }) => {
      results.push(verifyContext.verified.validation)
      const authPayload = populateAuthPayload({
        authPayload: params.authPayload,
        chains: chainIds,
        methods: methodNames,
      })
      const iss = `did:pkh:eip155:1:${account.address}`
      const message = wallet.formatAuthMessage({ request: authPayload, iss })
      const signature = await account.signMessage({ message })
      const auth = buildAuthObject(authPayload, { t: 'eip191', s: signature }, iss)
      await wallet.approveSessionAuthenticate({ id, auths: [auth] })
    })
    wallet.on('session_request', async ({ topic, id }) => {
      await wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xok' } })
    })

    const propose = () =>
      dapp.propose({ optional: requested, authentication: signInParams, walletLink: walletUrl })
    const first = propose()
    await wallet.pair({ uri: first.uri })
    await first.approval
    expect(toWallet).toEqual([])
    const { topic } = await propose().approval
    expect(await dapp.request({ topic, chainId: 'eip155:1', ...request })).toBe('0xok')
    expect([toWallet.length, toDapp.length]).toEqual([2, 2])
    expect(results).toHaveLength(2)
  })

  it('signs in and sends requests by link when it is the dapp', async () => {
    const toWallet: string[] = []
    const toDapp: string[] = []
    const openInDapp = useLinking((url) => {
      toWallet.push(url)
      void linkMode.receiveLink(url)
    })
    const linkMode = createLinkMode({
      openLink(url) {
        toDapp.push(url)
        openInDapp(url)
      },
    })
    const dapp = await reference.start('dapp', undefined, { universal: dappUrl, linkMode: true })
    const metadata = { ...metadataOf('wallet', walletUrl), url: 'https://wallet.example' }
    const wallet = ours.wallet(createMemoryStorage(), { linkMode, metadata })
    const reported = vi.fn()
    wallet.on('authenticate', ({ id, pairingTopic }) => {
      reported(linkMode.isVerified(pairingTopic))
      void wallet.signIn({
        id,
        account: `eip155:1:${account.address}`,
        chains: chainIds,
        methods: methodNames,
        sign: (message) => account.signMessage({ message }),
      })
    })
    wallet.on('request', ({ topic, id }) => void wallet.respond({ topic, id, result: '0xok' }))

    const authenticate = () =>
      dapp.authenticate({ chains: chainIds, methods: methodNames, ...signInParams }, walletUrl)
    const first = await authenticate()
    const answered = first.response()
    await wallet.pair({ uri: first.uri })
    await answered
    const second = await authenticate()
    expect(second.uri.startsWith(`${walletUrl}?wc_ev=`)).toBe(true)
    const response = second.response()
    expect(await linkMode.receiveLink(second.uri)).toBe(true)
    const { session } = await response
    const topic = session?.topic ?? ''
    expect(await dapp.request({ topic, chainId: 'eip155:1', request: request })).toBe('0xok')
    expect([toWallet.length, toDapp.length]).toEqual([1, 2])
    expect(reported.mock.calls).toEqual([[undefined], [true]])
  })
})
