import { hexToBytes } from '@noble/hashes/utils.js'
import type { Curves } from '../ports.js'

/** DER prefix of a raw 32-byte private key. */
const pkcs8Prefixes = {
  Ed25519: '302e020100300506032b657004220420',
  X25519: '302e020100300506032b656e04220420',
}
const basePoint = Uint8Array.of(9, ...new Uint8Array(31))

type Bytes = Uint8Array<ArrayBuffer>

/**
 * The platform's curves where available (off the main thread, no download), the portable ones
 * otherwise. The first use detects which.
 */
export function createSystemCurves(
  subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle,
  loadPortable: () => Promise<Curves> = async () =>
    (await import('./portableCurves.js')).portableCurves,
): Curves {
  let chosen: Promise<Curves> | undefined
  const curves = () => {
    chosen ??= choose(subtle, loadPortable)
    return chosen
  }
  return {
    x25519PublicKey: async (secretKey) => (await curves()).x25519PublicKey(secretKey),
    x25519SharedSecret: async (secretKey, publicKey) =>
      (await curves()).x25519SharedSecret(secretKey, publicKey),
    ed25519PublicKey: async (seed) => (await curves()).ed25519PublicKey(seed),
    ed25519Sign: async (seed, message) => (await curves()).ed25519Sign(seed, message),
  }
}

async function choose(
  subtle: SubtleCrypto | undefined,
  loadPortable: () => Promise<Curves>,
): Promise<Curves> {
  if (subtle === undefined) return loadPortable()
  const native = nativeCurves(subtle)
  try {
    const probe = new Uint8Array(32).fill(1)
    await Promise.all([native.x25519PublicKey(probe), native.ed25519PublicKey(probe)])
    return native
  } catch {
    // Older platforms have WebCrypto without these curves.
    return loadPortable()
  }
}

function nativeCurves(subtle: SubtleCrypto): Curves {
  const privateKey = (name: 'Ed25519' | 'X25519', secret: Uint8Array, extractable: boolean) =>
    subtle.importKey(
      'pkcs8',
      Uint8Array.of(...hexToBytes(pkcs8Prefixes[name]), ...secret),
      name,
      extractable,
      name === 'Ed25519' ? ['sign'] : ['deriveBits'],
    )
  const sharedSecret = async (secretKey: Uint8Array, publicKey: Uint8Array) => {
    const peer = await subtle.importKey('raw', publicKey as Bytes, 'X25519', false, [])
    const own = await privateKey('X25519', secretKey, false)
    return new Uint8Array(await subtle.deriveBits({ name: 'X25519', public: peer }, own, 256))
  }
  return {
    x25519PublicKey: (secretKey) => sharedSecret(secretKey, basePoint),
    x25519SharedSecret: sharedSecret,
    async ed25519PublicKey(seed) {
      const { x } = await subtle.exportKey('jwk', await privateKey('Ed25519', seed, true))
      const binary = atob((x ?? '').replaceAll('-', '+').replaceAll('_', '/'))
      return Uint8Array.from(binary, (character) => character.charCodeAt(0))
    },
    async ed25519Sign(seed, message) {
      const key = await privateKey('Ed25519', seed, false)
      return new Uint8Array(await subtle.sign('Ed25519', key, message as Bytes))
    },
  }
}
