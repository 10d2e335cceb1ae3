import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Address, concat, type Hex, pad, zeroHash } from 'viem'
import { entryPoint07Address, entryPoint08Address } from 'viem/account-abstraction'
import { deployer } from '../../testAccounts.js'
import type { Writer } from './Writer.js'

/** Present on every anvil chain: creates whatever code it is sent, at an address made from salt and code. */
const CREATE2_DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const SALT_08 = '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9'
const SALT_07 = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3'

const require = createRequire(import.meta.url)
const PACKAGE_08 = require.resolve('@account-abstraction/contracts/package.json')
const PACKAGE_07 = require.resolve('aa-contracts-07/package.json')

/**
 * ERC-4337 of both current versions, and the factory of our own accounts. The published code and salts
 * give the very addresses of the main networks, so clients need no configuration.
 */
export async function deploySmartAccounts(writer: Writer): Promise<void> {
  const v8 = (name: string) => readCode(PACKAGE_08, name)
  const v7 = (name: string) => readCode(PACKAGE_07, name)
  const create = (salt: Hex, code: Hex, argument?: Address) =>
    writer.send(deployer, {
      to: CREATE2_DEPLOYER,
      data: concat([salt, code, ...(argument ? [pad(argument)] : [])]),
    })
  await create(SALT_08, await v8('EntryPoint'))
  await create(SALT_07, await v7('EntryPoint'))
  await create(zeroHash, await v8('SimpleAccountFactory'), entryPoint08Address)
  await create(zeroHash, await v7('SimpleAccountFactory'), entryPoint07Address)
  await create(zeroHash, await v8('Simple7702Account'))
  await create(zeroHash, writer.contract('AccountFactory').bytecode)
}

async function readCode(manifest: string, contract: string): Promise<Hex> {
  const path = join(dirname(manifest), 'artifacts', `${contract}.json`)
  const { bytecode } = JSON.parse(await readFile(path, 'utf8')) as {
    bytecode: string | { object: string }
  }
  const code = typeof bytecode === 'string' ? bytecode : bytecode.object
  return code.startsWith('0x') ? (code as Hex) : `0x${code}`
}
