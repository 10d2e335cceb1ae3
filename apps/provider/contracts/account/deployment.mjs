import { compileContracts } from '@latchkey/dev-stack/compileContracts'
import { accountFactoryAddress } from '@latchkey/wire/login/smartAccount'
import { concat, getContractAddress, zeroHash } from 'viem'

/**
 * Prints the transaction that deploys the factory of smart accounts. Any account may send it, on any chain
 * with the deterministic deployer.
 */
const deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const { contracts } = await compileContracts()
const { bytecode } = contracts.AccountFactory
const address = getContractAddress({ opcode: 'CREATE2', from: deployer, salt: zeroHash, bytecode })
if (address !== accountFactoryAddress) {
  throw new Error(`This code would be deployed at ${address}, not at ${accountFactoryAddress}.`)
}
const transaction = { to: deployer, value: '0x0', data: concat([zeroHash, bytecode]) }
process.stdout.write(`${JSON.stringify({ address, transaction }, undefined, 2)}\n`)
