/** Signs with a person's keys. Where the keys are, in this frame or in a machine made for it, is its own matter. */
export interface Signer {
  readonly addresses: Addresses
  /** A recoverable signature over 32 bytes. */
  signSecp256k1(hash: Uint8Array): Promise<{ r: bigint; s: bigint; yParity: 0 | 1 }>
  /** 64 bytes. */
  signEd25519(message: Uint8Array): Promise<Uint8Array>
}

export type Addresses = {
  /** With its checksum. */
  readonly eip155: `0x${string}`
  readonly solana: string
}
