import { encodeFunctionData, type Hex, labelhash, namehash } from 'viem'
import { deployer, type TestAccount, testAccounts } from '../../testAccounts.js'
import { localAddresses } from './addresses.js'
import type { Writer } from './Writer.js'

const { collectible, publicResolver, registry, reverseRegistrar } = localAddresses

type LocalName = {
  readonly label: string
  readonly owner: TestAccount | undefined
  readonly texts: Readonly<Record<string, string>>
}

/** Names below `eth`; each resolves to a test account that has it as its primary name. */
const localNames: readonly LocalName[] = [
  {
    label: 'alice',
    owner: testAccounts[0],
    texts: {
      avatar: `eip155:1/erc721:${collectible}/1`,
      description: 'The first test account.',
      url: 'https://alice.example',
    },
  },
  {
    label: 'bob',
    owner: testAccounts[1],
    texts: { description: 'The second test account.' },
  },
]

/** Sets up ENS: `eth`, `addr.reverse` and the names of the test accounts. */
export async function registerNames(writer: Writer): Promise<void> {
  const registryAbi = writer.contract('Registry').abi
  const registrar = { to: reverseRegistrar, abi: writer.contract('ReverseRegistrar').abi }
  const own = (parent: string, label: string, owner: Hex) =>
    writer.call({
      from: deployer,
      to: registry,
      abi: registryAbi,
      name: 'setSubnodeOwner',
      args: [namehash(parent), labelhash(label), owner],
    })
  await own('', 'eth', deployer.address)
  await own('', 'reverse', deployer.address)
  await own('reverse', 'addr', reverseRegistrar)
  await writer.call({
    ...registrar,
    from: deployer,
    name: 'setDefaultResolver',
    args: [publicResolver],
  })
  for (const { label, owner, texts } of localNames) {
    if (!owner) continue
    await writer.call({
      from: deployer,
      to: registry,
      abi: registryAbi,
      name: 'setSubnodeRecord',
      args: [namehash('eth'), labelhash(label), owner.address, publicResolver, 0n],
    })
    const name = `${label}.eth`
    await writeRecords(writer, owner, name, texts)
    await writer.call({ ...registrar, from: owner, name: 'setName', args: [name] })
  }
}

async function writeRecords(
  writer: Writer,
  owner: TestAccount,
  name: string,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  const { abi } = writer.contract('PublicResolver')
  const node = namehash(name)
  const calls = [
    encodeFunctionData({ abi, functionName: 'setAddr', args: [node, owner.address] }),
    ...Object.entries(texts).map(([key, value]) =>
      encodeFunctionData({ abi, functionName: 'setText', args: [node, key, value] }),
    ),
  ]
  await writer.call({ from: owner, to: publicResolver, abi, name: 'multicall', args: [calls] })
}
