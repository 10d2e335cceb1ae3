import { base64urlnopad } from '@scure/base'
import { LoginError } from '../loginError.js'

/** A passkey that returns the same 32 secret bytes on each use (WebAuthn `prf`). */
export type Passkeys = {
  /** Whether this device can store one. */
  isAvailable(): Promise<boolean>
  create(owner: { readonly id: string; readonly name: string }, signal: AbortSignal): Promise<Made>
  use(credentialId: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>
}

type Made = { readonly credentialId: string; readonly secret: Uint8Array<ArrayBuffer> }

const salt = new TextEncoder().encode('latchkey recovery v1')
const prf = { eval: { first: salt } }
/** Long, because the visitor may have to find the sensor. */
const timeout = 120_000
const es256 = -7
const eddsa = -8
const rs256 = -257

export function createPasskeys(credentials: CredentialsContainer | undefined): Passkeys {
  const use: Passkeys['use'] = async (credentialId, signal) => {
    const credential = await requestCredential(credentials, (given) =>
      given.get({
        signal,
        publicKey: {
          challenge: crypto.getRandomValues(new Uint8Array(32)),
          allowCredentials: [{ type: 'public-key', id: base64urlnopad.decode(credentialId) as Id }],
          userVerification: 'required',
          extensions: { prf },
          timeout,
        },
      }),
    )
    const secret = secretOf(credential)
    if (!secret) throw fault('This passkey cannot protect a wallet')
    return secret
  }
  return {
    async isAvailable() {
      if (!credentials || typeof PublicKeyCredential === 'undefined') return false
      return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)
    },
    use,
    async create({ id, name }, signal) {
      const made = await requestCredential(credentials, (given) =>
        given.create({
          signal,
          publicKey: {
            rp: { name: 'Latchkey' },
            user: { id: new TextEncoder().encode(id), name, displayName: name },
            challenge: crypto.getRandomValues(new Uint8Array(32)),
            pubKeyCredParams: [es256, eddsa, rs256].map((alg) => ({ type: 'public-key', alg })),
            authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
            extensions: { prf },
            timeout,
          },
        }),
      )
      const credentialId = base64urlnopad.encode(new Uint8Array(made.rawId))
      // Some authenticators return the secret only on first use, not on creation.
      return { credentialId, secret: secretOf(made) ?? (await use(credentialId, signal)) }
    },
  }
}

type Id = Uint8Array<ArrayBuffer>

async function requestCredential(
  credentials: CredentialsContainer | undefined,
  run: (given: CredentialsContainer) => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  if (!credentials) throw fault('This browser has no passkeys')
  const credential = await run(credentials).catch((cause: unknown) => {
    throw fault('The passkey was not used', cause)
  })
  if (!credential) throw fault('The passkey was not used')
  return credential as PublicKeyCredential
}

function secretOf(credential: PublicKeyCredential): Uint8Array<ArrayBuffer> | undefined {
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (!first) return undefined
  const view = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first)
  return view.length === 32 ? new Uint8Array(view) : undefined
}

const fault = (message: string, cause?: unknown) =>
  new LoginError({ code: 'rejected', message }, { cause })
