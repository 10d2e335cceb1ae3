/// <reference types="node" />
import { encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { compileContracts } from '../../../apps/dev-stack/src/evm/compileContracts.js'
import { createWriter, type Writer } from '../../../apps/dev-stack/src/evm/genesis/Writer.js'
import {
  type LocalEvm,
  localAddresses,
  startLocalEvm,
} from '../../../apps/dev-stack/src/evm/startLocalEvm.js'
import { startLyingNode } from '../fixtures/lyingNode.js'
import { type VerifyPaymentOptions, verifyPayment } from '../src/exports/pay/server.js'

/** Payments verified on a real chain. Every attack has a control that succeeds. */

let chain: LocalEvm
let writer: Writer
let node: Awaited<ReturnType<typeof startLyingNode>>
beforeAll(async () => {
  chain = await startLocalEvm({ chainId: 1 })
  writer = await openWriter()
  node = await startLyingNode(chain.url)
})
afterAll(async () => {
  node?.stop()
  await chain?.stop()
})
afterEach(() => node.tell())

/** A node may have a receipt shortly before the rest. */
async function openWriter(): Promise<Writer> {
  const plain = createWriter(chain, 1, await compileContracts())
  const settled = async (sending: Promise<Hex>) => {
    const hash = await sending
    const read = () => chain.rpc<{ blockNumber: Hex | null }>('eth_getTransactionByHash', hash)
    await expect.poll(async () => (await read())?.blockNumber ?? null).not.toBeNull()
    return hash
  }
  return {
    ...plain,
    send: (from, transaction) => settled(plain.send(from, transaction)),
    sendFailing: (from, transaction) => settled(plain.sendFailing(from, transaction)),
    call: (call) => settled(plain.call(call)),
  }
}

const { usdc, multicall } = localAddresses
const usdt = () => chain.settings.tokens.find(({ symbol }) => symbol === 'USDT')?.address as Hex
const alice = () => chain.accounts[0] as NonNullable<LocalEvm['accounts'][0]>
const bob = () => chain.accounts[1] as NonNullable<LocalEvm['accounts'][0]>

let counter = 0
const newAddress = () => `0x${(0xdeed0000 + ++counter).toString(16).padStart(40, '0')}` as Hex

let shop: Hex
beforeEach(() => {
  shop = newAddress()
})

const units = 12_500_000n
const value = parseEther('0.5')

function verify(
  transaction: VerifyPaymentOptions['transaction'],
  payment: Partial<VerifyPaymentOptions['payment']> = {},
  options: Partial<VerifyPaymentOptions> = {},
) {
  return verifyPayment({
    payment: { network: 'eip155:1', asset: usdc, amount: units, recipient: shop, ...payment },
    transaction,
    rpc: node.url,
    confirmations: 1,
    ...options,
  })
}
const verifyNative = (hash: Hex, options: Partial<VerifyPaymentOptions> = {}) =>
  verify(hash, { asset: 'native', amount: value }, options)

const refused = (reason: string) => ({ ok: false, reason })

const sendTokens = (amount = units, to = shop, token: Hex = usdc, from = alice()) =>
  writer.call({ from, to: token, abi: erc20Abi, name: 'transfer', args: [to, amount] })
const sendCoins = (amount = value, to = shop) => writer.send(alice(), { to, value: amount })

/** A contract with this code. */
async function place(code: string): Promise<Hex> {
  const address = newAddress()
  await chain.rpc('anvil_setCode', address, `0x${code}`)
  return address
}
const word = (value: Hex | bigint) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')
const topic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Logs a transfer with the sender, recipient and amount it is called with, and answers zero. */
const emitter = `602060405f376020355f357f${topic}60205fa35f5f5260205ff3`
const fakeTransfer = (amount = units): Hex =>
  `0x${word(alice().address)}${word(shop)}${word(amount)}`

describe('accepts', () => {
  test('the exact token amount', async () => {
    const hash = await sendTokens()
    const result = await verify(hash)
    expect(result).toEqual({
      ok: true,
      key: `eip155:1/${hash}/0`,
      transaction: hash,
      payer: alice().address.toLowerCase(),
      includedAt: expect.any(Date),
    })
    expect(await verify(hash)).toEqual(result)
  })

  test('the exact native amount', async () => {
    expect(await verifyNative(await sendCoins())).toMatchObject({ ok: true })
  })

  test('addresses in any case, and the expected payer', async () => {
    const payer = alice().address.toLowerCase()
    const hash = await sendTokens()
    expect(
      await verify(hash, { asset: usdc.toUpperCase().replace('X', 'x') }, { payer }),
    ).toMatchObject({ ok: true })
  })

  test('a token paid by a contract for the payer', async () => {
    const abi = parseAbi([
      'struct Call { address target; bool allowFailure; bytes callData; }',
      'function aggregate3(Call[] calls) payable',
    ])
    await writer.call({
      from: alice(),
      to: usdc,
      abi: erc20Abi,
      name: 'approve',
      args: [multicall, maxUint256],
    })
    const pay = {
      target: usdc,
      allowFailure: false,
      callData: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transferFrom',
        args: [alice().address, shop, units],
      }),
    }
    const hash = await writer.call({
      from: bob(),
      to: multicall,
      abi,
      name: 'aggregate3',
      args: [[pay, pay]],
    })
    await writer.call({
      from: alice(),
      to: usdc,
      abi: erc20Abi,
      name: 'approve',
      args: [multicall, 0n],
    })
    const first = await verify(hash)
    expect(first).toMatchObject({ ok: true, payer: alice().address.toLowerCase() })
    // Two payments in one transaction have different keys.
    const used = (key: string) => first.ok && key === first.key
    const second = await verify(hash, {}, { used })
    expect(second).toMatchObject({ ok: true })
    expect(second.ok && first.ok && second.key !== first.key).toBe(true)
    expect(await verify(hash, {}, { used: () => true })).toEqual(refused('already-used'))
  })
})

