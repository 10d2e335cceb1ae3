import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { deployer, faucet } from '@latchkey/dev-stack/testAccounts'
import { zeroAddress } from '@latchkey/wire/login/permissions'
import { delegateAddress, delegationCode } from '@latchkey/wire/login/smartAccount'
import {
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hashMessage,
  parseAbi,
  parseEther,
  type SignedAuthorization,
  toFunctionSelector,
  toHex,
} from 'viem'
import { toPackedUserOperation } from 'viem/account-abstraction'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getOperationHash, type Operation } from '../bundler/operation.js'
import { callProbe, coins, malleate } from './permissionCalls.fixture.js'
import { newKey, openPermissionChain, type PermissionChain } from './permissionChain.fixture.js'

/** Tests of `DelegatedAccount.sol`. D1 to D6 are the numbers of its specification, `docs/smart-accounts.md`. */

const abi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'struct Packed { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function execute(address to, uint256 value, bytes data)',
  'function executeBatch(Call[] calls)',
  'function owner() view returns (address)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
  'function validateUserOp(Packed operation, bytes32 hash, uint256 missing) returns (uint256)',
])
const itemsAbi = parseAbi([
  'function mint(address to) returns (uint256 id)',
  'function claim(uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
])
const payerAbi = parseAbi(['function pay(address to) payable'])
const sweeperAbi = parseAbi(['function sweep()'])

const fees = {
  chainId: 1,
  gas: 1_000_000n,
  maxFeePerGas: 100_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
}
const friend: Hex = '0x00000000000000000000000000000000000f71e5'
const isValid = '0x1626ba7e'

let chain: PermissionChain
let visitor: PrivateKeyAccount

beforeAll(async () => {
  chain = await openPermissionChain()
})

afterAll(() => chain?.stop())

beforeEach(async () => {
  visitor = await createVisitor()
})

async function createVisitor(): Promise<PrivateKeyAccount> {
  const account = newKey()
  await chain.rpc('anvil_setBalance', account.address, toHex(parseEther('10')))
  const args = [account.address, 1_000_000n] as const
  const [from, to] = [faucet, localAddresses.usdc]
  await chain.writer.call({ from, to, abi: erc20Abi, name: 'transfer', args })
  return account
}

const nonceOf = async ({ address }: PrivateKeyAccount) =>
  Number(await chain.rpc<Hex>('eth_getTransactionCount', address, 'latest'))
const codeOf = ({ address }: PrivateKeyAccount) => chain.rpc<Hex>('eth_getCode', address, 'latest')

/** A transaction with these authorizations, paid by `sender`. */
async function carry(
  sender: PrivateKeyAccount,
  authorizationList: readonly SignedAuthorization[],
): Promise<void> {
  const signed = await sender.signTransaction({
    type: 'eip7702',
    ...fees,
    nonce: await nonceOf(sender),
    to: sender.address,
    authorizationList,
  })
  await chain.rpc('eth_sendRawTransactionSync', signed)
}

/** Delegates as the wallet does: one transaction of the account itself. */
async function delegate(account = visitor, contractAddress: Hex = delegateAddress): Promise<void> {
  const nonce = (await nonceOf(account)) + 1
  await carry(account, [await account.signAuthorization({ chainId: 1, nonce, contractAddress })])
}

const batchOf = (...calls: readonly { to: Hex; value: bigint; data: Hex }[]) =>
  encodeFunctionData({ abi, functionName: 'executeBatch', args: [calls] })
const ping = () => callProbe(chain.probe, 'ping', [0n, 0n])
const drain = () => coins(friend, parseEther('1'))
const drainTokens = () => ({
  to: localAddresses.usdc,
  value: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, 1_000n] }),
})

/** Not with the chain's writer: it counts nonces, and authorizations use some up. */
async function mine(account: PrivateKeyAccount, to: Hex, data: Hex) {
  const signed = await account.signTransaction({
    type: 'eip1559',
    ...fees,
    nonce: await nonceOf(account),
    to,
    data,
  })
  return chain.rpc<{ status: Hex; logs: unknown[] }>('eth_sendRawTransactionSync', signed)
}

