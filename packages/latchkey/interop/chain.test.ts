/// <reference types="node" />
import { type Hex, hexToBytes, keccak256, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../apps/dev-stack/src/evm/startAnvil.js'
import { testAccounts } from '../../../apps/dev-stack/src/testAccounts.js'
import { createContractAccount } from '../../../apps/provider/src/sources/signatures/contractAccount.fixture.js'
import { evmNetwork } from '../fixtures/evmNetwork.js'
import type { Network } from '../src/core/network/network.js'
import { createAdapter } from '../src/families/eip155/adapter.js'
import { checkSigner } from '../src/families/eip155/signatures.js'

/** The family's chain reads against a real chain. */

let anvil: Anvil
let network: Network
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337 })
  network = evmNetwork('31337', { rpcUrls: [anvil.url] })
})
afterAll(() => anvil?.stop())

const { signal } = new AbortController()
const [alice, bob] = testAccounts as [(typeof testAccounts)[number], (typeof testAccounts)[number]]
const recipient: Hex = '0x1563915e194D8CfBA1943570603F7606A3115508'

describe('signatures of contract accounts', () => {
  const account = createContractAccount(alice)
  const hash = keccak256(toHex('hello'))
  const check = (signature: Hex, address: Hex = account.address) =>
    checkSigner({
      hash: hexToBytes(hash),
      signature,
      address,
      network,
      endpoints: new Map(),
      signal,
    })

  test('are valid before and after deployment', async () => {
    const signature = await account.sign(hash)
    const forged = await createContractAccount(bob).sign(hash)
    const wrong = { code: 'wallet/wrong-signer' }
    await expect(check(account.wrap(signature))).resolves.toBeUndefined()
    await expect(check(account.wrap(forged))).rejects.toMatchObject(wrong)
    await expect(check(account.wrap(signature), bob.address)).rejects.toMatchObject(wrong)
    await expect(check(signature)).rejects.toMatchObject(wrong)
    expect(await anvil.rpc('eth_getCode', account.address, 'latest')).toBe('0x')
    await anvil.rpc('eth_sendTransaction', { from: alice.address, ...account.deployment })
    await expect.poll(() => anvil.rpc('eth_getCode', account.address, 'latest')).not.toBe('0x')
    await expect(check(account.wrap(signature))).resolves.toBeUndefined()
    await expect(check(account.wrap(forged))).rejects.toMatchObject(wrong)
    await expect(check(signature)).resolves.toBeUndefined()
  })
})

describe('a transaction on a real chain', () => {
  const { transfers } = createAdapter(new Map())
  if (!transfers) throw new Error('The family has no transfers')
  const follow = (hash: Hex, nonce?: string) =>
    transfers.follow({
      transaction: {
        hash,
        nonce,
        from: alice.address,
        request: { to: recipient, value: '7' },
      },
      network,
      signal,
    })
  const send = (more: object = {}) =>
    anvil.rpc<Hex>('eth_sendTransaction', {
      from: alice.address,
      to: recipient,
      value: '0x7',
      gas: '0x5208',
      ...more,
    })
  const mine = (count: number) => anvil.rpc('anvil_mine', toHex(count))

  test('is followed through reorganisations until it is final', async () => {
    await mine(80)
    const hash = await send()
    expect(await follow(hash)).toMatchObject({ status: 'pending' })
    await mine(2)
    expect(await follow(hash)).toMatchObject({ status: 'included' })
    for (const depth of [3, 4, 5, 6]) {
      await mine(depth - 3)
      await anvil.rpc('anvil_reorg', depth, [])
      const { status } = await follow(hash)
      expect(['pending', 'dropped']).toContain(status)
      await send({ nonce: await anvil.rpc('eth_getTransactionCount', alice.address, 'latest') })
      await mine(2)
      const again = await follow(hash)
      expect(['included', 'pending', 'dropped']).toContain(again.status)
      await mine(1)
    }
    const last = await send()
    await mine(70)
    expect(await follow(last)).toMatchObject({ status: 'final', blockHash: expect.any(String) })
  })

  test('is reported as replaced by another', async () => {
    await anvil.rpc('evm_setAutomine', false)
    const nonce = await anvil.rpc<Hex>('eth_getTransactionCount', alice.address, 'latest')
    const price = { maxPriorityFeePerGas: '0x1', maxFeePerGas: '0x77359400' }
    const more = { maxPriorityFeePerGas: '0x77359400', maxFeePerGas: '0xb2d05e00' }
    const hash = await send({ nonce, ...price })
    expect(await follow(hash)).toEqual({ status: 'pending', nonce: BigInt(nonce).toString() })
    const other = await send({ nonce, to: alice.address, value: '0x0', ...more })
    await mine(3)
    expect(await follow(hash, BigInt(nonce).toString())).toMatchObject({
      status: 'cancelled',
      replacedBy: other,
    })
    await anvil.rpc('evm_setAutomine', true)
  })

  test('is estimated and found by its content', async () => {
    const [account, token] = [
      { namespace: 'eip155', address: alice.address, type: 'eoa' },
      { symbol: 'ETH', decimals: 18 },
    ] as const
    const fee = await transfers.fee({ account, network, token, recipient, units: 7n }, signal)
    expect(fee).toBeGreaterThan(0n)
    const since = Date.now()
    const hash = await send({ value: '0x2a' })
    const find = () =>
      transfers.find?.({
        from: alice.address,
        request: { to: recipient, value: '42' },
        since,
        except: [],
        network,
        signal,
      })
    await expect.poll(find).toBe(hash)
  })
})
