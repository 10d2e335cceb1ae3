import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  type Abi,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  isAddress,
  namehash,
  parseAbi,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { systemClock } from '../clock.js'
import type { Config } from '../config/Config.js'
import { ConfigError } from '../errors/ConfigError.js'
import { assertPrivate } from '../keys/secretFile.js'
import { createNodes } from '../nodes/createNodes.js'
import { createOutbound } from '../outbound/createOutbound.js'
import { inPackage } from '../packageFolder.js'

export const namesUsage = `latchkey-provider names <command>

  connect <zone> --key-file <file> [--resolver <address>]
                                       deploys the resolver of a zone, points it at this provider and
                                       registers it in ENS; with --resolver, continues with that one

The file has the private key of the zone's owner and nothing else. Accepts --config and --data-dir too.`

/** The flags of the command itself; all others are settings. */
export const namesFlags = ['key-file', 'resolver'] as const

const registryAbi = parseAbi([
  'function owner(bytes32 node) view returns (address)',
  'function resolver(bytes32 node) view returns (address)',
  'function setResolver(bytes32 node, address resolver)',
])
const receiptTimeoutMs = 300_000

type Write = { readonly to?: Hex; readonly data: Hex }

/**
 * Makes ENS resolve a zone by this provider. Each step is skipped if it is done already, so the command
 * can be repeated. Throws a ConfigError.
 */
export async function runNamesCommand(
  args: readonly string[],
  config: Config,
  signerKey: Hex,
  print: (line: string) => void,
): Promise<void> {
  const { zone, keyFile, resolver: given } = parse(args)
  const { registry, ...ens } = getEns(config)
  if (!config.names?.open.includes(zone)) {
    throw new ConfigError(`${zone} is not open: add it to "names.open" in the config file.`)
  }
  if (config.publicUrl === undefined)
    throw new ConfigError('Set --public-url to the API’s address.')
  const gatewayUrl = `${config.publicUrl}/ccip/{sender}/{data}.json`
  const account = readAccount(keyFile)
  const http = createOutbound({ allowPrivate: ens.chain.upstreams })
  const nodes = createNodes({ chains: [ens.chain], http, clock: systemClock, random: Math.random })
  const client = nodes.evm(ens.chain.id)
  const { abi, bytecode } = readResolver()

  async function send(label: string, { to, data }: Write): Promise<Hex | undefined> {
    const request = await client.prepareTransactionRequest({
      account,
      to,
      data,
      chain: client.chain,
    })
    const hash = await client.sendRawTransaction({
      serializedTransaction: await account.signTransaction(request as never),
    })
    print(`${label}: ${hash}`)
    const receipt = await client.waitForTransactionReceipt({ hash, timeout: receiptTimeoutMs })
    if (receipt.status === 'success') return receipt.contractAddress ?? undefined
    throw new ConfigError(`The transaction ${hash} failed.`)
  }

  try {
    const resolver = given ?? (await send('deploy', { data: encodeDeployData({ abi, bytecode }) }))
    if (resolver === undefined) throw new ConfigError('The node did not name the new contract.')
    print(`resolver: ${resolver}`)
    const call = (functionName: string, callArgs: readonly unknown[]): Write => ({
      to: resolver,
      data: encodeFunctionData({ abi, functionName, args: callArgs }),
    })
    const signer = privateKeyToAccount(signerKey).address
    const read = { address: resolver, abi }
    const gateways = await client.readContract({ ...read, functionName: 'gateways' })
    if (JSON.stringify(gateways) !== JSON.stringify([gatewayUrl])) {
      await send('gateway', call('setGateways', [[gatewayUrl]]))
    }
    if (!(await client.readContract({ ...read, functionName: 'signers', args: [signer] }))) {
      await send('signer', call('setSigner', [signer, true]))
    }
    const node = namehash(zone)
    const ensRead = { address: registry, abi: registryAbi, args: [node] } as const
    const current = await client.readContract({ ...ensRead, functionName: 'resolver' })
    if (current.toLowerCase() === resolver.toLowerCase()) {
      print(`ENS resolves ${zone} by this provider.`)
      return
    }
    const owner = await client.readContract({ ...ensRead, functionName: 'owner' })
    if (owner.toLowerCase() !== account.address.toLowerCase()) {
      print(`${zone} belongs to ${owner}: set its resolver to ${resolver} there.`)
      return
    }
    const data = encodeFunctionData({
      abi: registryAbi,
      functionName: 'setResolver',
      args: [node, resolver],
    })
    await send('ENS', { to: registry, data })
    print(`ENS resolves ${zone} by this provider.`)
  } finally {
    http.stop()
  }
}

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'key-file': { type: 'string' }, resolver: { type: 'string' } },
    })
    const [command, zone] = positionals
    const { 'key-file': keyFile, resolver } = values
    if (command !== 'connect' || zone === undefined || keyFile === undefined) {
      throw new ConfigError(namesUsage)
    }
    if (resolver !== undefined && !isAddress(resolver)) {
      throw new ConfigError(`--resolver ${resolver} is not an address.`)
    }
    return { zone, keyFile, resolver }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError((error as Error).message, { cause: error })
  }
}

function getEns({ chains }: Config) {
  const chain = chains.find(({ ens }) => ens)
  if (!chain?.ens) throw new ConfigError('No chain has "ens" in the config file.')
  return { chain, registry: chain.ens.registry as Hex }
}

function readAccount(keyFile: string) {
  assertPrivate(keyFile)
  const key = readFileSync(keyFile, 'utf8').trim()
  if (!/^0x[0-9a-f]{64}$/i.test(key)) throw new ConfigError(`${keyFile} has no private key.`)
  return privateKeyToAccount(key as Hex)
}

function readResolver(): { readonly abi: Abi; readonly bytecode: Hex } {
  return JSON.parse(readFileSync(inPackage('data', 'offchainResolver.json'), 'utf8'))
}
