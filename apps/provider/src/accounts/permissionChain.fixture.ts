import { compileContracts } from '@latchkey/dev-stack/compileContracts'
import { localAddresses, startLocalEvm } from '@latchkey/dev-stack/startLocalEvm'
import { deployer, faucet, type TestAccount } from '@latchkey/dev-stack/testAccounts'
import { createWriter } from '@latchkey/dev-stack/Writer'
import {
  encodeKeySignature,
  encodePermittedCalls,
  hashPermission,
  type Permission,
  type PermittedCall,
  parseRejection,
  permissionNonceKey,
  sessionAccountSignatures,
  zeroAddress,
} from '@latchkey/wire/login/permissions'
import {
  type AccountVersion,
  accountContracts,
  accountCreationCode,
  entryPointAddress,
} from '@latchkey/wire/login/smartAccount'
import {
  decodeErrorResult,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseEther,
  parseEventLogs,
  toHex,
  zeroHash,
} from 'viem'
import { entryPoint08Abi, toPackedUserOperation } from 'viem/account-abstraction'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { getOperationHash, type Operation } from '../bundler/operation.js'
import { probeAbi, targetOf } from './permissionCalls.fixture.js'

export const sessionAccountAbi = parseAbi(sessionAccountSignatures)

const factoryAbi = parseAbi(['function createAccount(address owner, uint256 salt)'])

const gwei = 1_000_000_000n
const failedOpWithRevert = '0x65c8fd4d'

export type Account = { readonly owner: PrivateKeyAccount; readonly address: Hex }

export type Grant = {
  readonly account: Account
  readonly key: PrivateKeyAccount
  readonly permission: Permission
  readonly id: Hex
  /** The owner's. */
  readonly signature: Hex
}

/**
 * `done`, or why nothing happened: a reason of the account, an error code of the entry point (`AA24`), `reverted` if
 * a called contract failed, or `refused` for any other error.
 */
export type Outcome = string

export const newKey = () => privateKeyToAccount(generatePrivateKey())

