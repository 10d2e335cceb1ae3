import { type Hex, hashMessage, hashTypedData } from 'viem'
import { openContractAccount } from './contractAccount.js'

/** A test's settings for the wallet in the window. */
export type CoinbasePopupSettings = {
  readonly ownerKey: Hex
  /** Nodes by chain id. */
  readonly nodes: { readonly [chainId: string]: string }
  /** The account is on a phone, connected by QR code. */
  readonly hasPhone?: boolean
}

declare global {
  interface Window {
    __coinbasePopup: CoinbasePopupSettings
  }
}

type Encrypted = { readonly iv: Uint8Array<ArrayBuffer>; readonly cipherText: ArrayBuffer }
type Action = { readonly method: string; readonly params?: readonly never[] }
type Message = {
  readonly id: string
  readonly requestId?: string
  readonly event?: string
  readonly sender?: string
  readonly data?: {
    readonly metadata?: object
    readonly preference?: object
    /** State of the connection to a phone. */
    readonly session?: object
    readonly connected?: boolean
  }
  readonly content?: { readonly handshake?: Action; readonly encrypted?: Encrypted }
}

const { ownerKey, nodes, hasPhone } = window.__coinbasePopup
const element = (id: string) => document.getElementById(id) as HTMLElement
const opener = window.opener as Window
const siteOrigin = new URLSearchParams(window.location.search).get('origin') ?? ''
const postToOpener = (message: object) => opener.postMessage(message, siteOrigin)

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const
const toHex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
const fromHex = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** The same in every window of one visitor: the site remembers the first key. */
async function ownKeys() {
  const stored = localStorage.getItem('keys')
  if (!stored) {
    const { privateKey, publicKey } = await crypto.subtle.generateKey(curve, true, ['deriveKey'])
    const pair = {
      secret: toHex(await crypto.subtle.exportKey('pkcs8', privateKey)),
      open: toHex(await crypto.subtle.exportKey('spki', publicKey)),
    }
    localStorage.setItem('keys', JSON.stringify(pair))
    return pair
  }
  return JSON.parse(stored) as { secret: string; open: string }
}

async function sharedKey(sender: string) {
  const { secret } = await ownKeys()
  const own = await crypto.subtle.importKey('pkcs8', fromHex(secret), curve, false, ['deriveKey'])
  const peer = await crypto.subtle.importKey('spki', fromHex(sender), curve, false, [])
  const cipher = { name: 'AES-GCM', length: 256 }
  return crypto.subtle.deriveKey({ name: 'ECDH', public: peer }, own, cipher, false, [
    'encrypt',
    'decrypt',
  ])
}

async function reply({ id, sender = '' }: Message, answer: object) {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const bytes = new TextEncoder().encode(JSON.stringify(answer))
  const cipher = { name: 'AES-GCM', iv }
  const cipherText = await crypto.subtle.encrypt(cipher, await sharedKey(sender), bytes)
  postToOpener({
    id: crypto.randomUUID(),
    requestId: id,
    sender: (await ownKeys()).open,
    content: { encrypted: { iv, cipherText } },
    timestamp: new Date(),
  })
}

async function readRequest({ content, sender = '' }: Message) {
  if (content?.handshake) return { action: content.handshake, chainId: 1 }
  if (!content?.encrypted) throw new Error('Neither a handshake nor a request')
  const { iv, cipherText } = content.encrypted
  const cipher = { name: 'AES-GCM', iv }
  const bytes = await crypto.subtle.decrypt(cipher, await sharedKey(sender), cipherText)
  return JSON.parse(new TextDecoder().decode(bytes)) as { action: Action; chainId: number }
}

/** Shows the request and waits for a decision. */
function decide(request: object): Promise<boolean> {
  element('request').textContent = JSON.stringify(request)
  return new Promise((resolve) => {
    for (const [id, decision] of [
      ['approve', true],
      ['refuse', false],
    ] as const) {
      element(id).hidden = false
      element(id).addEventListener('click', () => resolve(decision), { once: true })
    }
  })
}

async function perform({ method, params = [] }: Action, chainId: number): Promise<unknown> {
  const node = nodes[chainId] ?? ''
  const account = await openContractAccount({ ownerKey, node, chainId })
  switch (method) {
    case 'eth_requestAccounts':
      return [account.address]
    case 'personal_sign':
      return account.sign(hashMessage({ raw: params[0] as unknown as Hex }))
    case 'eth_signTypedData_v4':
      return account.sign(hashTypedData(JSON.parse(params[1] as unknown as string)))
    case 'eth_sendTransaction': {
      const { to, value = '0x0', data = '0x' } = params[0] as unknown as Record<string, Hex>
      return account.execute([{ to: to as Hex, value: BigInt(value), data }])
    }
    default:
      throw { code: 4200, message: `Not implemented: ${method}` }
  }
}

let config: Message['data']
let selection: string | undefined

/** Chooses the kind of account. A phone is connected first, by QR code. */
function select(signer: 'scw' | 'walletlink') {
  postToOpener({ id: crypto.randomUUID(), requestId: selection, data: signer })
}

function onPhoneChange({ session, connected }: NonNullable<Message['data']>) {
  if (session) element('request').textContent = JSON.stringify(session)
  if (!connected) return
  select('walletlink')
  window.close()
}

async function onMessage(message: Message) {
  if (message.event === 'selectSignerType') {
    selection = message.id
    return hasPhone ? postToOpener({ event: 'WalletLinkSessionRequest' }) : select('scw')
  }
  if (message.event === 'WalletLinkUpdate') return onPhoneChange(message.data ?? {})
  if (!message.content) {
    if (message.data) config = message.data
    return
  }
  const { action, chainId } = await readRequest(message)
  const isApproved = await decide({ ...action, chainId, config })
  const error = { code: 4001, message: 'User denied the request' }
  try {
    const result = isApproved ? { value: await perform(action, chainId) } : { error }
    await reply(message, { result, data: { chains: nodes } })
  } catch (fault) {
    await reply(message, { result: { error: { code: -32603, message: String(fault) } } })
  }
  window.close()
}

window.addEventListener('message', ({ data, origin, source }: MessageEvent<Message>) => {
  if (source === opener && origin === siteOrigin) void onMessage(data)
})
window.addEventListener('pagehide', () => postToOpener({ event: 'PopupUnload' }))
element('site').textContent = siteOrigin
postToOpener({ id: crypto.randomUUID(), event: 'PopupLoaded' })