describe('refuses', () => {
  test.each([
    ['another recipient', () => sendTokens(units, newAddress()), 'wrong-recipient'],
    ['a smaller amount', () => sendTokens(units - 1n), 'wrong-amount'],
    ['a larger amount', () => sendTokens(units + 1n), 'wrong-amount'],
    ['another token', () => sendTokens(units, shop, usdt()), 'wrong-asset'],
    ['coins instead of tokens', () => sendCoins(), 'wrong-asset'],
    [
      'an approval',
      () =>
        writer.call({
          from: alice(),
          to: usdc,
          abi: erc20Abi,
          name: 'approve',
          args: [shop, units],
        }),
      'wrong-asset',
    ],
  ] as const)('%s', async (_, send, reason) => {
    expect(await verify(await send())).toEqual(refused(reason))
  })

  test('a transfer that another contract logs', async () => {
    const hostile = await place(emitter)
    const hash = await writer.send(alice(), { to: hostile, data: fakeTransfer() })
    expect(await verify(hash)).toEqual(refused('wrong-asset'))
    // The same log beside a real transfer to someone else.
    const abi = parseAbi([
      'struct Call { address target; bool allowFailure; bytes callData; }',
      'function aggregate3(Call[] calls) payable',
    ])
    await sendTokens(units, multicall)
    const transfer = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [bob().address, units],
    })
    const calls = [
      { target: usdc, allowFailure: false, callData: transfer },
      { target: hostile, allowFailure: false, callData: fakeTransfer() },
    ]
    const both = await writer.call({
      from: alice(),
      to: multicall,
      abi,
      name: 'aggregate3',
      args: [calls],
    })
    expect(await verify(both)).toEqual(refused('wrong-recipient'))
  })

  test('a token of the same name and symbol', async () => {
    const contract = writer.contract('Token')
    const hash = await writer.deploy(alice(), contract, ['USD Coin', 'USDC', 6])
    const { contractAddress } = await chain.rpc<{ contractAddress: Hex }>(
      'eth_getTransactionReceipt',
      hash,
    )
    await writer.call({
      from: alice(),
      to: contractAddress,
      abi: contract.abi,
      name: 'mint',
      args: [alice().address, units],
    })
    const paid = await sendTokens(units, shop, contractAddress)
    expect(await verify(paid)).toEqual(refused('wrong-asset'))
    expect(await verify(paid, { asset: contractAddress })).toMatchObject({ ok: true })
  })

  test('a token that logs more than it credits', async () => {
    const token = await place(emitter)
    const hash = await writer.send(alice(), { to: token, data: fakeTransfer() })
    expect(await verify(hash, { asset: token })).toEqual(refused('not-received'))
  })

  test('a failed transaction', async () => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [shop, maxUint256],
    })
    const hash = await writer.sendFailing(alice(), { to: usdc, data })
    expect(await verify(hash, { amount: maxUint256 })).toEqual(refused('failed'))
    const rejecting = await place('5f5ffd')
    const failed = await writer.sendFailing(alice(), { to: rejecting, value })
    shop = rejecting
    expect(await verifyNative(failed)).toEqual(refused('failed'))
  })

  test('native value that did not come by a plain transfer', async () => {
    const forwarder = await place('5f5f5f5f345f355af100')
    const internal = await writer.send(alice(), { to: forwarder, value, data: `0x${word(shop)}` })
    expect(await chain.rpc('eth_getBalance', shop, 'latest')).toBe(`0x${value.toString(16)}`)
    expect(await verifyNative(internal)).toEqual(refused('not-direct'))
    const destructible = await place('5f35ff')
    const destroyed = await writer.send(alice(), {
      to: destructible,
      value,
      data: `0x${word(shop)}`,
    })
    expect(await verifyNative(destroyed)).toEqual(refused('not-direct'))
    expect(await verifyNative(await sendCoins(value, newAddress()))).toEqual(
      refused('wrong-recipient'),
    )
    expect(await verifyNative(await sendCoins(value - 1n))).toEqual(refused('wrong-amount'))
  })

  test('a call that makes a contract give the value back', async () => {
    shop = await place('3615600e575f5f5f5f34335af1005b00')
    const refunded = await writer.send(alice(), { to: shop, value, data: '0x01' })
    expect(await chain.rpc('eth_getBalance', shop, 'latest')).toBe('0x0')
    expect(await verifyNative(refunded)).toEqual(refused('not-direct'))
    expect(await verifyNative(await sendCoins())).toMatchObject({ ok: true })
  })

  test('a payment to oneself', async () => {
    shop = alice().address
    expect(await verify(await sendTokens())).toEqual(refused('not-received'))
    expect(await verifyNative(await sendCoins())).toEqual(refused('not-received'))
  })

  test('another payer', async () => {
    const hash = await sendTokens()
    expect(await verify(hash, {}, { payer: bob().address })).toEqual(refused('wrong-payer'))
    expect(await verify(hash, {}, { payer: alice().address })).toMatchObject({ ok: true })
  })

  test('the transaction of an older payment', async () => {
    const hash = await sendTokens()
    const first = await verify(hash, { id: 'order-1' })
    const stored = new Map(first.ok ? [[first.key, 'order-1']] : [])
    const used = (key: string) => stored.get(key)
    expect(await verify(hash, { id: 'order-2' }, { used })).toEqual(refused('already-used'))
    expect(await verify(hash, {}, { used })).toEqual(refused('already-used'))
    // A second verification of the same payment is no second payment.
    expect(await verify(hash, { id: 'order-1' }, { used })).toEqual(first)
    const { timestamp } = await chain.rpc<{ timestamp: Hex }>(
      'eth_getBlockByNumber',
      'latest',
      false,
    )
    const at = Number(timestamp) * 1_000
    expect(await verify(hash, {}, { notBefore: new Date(at + 1_000) })).toEqual(refused('too-old'))
    expect(await verify(hash, {}, { notBefore: new Date(at + 999) })).toMatchObject({ ok: true })
  })

  test('what is no payment or no transaction', async () => {
    const hash = await sendTokens()
    const invalid: Partial<VerifyPaymentOptions['payment']>[] = [
      { network: 'eip155' },
      { network: 'bip122:000000000019d6689c085ae165831e93' },
      { asset: 'usdc' },
      { recipient: 'shop.eth' },
      { amount: 0n },
      { amount: -1n },
      { amount: 5 as never },
      { amount: '5' as never },
    ]
    for (const change of invalid)
      expect(await verify(hash, change)).toEqual(refused('invalid-payment'))
    expect(await verify(hash, {}, { payer: 'alice' })).toEqual(refused('invalid-payment'))
    for (const confirmations of [0, -1, 1.5, Number.NaN, 'soon' as never]) {
      expect(await verify(hash, {}, { confirmations })).toEqual(refused('invalid-payment'))
    }
    for (const one of ['', '0x12', `${hash}00`, 'javascript:1', null, 7, {}, { hash: 1 }]) {
      expect(await verify(one as never)).toEqual(refused('invalid-transaction'))
    }
    expect(await verify(`0x${'1'.repeat(64)}`)).toEqual(refused('not-found'))
  })
})

