import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { encodeSecp256k1Pubkey, pubkeyToAddress, Secp256k1Wallet } from '@cosmjs/amino'
import { Secp256k1 } from '@cosmjs/crypto'
import { toBase64 } from '@cosmjs/encoding'
import type { NetworkId } from '@latchkey/wire/caip'
import { u8aToHex, u8aWrapBytes } from '@polkadot/util'
import {
  base58Encode,
  encodeAddress,
  sr25519PairFromSeed,
  sr25519Sign,
} from '@polkadot/util-crypto'
import { p2wpkh } from '@scure/btc-signer'
import { concatBytes, sha256x2 } from '@scure/btc-signer/utils.js'
import { bytesToHex, hexToBytes } from 'viem'
import { privateKeyToAccount, sign as signHash } from 'viem/accounts'

/** A wallet of one family, with a key from a seed, built without code of the product. */
export type TestWallet = {
  readonly chainId: NetworkId
  readonly accountAddress: string
  sign(text: string): Promise<string>
}

export function createEvmWallet(seed: number): TestWallet {
  const account = privateKeyToAccount(bytesToHex(new Uint8Array(32).fill(seed)))
  return {
    chainId: 'eip155:1',
    accountAddress: account.address,
    sign: (text) => account.signMessage({ message: text }),
  }
}

function createSolanaWallet(seed: number): TestWallet {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  const key = createPrivateKey({
    key: Buffer.concat([prefix, Buffer.alloc(32, seed)]),
    format: 'der',
    type: 'pkcs8',
  })
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return {
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    accountAddress: base58Encode(Buffer.from(x, 'base64url')),
    sign: async (text) => base58Encode(sign(null, Buffer.from(text), key)),
  }
}

function createBitcoinWallet(seed: number): TestWallet {
  const secret = new Uint8Array(32).fill(seed)
  const publicKey = Secp256k1.compressPubkey(Secp256k1.makeKeypair(secret).pubkey)
  return {
    chainId: 'bip122:000000000019d6689c085ae165831e93',
    accountAddress: p2wpkh(publicKey).address ?? '',
    async sign(text) {
      const bytes = Buffer.from(text)
      const length = Uint8Array.of(0xfd, bytes.length & 0xff, bytes.length >> 8)
      const digest = sha256x2(Buffer.from('\x18Bitcoin Signed Message:\n'), length, bytes)
      const { r, s, yParity } = await signHash({
        hash: bytesToHex(digest),
        privateKey: bytesToHex(secret),
      })
      return toBase64(concatBytes(Uint8Array.of(39 + (yParity ?? 0)), hexToBytes(r), hexToBytes(s)))
    },
  }
}

function createPolkadotWallet(seed: number): TestWallet {
  const pair = sr25519PairFromSeed(new Uint8Array(32).fill(seed))
  return {
    chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    accountAddress: encodeAddress(pair.publicKey, 0),
    sign: async (text) => u8aToHex(sr25519Sign(u8aWrapBytes(text), pair)),
  }
}

function createCosmosWallet(seed: number): TestWallet {
  const secret = new Uint8Array(32).fill(seed)
  const publicKey = Secp256k1.compressPubkey(Secp256k1.makeKeypair(secret).pubkey)
  const signer = pubkeyToAddress(encodeSecp256k1Pubkey(publicKey), 'cosmos')
  return {
    chainId: 'cosmos:cosmoshub-4',
    accountAddress: signer,
    async sign(text) {
      const wallet = await Secp256k1Wallet.fromKey(secret, 'cosmos')
      const value = { signer, data: toBase64(Buffer.from(text)) }
      const { signature } = await wallet.signAmino(signer, {
        chain_id: '',
        account_number: '0',
        sequence: '0',
        fee: { gas: '0', amount: [] },
        msgs: [{ type: 'sign/MsgSignData', value }],
        memo: '',
      })
      return signature.signature
    },
  }
}

const wallets = [
  createEvmWallet,
  createSolanaWallet,
  createBitcoinWallet,
  createPolkadotWallet,
  createCosmosWallet,
]

/** One wallet of each family, and another one. */
export const testWallets = wallets.map((create) => ({ ...create(1), other: create(2) }))
