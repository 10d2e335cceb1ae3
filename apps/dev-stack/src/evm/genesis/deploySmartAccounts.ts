import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Address, concat, type Hex, pad, parseEther, zeroHash } from 'viem'
import { entryPoint07Address, entryPoint08Address } from 'viem/account-abstraction'
import { deployer } from '../../testAccounts.js'
import { localAddresses } from './addresses.js'
import type { Writer } from './Writer.js'

/** Present on every anvil chain: deploys code at an address derived from salt and code. */
const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const paymasterDeposit = parseEther('10')

const salt08 = '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9'
const salt07 = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3'

const require = createRequire(import.meta.url)
const package08 = require.resolve('@account-abstraction/contracts/package.json')
const package07 = require.resolve('aa-contracts-07/package.json')

/**
 * ERC-4337 in both current versions, the factories of our own accounts, the code of delegated ones, and deposits
 * for our own paymasters.
 * The published code and salts give the same addresses as on the main networks, so clients need no
 * configuration.
 */
export async function deploySmartAccounts(writer: Writer): Promise<void> {
  const v8 = (name: string) => readCode(package08, name)
  const v7 = (name: string) => readCode(package07, name)
  const create = (salt: Hex, code: Hex, argument?: Address) =>
    writer.send(deployer, {
      to: create2Deployer,
      data: concat([salt, code, ...(argument ? [pad(argument)] : [])]),
    })
  await create(salt08, await v8('EntryPoint'))
  await create(salt07, await v7('EntryPoint'))
  await create(zeroHash, await v8('SimpleAccountFactory'), entryPoint08Address)
  await create(zeroHash, await v7('SimpleAccountFactory'), entryPoint07Address)
  await create(zeroHash, await v8('Simple7702Account'))
  await create(zeroHash, writer.contract('AccountFactory').bytecode)
  await create(zeroHash, writer.contract('SessionAccountFactory').bytecode)
  await create(zeroHash, writer.contract('DelegatedAccount').bytecode)
  for (const to of [localAddresses.sponsorPaymaster, localAddresses.tokenPaymaster]) {
    await writer.send(deployer, { to, value: paymasterDeposit })
  }
}

async function readCode(manifest: string, contract: string): Promise<Hex> {
  const path = join(dirname(manifest), 'artifacts', `${contract}.json`)
  const { bytecode } = JSON.parse(await readFile(path, 'utf8')) as {
    bytecode: string | { object: string }
  }
  const code = typeof bytecode === 'string' ? bytecode : bytecode.object
  return code.startsWith('0x') ? (code as Hex) : `0x${code}`
}