describe('finality', () => {
  test('needs the given number of confirmations', async () => {
    const hash = await sendTokens()
    expect(await verify(hash, {}, { confirmations: 2 })).toEqual(refused('not-final'))
    expect(await verify(hash, {}, { confirmations: undefined })).toEqual(refused('not-final'))
    await chain.rpc('anvil_mine', '0x1')
    expect(await verify(hash, {}, { confirmations: 2 })).toMatchObject({ ok: true })
    expect(await verify(hash, {}, { confirmations: 'finalized' })).toEqual(refused('not-final'))
    await chain.rpc('anvil_mine', '0x80')
    expect(await verify(hash, {}, { confirmations: 'finalized' })).toMatchObject({ ok: true })
    expect(await verify(hash, {}, { confirmations: undefined })).toMatchObject({ ok: true })
  })

  test('distinguishes pending, replaced and unknown transactions', async () => {
    const from = bob().address
    await chain.rpc('evm_setAutomine', false)
    try {
      const nonce = Number(await chain.rpc('eth_getTransactionCount', from, 'latest'))
      const sign = (fee: bigint, to: Hex) =>
        bob().signTransaction({
          chainId: 1,
          nonce,
          to,
          value,
          gas: 21_000n,
          maxFeePerGas: fee,
          maxPriorityFeePerGas: fee / 2n,
          type: 'eip1559',
        })
      const hash = await chain.rpc<Hex>('eth_sendRawTransaction', await sign(50_000_000_000n, shop))
      expect(await verifyNative(hash)).toEqual(refused('pending'))
      const next = await chain.rpc<Hex>(
        'eth_sendRawTransaction',
        await sign(100_000_000_000n, bob().address),
      )
      await chain.rpc('evm_mine')
      await expect.poll(() => chain.rpc('eth_getTransactionReceipt', next)).not.toBeNull()
      const check = (sent: VerifyPaymentOptions['transaction']) =>
        verify(sent, { asset: 'native', amount: value })
      expect(await check({ hash, from, nonce })).toEqual(refused('replaced'))
      expect(await check(hash)).toEqual(refused('not-found'))
      expect(await check({ hash, from, nonce: nonce + 1 })).toEqual(refused('not-found'))
    } finally {
      await chain.rpc('evm_setAutomine', true)
    }
  })

  test('does not accept a block that the chain has dropped', async () => {
    const snapshot = await chain.rpc('evm_snapshot')
    const hash = await sendCoins()
    const answers = new Map<string, unknown>()
    node.tell((method, result) => void answers.set(method, result))
    expect(await verifyNative(hash)).toMatchObject({ ok: true })
    await chain.rpc('evm_revert', snapshot)
    writer = await openWriter()
    node.tell()
    expect(await verifyNative(hash)).toEqual(refused('not-found'))
    // A node that still remembers the transaction, but not the block.
    await chain.rpc('anvil_mine', '0x3')
    node.tell((method) => (/ByHash|Receipt/.test(method) ? answers.get(method) : undefined))
    expect(await verifyNative(hash)).toEqual(refused('reorged'))
  })
})

