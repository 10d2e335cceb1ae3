import {
  accountContracts,
  accountCreationCode,
  entryPointAddress,
} from '@latchkey/wire/login/smartAccount'
import {
  encodeFunctionData,
  getContractAddress,
  hashTypedData,
  numberToHex,
  parseAbi,
  parseEther,
  toHex,
} from 'viem'
import { getUserOperationTypedData } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

export const accountAbi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function execute(address to, uint256 value, bytes data)',
  'function executeBatch(Call[] calls)',
])
export const factoryAbi = parseAbi([
  'function createAccount(address owner, uint256 salt) returns (address)',
  'function getAddress(address owner, uint256 salt) view returns (address)',
])

const noSignature = `0x${'ff'.repeat(65)}`

/** Encodes one call of an account. */
export function encodeTransfer(to, value = 1n, data = '0x') {
  return encodeFunctionData({ abi: accountAbi, functionName: 'execute', args: [to, value, data] })
}

/** The fields of the first operation that create the account. */
export function creationOf({ owner, salt, version }) {
  return {
    factory: accountContracts[version].factory,
    factoryData: encodeFunctionData({
      abi: factoryAbi,
      functionName: 'createAccount',
      args: [owner.address, salt],
    }),
  }
}

export function toRpcOperation(operation) {
  return Object.fromEntries(
    Object.entries(operation)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'bigint' ? numberToHex(value) : value]),
  )
}

/** Creates smart accounts and their operations on a local chain, as a bundler client does. */
export function createSmartAccountClient({ rpc, request, chainId, recipient, version = 1 }) {
  async function createAccount(
    ether = '1',
    owner = privateKeyToAccount(generatePrivateKey()),
    salt = 0n,
  ) {
    const address = getContractAddress({
      opcode: 'CREATE2',
      from: accountContracts[version].factory,
      salt: numberToHex(salt, { size: 32 }),
      bytecode: accountCreationCode(owner.address, version),
    })
    await rpc('anvil_setBalance', address, toHex(parseEther(ether)))
    return { owner, address, salt, version }
  }

  /** Sends a normal transaction from the account's owner. */
  async function sendAsOwner({ owner }, { to, data, value = 0n, tip = 1_000_000_000n }) {
    await rpc('anvil_setBalance', owner.address, toHex(parseEther('10')))
    const nonce = Number(await rpc('eth_getTransactionCount', owner.address, 'pending'))
    const signed = await owner.signTransaction({
      type: 'eip1559',
      chainId,
      nonce,
      to,
      data,
      value,
      gas: 500_000n,
      maxFeePerGas: 50_000_000_000n + tip,
      maxPriorityFeePerGas: tip,
    })
    return rpc('eth_sendRawTransaction', signed)
  }

  async function draftOperation(account, changes = {}) {
    const isNew = (await rpc('eth_getCode', account.address, 'latest')) === '0x'
    // The value of the node follows the tips in the latest block.
    const tip = changes.maxPriorityFeePerGas ?? BigInt(await rpc('eth_maxPriorityFeePerGas'))
    const bare = {
      sender: account.address,
      nonce: 0n,
      ...(isNew && creationOf(account)),
      callData: encodeTransfer(recipient),
      signature: noSignature,
      callGasLimit: 0n,
      verificationGasLimit: 0n,
      preVerificationGas: 0n,
      maxFeePerGas: 20_000_000_000n,
      maxPriorityFeePerGas: tip,
      ...changes,
    }
    const params = [toRpcOperation(bare), entryPointAddress]
    const gas = Object((await request('eth_estimateUserOperationGas', params)).result)
    const limitOf = (name) => changes[name] ?? BigInt(gas[name] ?? 0)
    return {
      ...bare,
      callGasLimit: limitOf('callGasLimit'),
      verificationGasLimit: limitOf('verificationGasLimit'),
      preVerificationGas: limitOf('preVerificationGas'),
    }
  }

  function hashOperation(operation) {
    return hashTypedData(
      getUserOperationTypedData({ chainId, entryPointAddress, userOperation: operation }),
    )
  }

  async function signOperation({ owner }, operation) {
    return { ...operation, signature: await owner.sign({ hash: hashOperation(operation) }) }
  }

  return {
    createAccount,
    sendAsOwner,
    draftOperation,
    hashOperation,
    signOperation,
    /** Mines a block for it, because the chain may respond before it mines. */
    async deployAccount(account) {
      const { factory, factoryData } = creationOf(account)
      await sendAsOwner(account, { to: factory, data: factoryData })
      await rpc('evm_mine')
    },
    /** Empties the account; the tip puts it first in the block. */
    async emptyAccount(account, tip = 3_000_000_000n) {
      const balance = BigInt(await rpc('eth_getBalance', account.address, 'latest'))
      return sendAsOwner(account, {
        to: account.address,
        data: encodeTransfer(recipient, balance),
        tip,
      })
    },
    sendOperation: (operation, ...rest) =>
      request('eth_sendUserOperation', [toRpcOperation(operation), entryPointAddress], ...rest),
  }
}