async function sendFrom(account: PrivateKeyAccount, to: Hex, data: Hex) {
  const receipt = await mine(account, to, data)
  expect(receipt.status).toBe('0x1')
  return receipt
}

async function failFrom(account: PrivateKeyAccount, to: Hex, data: Hex): Promise<void> {
  expect((await mine(account, to, data)).status).toBe('0x0')
}

async function operationOf(
  callData: Hex,
  { sender = visitor.address, signer = visitor, chainId = 1 } = {},
): Promise<Operation> {
  const operation = await chain.draft(sender, 0n, callData)
  return {
    ...operation,
    signature: await signer.sign({ hash: getOperationHash(operation, chainId) }),
  }
}

const holdings = async () => [
  await chain.balanceOf(zeroAddress, visitor.address),
  await chain.balanceOf(localAddresses.usdc, visitor.address),
]

describe('a delegated account', () => {
  it('D3: makes all calls of its key or none, from its own address', async () => {
    await delegate()
    expect(await codeOf(visitor)).toBe(delegationCode(delegateAddress))
    const [before, received] = [
      await chain.probeCalls(),
      await chain.balanceOf(zeroAddress, friend),
    ]
    await sendFrom(visitor, visitor.address, batchOf(ping(), drain(), drainTokens(), ping()))
    expect(await chain.probeCalls()).toBe(before + 2)
    expect(await chain.balanceOf(zeroAddress, friend)).toBe(received + parseEther('1'))
    expect(await chain.balanceOf(localAddresses.usdc, visitor.address)).toBe(999_000n)

    const fail = callProbe(chain.probe, 'fail', [])
    await failFrom(visitor, visitor.address, batchOf(ping(), drain(), fail))
    expect(await chain.probeCalls()).toBe(before + 2)
    expect(await chain.balanceOf(zeroAddress, friend)).toBe(received + parseEther('1'))
  })

  it('D1: makes operations that its key signed, once each', async () => {
    await delegate()
    const operation = await operationOf(batchOf(ping(), ping()))
    expect(await chain.submit(operation)).toEqual(['done'])
    expect(await chain.submit(operation)).toEqual(['AA25'])
  })

  it('D1: refuses operations that its key did not sign for it, this chain and this form', async () => {
    await delegate()
    const other = await createVisitor()
    await delegate(other)
    const data = batchOf(drain())
    const good = await operationOf(data)
    const stolen: readonly Operation[] = [
      await operationOf(data, { signer: other }),
      await operationOf(data, { chainId: 8453 }),
      { ...good, callData: batchOf(drain(), drain()) },
      { ...good, signature: malleate(good.signature) },
      { ...good, signature: `${good.signature}00` },
      { ...good, signature: '0x' },
      { ...(await operationOf(data, { sender: other.address })), sender: visitor.address },
    ]
    const before = await holdings()
    for (const [index, operation] of stolen.entries()) {
      expect(await chain.submit(operation), `attempt ${index}`).toEqual(['AA24'])
    }
    expect(await holdings()).toEqual(before)
    expect(await chain.submit(good)).toEqual(['done'])
  })

  it('D1: obeys nobody else, not even a contract that it calls', async () => {
    await delegate()
    const { address } = visitor
    const stranger = await createVisitor()
    const operation = await operationOf(batchOf(drain()))
    const packed = toPackedUserOperation(operation)
    const hash = getOperationHash(operation, 1)
    const orders = [
      encodeFunctionData({ abi, functionName: 'execute', args: [friend, parseEther('1'), '0x'] }),
      batchOf(drain(), drainTokens()),
      // A valid signature of the owner: `missing` would be paid to the caller.
      encodeFunctionData({
        abi,
        functionName: 'validateUserOp',
        args: [packed, hash, parseEther('1')],
      }),
    ]
    const before = await holdings()
    for (const order of orders) await failFrom(stranger, address, order)
    expect(await holdings()).toEqual(before)
    for (const order of orders) {
      const [, tokens] = await holdings()
      await sendFrom(visitor, address, batchOf(callProbe(chain.probe, 'attempt', [address, order])))
      expect((await holdings())[1]).toBe(tokens)
    }
    expect(await chain.balanceOf(zeroAddress, chain.probe)).toBe(0n)
  })

  it('D2: cannot be set up or changed by anyone', async () => {
    await delegate()
    const { address } = visitor
    const stranger = await createVisitor()
    const attempts = [
      'initialize(address)',
      'initialize()',
      'init(address)',
      'setup(address[],uint256)',
      'setOwner(address)',
      'transferOwnership(address)',
      'addOwnerAddress(address)',
      'upgradeTo(address)',
      'upgradeToAndCall(address,bytes)',
      'installModule(uint256,address,bytes)',
      'revokeAll()',
    ]
    for (const sender of [stranger, visitor]) {
      for (const name of attempts) {
        const words = `${'0'.repeat(24)}${stranger.address.slice(2)}${'0'.repeat(128)}`
        const data = `${toFunctionSelector(name)}${words}` as Hex
        expect((await sendFrom(sender, address, data)).logs).toEqual([])
      }
    }
    const owner = encodeFunctionData({ abi, functionName: 'owner' })
    expect((await chain.call(address, owner)).slice(-40)).toBe(address.slice(2).toLowerCase())
    expect(await codeOf(visitor)).toBe(delegationCode(delegateAddress))
    const proof = await chain.rpc<{ storageHash: Hex }>('eth_getProof', address, [], 'latest')
    const fresh = newKey().address
    const empty = await chain.rpc<{ storageHash: Hex }>('eth_getProof', fresh, [], 'latest')
    expect(proof.storageHash).toBe(empty.storageHash)
    await failFrom(stranger, address, batchOf(drain()))
  })

  it('D2: the shared code itself obeys nobody', async () => {
    const stranger = await createVisitor()
    await failFrom(stranger, delegateAddress, batchOf(ping()))
    const operation = await operationOf(batchOf(ping()), { sender: delegateAddress })
    await chain.rpc('anvil_setBalance', delegateAddress, toHex(parseEther('1')))
    expect(await chain.submit(operation)).toEqual(['AA24'])
    await chain.rpc('anvil_setBalance', delegateAddress, '0x0')
  })

  it('D4: confirms messages of its key only', async () => {
    await delegate()
    const hash = hashMessage('hello')
    const verify = async (signature: Hex, about = hash) => {
      const args = [about, signature] as const
      const data = encodeFunctionData({ abi, functionName: 'isValidSignature', args })
      return (await chain.call(visitor.address, data)).slice(0, 10)
    }
    const signature = await visitor.sign({ hash })
    expect(await verify(signature)).toBe(isValid)
    const bad: readonly Hex[] = [
      await newKey().sign({ hash }),
      malleate(signature),
      `${signature}00`,
      '0x',
      `0x${'0'.repeat(130)}`,
    ]
    for (const one of bad) expect(await verify(one)).toBe('0xffffffff')
    expect(await verify(signature, hashMessage('other'))).toBe('0xffffffff')
  })

  it('D5: receives coins with the least gas, tokens, collectibles and calls it does not know', async () => {
    await delegate()
    const { address } = visitor
    const payer = await chain.deploy('StingyPayer')
    const [before] = await holdings()
    const pay = encodeFunctionData({ abi: payerAbi, functionName: 'pay', args: [address] })
    await chain.writer.send(deployer, { to: payer, data: pay, value: 5n })
    await chain.writer.send(deployer, { to: address, data: '0x', value: 6n })
    await chain.writer.send(deployer, { to: address, data: '0x12345678', value: 7n })
    await chain.writer.send(deployer, { to: address, data: '0x12', value: 8n })
    expect((await holdings())[0]).toBe((before ?? 0n) + 26n)

    const { collectible, gallery } = localAddresses
    const holder = await createVisitor()
    const item = await mintItem(holder)
    const give = [holder.address, address, item] as const
    const safe = { abi: itemsAbi, functionName: 'safeTransferFrom' } as const
    await sendFrom(holder, collectible, encodeFunctionData({ ...safe, args: give }))
    const owner = encodeFunctionData({ abi: itemsAbi, functionName: 'ownerOf', args: [item] })
    expect((await chain.call(collectible, owner)).slice(-40)).toBe(address.slice(2).toLowerCase())

    const claim = encodeFunctionData({ abi: itemsAbi, functionName: 'claim', args: [1n] })
    await sendFrom(holder, gallery, claim)
    const args = [holder.address, address, 1n, 1n, '0x'] as const
    await sendFrom(holder, gallery, encodeFunctionData({ ...safe, args }))
    const held = [address, 1n] as const
    const data = encodeFunctionData({ abi: itemsAbi, functionName: 'balanceOf', args: held })
    expect(BigInt(await chain.call(gallery, data))).toBe(1n)
  })

  it('D6: is as before after the end, and can start again', async () => {
    await delegate()
    await delegate(visitor, zeroAddress)
    expect(await codeOf(visitor)).toBe('0x')
    const before = await chain.probeCalls()
    // Without code, a call to itself does nothing.
    await sendFrom(visitor, visitor.address, batchOf(ping()))
    expect(await chain.probeCalls()).toBe(before)
    await sendFrom(visitor, chain.probe, ping().data)
    expect(await chain.probeCalls()).toBe(before + 1)
    const operation = await operationOf(batchOf(ping()))
    expect(await chain.submit(operation)).not.toEqual(['done'])
    await delegate()
    await sendFrom(visitor, visitor.address, batchOf(ping()))
    expect(await chain.probeCalls()).toBe(before + 2)
  })
})

