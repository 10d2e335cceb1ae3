import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  labelhash,
  namehash,
} from 'viem'
import { deployer } from '../../testAccounts.js'
import { localAddresses } from './addresses.js'
import type { Writer } from './Writer.js'

/** A zone whose names are stored by a gateway. */
export type OffchainDomain = {
  /** For example `latchkey.id`: the gateway resolves every name below it. */
  readonly zone: string
  /** With `{sender}` and `{data}` for GET, without `{data}` for POST (EIP-3668). */
  readonly gatewayUrl: string
  /** The signer of valid gateway responses. */
  readonly signer: Address
}

const { offchainResolver, registry } = localAddresses

/** Points the zone at its gateway, replacing earlier settings. */
export async function openDomain(writer: Writer, settings: OffchainDomain): Promise<void> {
  const { zone, gatewayUrl, signer } = settings
  await transferDomain(writer, zone)
  const { abi } = writer.contract('OffchainResolver')
  const resolver = { from: deployer, to: offchainResolver, abi }
  const gateways = await read(writer, 'OffchainResolver', offchainResolver, 'gateways', [])
  if (JSON.stringify(gateways) !== JSON.stringify([gatewayUrl])) {
    await writer.call({ ...resolver, name: 'setGateways', args: [[gatewayUrl]] })
  }
  if (!(await read(writer, 'OffchainResolver', offchainResolver, 'signers', [signer]))) {
    await writer.call({ ...resolver, name: 'setSigner', args: [signer, true] })
  }
}

async function transferDomain(writer: Writer, zone: string): Promise<void> {
  if ((await read(writer, 'Registry', registry, 'resolver', [namehash(zone)])) === offchainResolver)
    return
  const { abi } = writer.contract('Registry')
  const labels = zone.split('.')
  // From the right: the deployer owns the root and every parent name.
  for (let i = labels.length - 1; i >= 0; i -= 1) {
    const parent = namehash(labels.slice(i + 1).join('.'))
    const args = [parent, labelhash(labels[i] ?? ''), deployer.address]
    await writer.call({ from: deployer, to: registry, abi, name: 'setSubnodeOwner', args })
  }
  const args = [namehash(zone), offchainResolver]
  await writer.call({ from: deployer, to: registry, abi, name: 'setResolver', args })
}

async function read(
  writer: Writer,
  contract: string,
  to: Address,
  functionName: string,
  args: readonly unknown[],
): Promise<unknown> {
  const { abi } = writer.contract(contract)
  const data = encodeFunctionData({ abi, functionName, args })
  const answer = await writer.rpc<Hex>('eth_call', { to, data }, 'latest')
  return decodeFunctionResult({ abi, functionName, args, data: answer })
}
