import { base64urlnopad } from '@scure/base'
import type { Store } from './store.js'

/** The frame's signing key. The private key cannot leave the browser. */
export type FrameKey = {
  /** Sent with every call of the login API. */
  readonly publicKey: string
  sign(text: string): Promise<string>
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
const signing = { name: 'ECDSA', hash: 'SHA-256' } as const

/** One per project and site. It survives a sign-out, so that a pending recovery can continue. */
export async function openFrameKey(store: Store, scope: string): Promise<FrameKey> {
  const pair = await getOrCreatePair(store, `frame-key/${scope}`)
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  return {
    publicKey: base64urlnopad.encode(raw),
    async sign(text) {
      const bytes = new TextEncoder().encode(text)
      const signature = await crypto.subtle.sign(signing, pair.privateKey, bytes)
      return base64urlnopad.encode(new Uint8Array(signature))
    },
  }
}

async function getOrCreatePair(store: Store, key: string): Promise<CryptoKeyPair> {
  const stored = (await store.get(key)) as CryptoKeyPair | undefined
  if (stored?.privateKey) return stored
  const isExtractable = false
  const made = await crypto.subtle.generateKey(algorithm, isExtractable, ['sign', 'verify'])
  await store.put(key, made)
  return made
}