/** The id of a new item of the holder. */
async function mintItem(holder: PrivateKeyAccount): Promise<bigint> {
  const { collectible } = localAddresses
  const data = encodeFunctionData({
    abi: itemsAbi,
    functionName: 'mint',
    args: [holder.address],
  })
  const id = BigInt(await chain.call(collectible, data, deployer.address))
  await chain.writer.send(deployer, { to: collectible, data })
  return id
}

describe('an authorization', () => {
  let carrier: PrivateKeyAccount

  beforeEach(async () => {
    carrier = await createVisitor()
  })

  const sign = (chainId: number, nonce: number, contractAddress: Hex = delegateAddress) =>
    visitor.signAuthorization({ chainId, nonce, contractAddress })

  it('does nothing on another chain or with another nonce', async () => {
    const nonce = await nonceOf(visitor)
    const attempts = [await sign(8453, nonce), await sign(1, nonce + 1), await sign(1, nonce + 2)]
    for (const authorization of attempts) {
      await carry(carrier, [authorization])
      expect(await codeOf(visitor)).toBe('0x')
      expect(await nonceOf(visitor)).toBe(nonce)
    }
    await carry(carrier, [await sign(1, nonce)])
    expect(await codeOf(visitor)).toBe(delegationCode(delegateAddress))
  })

  it('cannot be used again after the end', async () => {
    const first = await sign(1, (await nonceOf(visitor)) + 1)
    await carry(visitor, [first])
    await delegate(visitor, zeroAddress)
    await carry(carrier, [first])
    expect(await codeOf(visitor)).toBe('0x')
  })

  it('of another key changes nothing here', async () => {
    const nonce = await nonceOf(visitor)
    const stranger = newKey()
    const foreign = await stranger.signAuthorization({
      chainId: 1,
      nonce,
      contractAddress: delegateAddress,
    })
    await carry(carrier, [foreign])
    expect(await codeOf(visitor)).toBe('0x')
  })

  it('to a sweeper would cost everything: the control of what the wallet refuses', async () => {
    const sweeper = await chain.deploy('Sweeper')
    await delegate(visitor, sweeper)
    const thief = await createVisitor()
    const sweep = encodeFunctionData({ abi: sweeperAbi, functionName: 'sweep' })
    await sendFrom(thief, visitor.address, sweep)
    expect((await holdings())[0]).toBe(0n)
  })
})