describe('the node', () => {
  test('must serve the chain of the payment', async () => {
    const hash = await sendTokens()
    node.tell((method) => (method === 'eth_chainId' ? '0x2105' : undefined))
    expect(await verify(hash)).toEqual(refused('wrong-chain'))
    expect(node.calls).toEqual(['eth_chainId'])
    expect(await verify(hash, { network: 'eip155:8453' })).toMatchObject({ ok: true })
    node.tell()
    expect(await verify(hash, { network: 'eip155:8453' })).toEqual(refused('wrong-chain'))
  })

  test('is found by network', async () => {
    const hash = await sendTokens()
    expect(await verify(hash, {}, { rpc: { 'eip155:1': node.url } })).toMatchObject({ ok: true })
    expect(await verify(hash, {}, { rpc: { 'eip155:10': node.url } })).toEqual(
      refused('rpc-required'),
    )
    expect(await verify(hash, {}, { rpc: undefined as never })).toEqual(refused('rpc-required'))
  })

  test('cannot make a payment true by malformed answers', async () => {
    const hash = await sendTokens()
    const methods = [
      'eth_chainId',
      'eth_getTransactionByHash',
      'eth_getTransactionReceipt',
      'eth_getBlockByNumber',
      'eth_getLogs',
      'eth_call',
      'eth_blockNumber',
    ]
    const malformed = [null, true, 7, -1, '', '0x', '12', '0xzz', [], [null], {}, { logs: 7 }, [[]]]
    let lies = 0
    for (const method of methods) {
      for (const value of malformed) {
        node.tell((called) => (called === method ? value : undefined))
        const result = await verify(hash, {}, { confirmations: 1 })
        // No logs of others in the block is a possible answer.
        if (method === 'eth_getLogs' && JSON.stringify(value) === '[]') continue
        expect(result.ok, `${method} ${JSON.stringify(value)}`).toBe(false)
        lies += 1
      }
    }
    expect(lies).toBeGreaterThan(70)
    node.tell()
    expect(await verify(hash)).toMatchObject({ ok: true })
  })

  test('must respond to the request that was sent', async () => {
    const hash = await sendTokens()
    const other = await sendTokens(units, shop)
    const receipt = await chain.rpc('eth_getTransactionReceipt', other)
    node.tell((method) => (method === 'eth_getTransactionReceipt' ? receipt : undefined))
    expect(await verify(hash)).toEqual(refused('rpc-malformed'))
    for (const text of ['<html>', '{', 'null', '{"jsonrpc":"2.0","id":99,"result":"0x1"}']) {
      node.tell(() => {
        throw text
      })
      expect(await verify(hash)).toEqual(refused('rpc-malformed'))
    }
  })

  test('may be down, slow or too talkative', async () => {
    const hash = await sendTokens()
    expect(await verify(hash, {}, { rpc: 'http://127.0.0.1:9' })).toEqual(
      refused('rpc-unavailable'),
    )
    node.tell(() => {
      throw `{"jsonrpc":"2.0","id":1,"result":"${'0'.repeat(11_000_000)}"}`
    })
    expect(await verify(hash)).toEqual(refused('rpc-malformed'))
    const aborted = AbortSignal.abort(new Error('enough'))
    await expect(verify(hash, {}, { signal: aborted })).rejects.toThrow('enough')
  })

  test('may no longer have the state of the block', async () => {
    const hash = await sendTokens()
    node.tell((method) => {
      if (method === 'eth_call') throw new Error('missing trie node')
    })
    expect(await verify(hash)).toMatchObject({ ok: true })
    node.tell((method) => {
      if (method === 'eth_blockNumber') throw new Error('busy')
    })
    expect(await verify(hash)).toEqual(refused('rpc-unavailable'))
  })
})
