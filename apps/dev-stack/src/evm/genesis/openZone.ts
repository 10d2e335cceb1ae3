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

/** A zone whose names a gateway keeps. */
export type OffchainDomain = {
  /** For example `latchkey.id`: every name directly or further below it is asked of the gateway. */
  readonly zone: string
  /** With `{sender}` and `{data}` for GET, without `{data}` for POST (EIP-3668). */
  readonly gatewayUrl: string
  /** Whose signature makes an answer of the gateway valid. */
  readonly signer: Address
}

const { offchainResolver, registry } = localAddresses

/** Makes the zone resolve through its gateway, from now on and whatever was set before. */
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
  // From the right: the deployer owns the root and so every name on the way down.
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
