import { compileContracts } from '@latchkey/dev-stack/compileContracts'
import { type LocalEvm, localAddresses, startLocalEvm } from '@latchkey/dev-stack/startLocalEvm'
import { deployer } from '@latchkey/dev-stack/testAccounts'
import { createWriter, type Writer } from '@latchkey/dev-stack/Writer'
import { sessionAccountSignatures } from '@latchkey/wire/login/permissions'
import {
  type AccountVersion,
  accountCode,
  accountContracts,
  accountCreationCode,
  delegateAddress,
  delegationCode,
  parseAccountCode,
  parseDelegation,
  sponsorPaymasterCodeHash,
} from '@latchkey/wire/login/smartAccount'
import {
  type Abi,
  type AbiFunction,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  parseAbi,
  toFunctionSelector,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const factories = { 1: 'AccountFactory', 2: 'SessionAccountFactory' } as const
const factoryAbi = parseAbi([
  'function createAccount(address owner, uint256 salt) returns (address)',
  'function getAddress(address owner, uint256 salt) view returns (address)',
])

let local: LocalEvm
let writer: Writer

beforeAll(async () => {
  local = await startLocalEvm({ chainId: 1 })
  writer = createWriter(local, 1, await compileContracts())
})

afterAll(() => local?.stop())

test.each([1, 2] as const)('deploys accounts of version %i at their addresses', async (version) => {
  const factory = getContractAddress({
    opcode: 'CREATE2',
    from: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
    salt: zeroHash,
    bytecode: writer.contract(factories[version]).bytecode,
  })
  expect(factory).toBe(accountContracts[version].factory)
  const implementation = getContractAddress({ from: factory, nonce: 1n })
  expect(implementation).toBe(accountContracts[version].implementation)

  const owner = privateKeyToAccount(generatePrivateKey()).address
  const address = addressOf(owner, version)
  const args = [owner, 0n] as const
  const read = encodeFunctionData({ abi: factoryAbi, functionName: 'getAddress', args })
  const answer = await local.rpc<Hex>('eth_call', { to: factory, data: read }, 'latest')
  expect(answer.slice(-40)).toBe(address.slice(2).toLowerCase())
  const data = encodeFunctionData({ abi: factoryAbi, functionName: 'createAccount', args })
  // The second time, it is there.
  for (let round = 0; round < 2; round += 1) await writer.send(deployer, { to: factory, data })
  const code = await local.rpc<Hex>('eth_getCode', address, 'latest')
  expect(code).toBe(accountCode(owner, version))
  expect(parseAccountCode(code)).toEqual({ owner: owner.toLowerCase(), version })
  expect(parseAccountCode(`${code}00`)).toBeUndefined()
  expect(parseAccountCode('0x')).toBeUndefined()
})

test('gives the versions different addresses', () => {
  expect(addressOf(deployer.address, 1)).not.toBe(addressOf(deployer.address, 2))
})

test('deploys a paymaster with the known code', async () => {
  const code = await local.rpc<Hex>('eth_getCode', localAddresses.sponsorPaymaster, 'latest')
  expect(keccak256(code)).toBe(sponsorPaymasterCodeHash)
})

test('deploys the code of delegated accounts at its address', async () => {
  const { bytecode, deployedBytecode } = writer.contract('DelegatedAccount')
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
    salt: zeroHash,
    bytecode,
  })
  expect(address).toBe(delegateAddress)
  const code = await local.rpc<Hex>('eth_getCode', delegateAddress, 'latest')
  expect(code).toBe(deployedBytecode)
  expect(parseDelegation(delegationCode(delegateAddress))).toBe(delegateAddress.toLowerCase())
  for (const other of [code, '0x', '0xef0100', `${delegationCode(delegateAddress)}00`] as Hex[]) {
    expect(parseDelegation(other)).toBeUndefined()
  }
})

test('has the functions, events and errors that clients know', () => {
  const known: Abi = parseAbi(sessionAccountSignatures)
  const compiled = writer.contract('SessionAccount').abi
  const functions = (abi: Abi) =>
    abi.filter((item): item is AbiFunction => item.type === 'function').map(toFunctionSelector)
  expect(functions(compiled)).toEqual(expect.arrayContaining(functions(known)))
  const others = (abi: Abi) =>
    abi.flatMap((item) => (item.type === 'event' || item.type === 'error' ? [item.name] : []))
  expect(others(known).sort()).toEqual(others(compiled).sort())
})

function addressOf(owner: Hex, version: AccountVersion): Hex {
  return getContractAddress({
    opcode: 'CREATE2',
    from: accountContracts[version].factory,
    salt: zeroHash,
    bytecode: accountCreationCode(owner, version),
  })
}
