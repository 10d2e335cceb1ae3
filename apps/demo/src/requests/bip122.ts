import type { Latchkey } from 'latchkey'
import type { BitcoinProvider } from 'latchkey/bip122'
import { joined, littleEndian, toBase64 } from './bytes.js'

const coin = 100_000n
const fee = 500n

/** Signs a made-up payment of an account to itself; it spends a coin nobody has, so it is never sent. */
export async function signBitcoinPayment(latchkey: Latchkey): Promise<string> {
  const provider = latchkey.getProvider('bip122') as BitcoinProvider | undefined
  const address = latchkey.getAddress('bip122')
  if (!provider || !address) throw new Error('Connect a Bitcoin wallet first')
  const { psbt } = await provider.signPSBT({
    psbt: toBase64(paymentToSelf(witnessScript(address))),
    signInputs: [{ address, index: 0 }],
  })
  return psbt
}

/** A PSBT (BIP-174) with one input, which brings its own coin, and one output. */
function paymentToSelf(script: Uint8Array): Uint8Array {
  const output = (amount: bigint) => joined(littleEndian(amount, 8), [script.length], script)
  const unsigned = joined(
    littleEndian(2n, 4),
    [1],
    new Uint8Array(32).fill(0xab),
    littleEndian(0n, 4),
    [0],
    littleEndian(0xffff_fffdn, 4),
    [1],
    output(coin - fee),
    littleEndian(0n, 4),
  )
  const magic = [0x70, 0x73, 0x62, 0x74, 0xff]
  const entry = (key: number, value: Uint8Array) => joined([1, key, value.length], value)
  return joined(magic, entry(0, unsigned), [0], entry(1, output(coin)), [0], [0])
}

const bech32Letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** The script an address stands for, of addresses in bech32; the widget has checked them. */
function witnessScript(address: string): Uint8Array {
  const data = [...address.slice(address.lastIndexOf('1') + 1, -6)].map((letter) =>
    bech32Letters.indexOf(letter),
  )
  const [version, ...program] = data
  if (!/^(bc|tb)1/.test(address) || version === undefined || data.includes(-1))
    throw new Error('This page makes payments for addresses that begin with bc1 or tb1 only')
  const bits = program.map((five) => five.toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []
  return joined([version === 0 ? 0 : 0x50 + version, bytes.length], bytes)
}