/** A local chain on which keys use permissions through the real entry point. */
export async function openPermissionChain() {
  const local = await startLocalEvm({ chainId: 1 })
  const { rpc } = local
  // Blocks are a second apart, however long a test takes.
  await rpc('anvil_setBlockTimestampInterval', 1)
  const writer = createWriter(local, 1, await compileContracts())
  async function deploy(contract: string, args: readonly unknown[] = []): Promise<Hex> {
    const nonce = BigInt(await rpc<Hex>('eth_getTransactionCount', deployer.address, 'latest'))
    await writer.deploy(deployer, writer.contract(contract), args)
    return getContractAddress({ from: deployer.address, nonce })
  }
  const probe = await deploy('Probe')
  const read = async (to: Hex, data: Hex) => rpc<Hex>('eth_call', { to, data }, 'latest')

  async function createAccount(version: AccountVersion = 2, owner = newKey()): Promise<Account> {
    const { factory } = accountContracts[version]
    const bytecode = accountCreationCode(owner.address, version)
    const data = encodeFunctionData({
      abi: factoryAbi,
      functionName: 'createAccount',
      args: [owner.address, 0n],
    })
    await writer.send(deployer, { to: factory, data })
    const address = getContractAddress({
      opcode: 'CREATE2',
      from: factory,
      salt: zeroHash,
      bytecode,
    })
    await rpc('anvil_setBalance', address, toHex(parseEther('10')))
    await rpc('anvil_setBalance', owner.address, toHex(parseEther('10')))
    for (const token of [localAddresses.usdc, localAddresses.dai]) {
      const args = [address, 1_000_000n] as const
      await writer.call({ from: faucet, to: token, abi: erc20Abi, name: 'transfer', args })
    }
    return { owner, address }
  }

  const now = async () => {
    const { timestamp } = await rpc<{ timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)
    return Number(timestamp)
  }

  /** A permission of a new key that may call `ping` of the probe, with the changes. */
  async function grant(
    account: Account,
    changes: Partial<Permission> = {},
    key = newKey(),
  ): Promise<Grant> {
    const permission: Permission = {
      key: key.address,
      validAfter: 0,
      validUntil: (await now()) + 86_400,
      epoch: BigInt(
        await read(
          account.address,
          encodeFunctionData({ abi: sessionAccountAbi, functionName: 'permissionEpoch' }),
        ),
      ),
      salt: keccak256(key.address),
      paymaster: zeroAddress,
      feeLimit: parseEther('1'),
      maxCalls: 100,
      rateCalls: 0,
      ratePeriod: 0,
      allowances: [],
      targets: [targetOf(probe, 'ping')],
      ...changes,
    }
    const id = hashPermission(permission, account.address, 1)
    return { account, key, permission, id, signature: await account.owner.sign({ hash: id }) }
  }

  async function draft(sender: Hex, nonceKey: bigint, callData: Hex): Promise<Operation> {
    const args = [sender, nonceKey] as const
    const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'getNonce', args })
    return {
      sender,
      nonce: BigInt(await read(entryPointAddress, data)),
      callData,
      callGasLimit: 1_000_000n,
      verificationGasLimit: 500_000n,
      preVerificationGas: 100_000n,
      maxFeePerGas: 3n * gwei,
      maxPriorityFeePerGas: gwei,
      signature: '0x',
    }
  }

  async function keyOperation(
    granted: Grant,
    calls: readonly PermittedCall[],
    changes: Partial<Operation> = {},
  ): Promise<Operation> {
    const { account, key, permission, signature } = granted
    const callData = encodePermittedCalls(permission, calls)
    const operation = {
      ...(await draft(account.address, permissionNonceKey(permission), callData)),
      ...changes,
    }
    const signed = await key.sign({ hash: getOperationHash(operation, 1) })
    return { ...operation, signature: encodeKeySignature(signed, signature) }
  }

  async function ownerOperation({ owner, address }: Account, callData: Hex): Promise<Operation> {
    const operation = await draft(address, 0n, callData)
    return { ...operation, signature: await owner.sign({ hash: getOperationHash(operation, 1) }) }
  }

  /** Sends operations in one transaction. Returns the outcome of each, or one for all of them. */
  async function submit(...operations: readonly Operation[]): Promise<readonly Outcome[]> {
    const data = encodeFunctionData({
      abi: entryPoint08Abi,
      functionName: 'handleOps',
      args: [operations.map((operation) => toPackedUserOperation(operation)), deployer.address],
    })
    const call = { from: deployer.address, to: entryPointAddress, data, gas: toHex(12_000_000) }
    const rejection = await rpc('eth_call', call, 'pending').then(
      () => undefined,
      (error: { data?: Hex }) => parseFailedOperation(error.data ?? '0x'),
    )
    if (rejection !== undefined) {
      await writer.sendFailing(deployer, { to: entryPointAddress, data })
      return [rejection]
    }
    const hash = await writer.send(deployer, { to: entryPointAddress, data })
    const { logs } = await rpc<{ logs: [] }>('eth_getTransactionReceipt', hash)
    const events = parseEventLogs({ abi: entryPoint08Abi, logs })
    return events.flatMap((event, i) => {
      if (event.eventName !== 'UserOperationEvent') return []
      if (event.args.success) return ['done']
      const before = events[i - 1]
      if (before?.eventName !== 'UserOperationRevertReason') return ['reverted']
      return [parseRejection(before.args.revertReason) ?? 'reverted']
    })
  }

  return {
    ...local,
    writer,
    deploy,
    probe,
    now,
    createAccount,
    grant,
    draft,
    keyOperation,
    ownerOperation,
    submit,
    /** Makes calls with a key, as one operation. */
    async use(granted: Grant, ...calls: readonly PermittedCall[]): Promise<Outcome> {
      const outcomes = await submit(await keyOperation(granted, calls))
      return outcomes.join()
    },
    /** Makes the account do something with an operation of its owner. */
    async asOwner(account: Account, callData: Hex): Promise<Outcome> {
      return (await submit(await ownerOperation(account, callData))).join()
    },
    /** Sends a transaction of the owner's own account. */
    sendFromOwner: ({ owner }: Account, to: Hex, data: Hex) =>
      writer.send(owner as TestAccount, { to, data }),
    async call(to: Hex, data: Hex, from: Hex = deployer.address): Promise<Hex> {
      return rpc<Hex>('eth_call', { from, to, data }, 'latest')
    },
    async balanceOf(token: Hex, holder: Hex): Promise<bigint> {
      if (token === zeroAddress) return BigInt(await rpc<Hex>('eth_getBalance', holder, 'latest'))
      const args = [holder] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args })
      return BigInt(await read(token, data))
    },
    /** The time of the next transaction. */
    async setTime(seconds: number): Promise<void> {
      await rpc('evm_setNextBlockTimestamp', numberToHex(seconds - 1))
      await rpc('evm_mine')
    },
    async probeCalls(): Promise<number> {
      const data = encodeFunctionData({ abi: probeAbi, functionName: 'calls' })
      return Number(await read(probe, data))
    },
  }
}

export type PermissionChain = Awaited<ReturnType<typeof openPermissionChain>>

/** A key with such a permission can make none of these calls, but those of the control. */
export async function expectRefused(
  chain: PermissionChain,
  account: Account,
  changes: Partial<Permission>,
  attempts: readonly (readonly PermittedCall[])[],
  reason: Outcome,
  control: readonly PermittedCall[],
): Promise<void> {
  const granted = await chain.grant(account, changes)
  for (const [index, calls] of attempts.entries()) {
    expect(await chain.use(granted, ...calls), `attempt ${index}`).toBe(reason)
  }
  expect(await chain.use(granted, ...control)).toBe('done')
}

function parseFailedOperation(data: Hex): Outcome {
  try {
    const { args } = decodeErrorResult({ abi: entryPoint08Abi, data })
    const inner = data.startsWith(failedOpWithRevert) ? parseRejection(args?.[2] as Hex) : undefined
    return inner ?? String(args?.[1]).slice(0, 4)
  } catch {
    return 'refused'
  }
}
