import type { Latchkey } from 'latchkey'
import { isRecord, isText } from '../configuration/shape.js'

type Provider = {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
}

/** Another of the development accounts that every local chain funds. */
export const someAccount = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const receiptTries = 40
const receiptPause = 500

export async function signTypedData(latchkey: Latchkey): Promise<string> {
  const { provider, address } = connection(latchkey)
  const letter = letterFrom(address, latchkey.getChainId())
  return text(
    await provider.request({
      method: 'eth_signTypedData_v4',
      params: [address, JSON.stringify(letter)],
    }),
  )
}

/** Sends and answers the transaction's hash once the wallet has passed it on. */
export async function sendEther(latchkey: Latchkey, to: string, amount: string): Promise<string> {
  const { provider, address } = connection(latchkey)
  const wei = toWei(amount)
  const transaction = { from: address, to, value: `0x${wei.toString(16)}` }
  return text(await provider.request({ method: 'eth_sendTransaction', params: [transaction] }))
}

/** Waits until the transaction is in a block; answers the block's number. */
export async function waitForBlock(
  latchkey: Latchkey,
  hash: string,
  signal: AbortSignal,
): Promise<bigint> {
  const { provider } = connection(latchkey)
  for (let tries = 0; tries < receiptTries && !signal.aborted; tries += 1) {
    const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    if (isRecord(receipt) && isText(receipt.blockNumber)) return BigInt(receipt.blockNumber)
    await new Promise((resolve) => setTimeout(resolve, receiptPause))
  }
  throw new Error('The transaction is not in a block yet')
}

/** A decimal amount of ether in wei, without ever becoming a floating-point number. */
export function toWei(amount: string): bigint {
  const [, whole = '', part = ''] = /^(\d*)(?:\.(\d{0,18}))?$/.exec(amount.trim()) ?? []
  if (whole + part === '') throw new Error('An amount looks like 0.001')
  return BigInt(whole + part.padEnd(18, '0'))
}

function connection(latchkey: Latchkey): { readonly provider: Provider; readonly address: string } {
  const provider = latchkey.getProvider('eip155') as Provider | undefined
  const address = latchkey.getAddress()
  if (!provider || !address) throw new Error('Connect a wallet first')
  return { provider, address }
}

function text(value: unknown): string {
  if (!isText(value)) throw new Error('The wallet answered something unexpected')
  return value
}

function letterFrom(address: string, chainId: number | string | undefined) {
  return {
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Letter: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'contents', type: 'string' },
      ],
    },
    primaryType: 'Letter',
    domain: { name: 'Latchkey playground', version: '1', chainId },
    message: { from: address, to: someAccount, contents: 'Hello from the playground' },
  }
}
