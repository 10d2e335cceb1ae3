import { compileContracts } from '@latchkey/dev-stack/compileContracts'
import { accountContracts, delegateAddress } from '@latchkey/wire/login/smartAccount'
import {
  concat,
  encodeAbiParameters,
  getAddress,
  getContractAddress,
  parseAbiParameters,
  zeroHash,
} from 'viem'

/**
 * Prints the transactions that deploy the factories of smart accounts, the code of delegated ones and, for the
 * addresses of an owner and a signer, the paymasters. Any account may send them, on any chain with the
 * deterministic deployer.
 */
const deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const { contracts } = await compileContracts()

function deploy(name, constructorArguments = '0x') {
  const bytecode = concat([contracts[name].bytecode, constructorArguments])
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: deployer,
    salt: zeroHash,
    bytecode,
  })
  return {
    name,
    address,
    transaction: { to: deployer, value: '0x0', data: concat([zeroHash, bytecode]) },
  }
}

const known = {
  AccountFactory: accountContracts[1].factory,
  SessionAccountFactory: accountContracts[2].factory,
  DelegatedAccount: delegateAddress,
}
const deployments = Object.keys(known).map((name) => deploy(name))
for (const { name, address } of deployments) {
  const expected = known[name]
  if (address !== expected) {
    throw new Error(`${name} would be deployed at ${address}, not at ${expected}.`)
  }
}

const addresses = process.argv.slice(2).map((address) => getAddress(address))
if (addresses.length === 2) {
  const values = encodeAbiParameters(parseAbiParameters('address, address'), addresses)
  deployments.push(deploy('SponsorPaymaster', values), deploy('TokenPaymaster', values))
} else if (addresses.length > 0) {
  throw new Error('Give the addresses of an owner and of a signer, or none.')
}
process.stdout.write(`${JSON.stringify(deployments, undefined, 2)}\n`)
