import type { LinkMode } from './link/createLinkMode.js'
import type { SignInCheck } from './session/signInMessage.js'

/** Stores keys and sessions. Values are JSON-safe; stored values are parsed, never trusted. */
export type PairingStorage = {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  remove(key: string): Promise<void>
  /** Runs one holder of `name` at a time across tabs. Without it tabs may overwrite each other. */
  lock?<T>(name: string, run: () => Promise<T>): Promise<T>
}

/** Clock; tests pass a fake one. */
export type PairingClock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Returns the cancel function. */
  setTimeout(run: () => void, milliseconds: number): () => void
}

/** State of the device and the page, to avoid useless connection attempts. */
export type PairingEnvironment = {
  online(): boolean
  visible(): boolean
  /** Calls back whenever one of them may have changed; returns the unsubscribe function. */
  watch(listener: () => void): () => void
}

/** The parts of a WebSocket that are used; fits the browser's, Node's and `ws`. */
export type SocketLike = {
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onerror: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
  send(data: string): void
  close(code?: number, reason?: string): void
}

/** The WebSocket class. */
export type SocketConstructor = new (url: string) => SocketLike

/** Secure random bytes. */
export type RandomBytes = (length: number) => Uint8Array

type MaybePromise<T> = T | Promise<T>

/** Curve operations; replaceable, because native support differs by platform. */
export type Curves = {
  x25519PublicKey(secretKey: Uint8Array): MaybePromise<Uint8Array>
  x25519SharedSecret(secretKey: Uint8Array, publicKey: Uint8Array): MaybePromise<Uint8Array>
  ed25519PublicKey(seed: Uint8Array): MaybePromise<Uint8Array>
  ed25519Sign(seed: Uint8Array, message: Uint8Array): MaybePromise<Uint8Array>
}

/** Metadata of an app. A peer's metadata is untrusted text. */
export type PeerMetadata = {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
  readonly redirect?: {
    readonly native?: string
    readonly universal?: string
    /** Messages may come through the universal link instead of a relay. */
    readonly linkMode?: boolean
  }
}

/** Whether the signature is the issuer's, over exactly this message. */
export type VerifySignIn = (check: SignInCheck) => Promise<boolean>

/** Options of every client. */
export type PairingOptions = {
  /** Used together: a peer may be on any of them. */
  readonly relayUrls: readonly string[]
  readonly projectId: string
  readonly metadata: PeerMetadata
  readonly storage: PairingStorage
  readonly WebSocket: SocketConstructor
  readonly clock: PairingClock
  readonly environment: PairingEnvironment
  readonly random?: RandomBytes
  readonly curves?: Curves
  /** Verifies the signature of a one-click sign-in, which needs it. */
  readonly verifySignIn?: VerifySignIn
  /** From `@latchkey/pairing/link`; without it all messages use the relay. */
  readonly linkMode?: LinkMode
}

/** Options of a client that requests one-click sign-in. */
export type SignInOptions = PairingOptions & { readonly verifySignIn: VerifySignIn }
