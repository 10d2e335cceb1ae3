import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileContracts } from '@latchkey/dev-stack/compileContracts'
import { type LocalEvm, localAddresses, startLocalEvm } from '@latchkey/dev-stack/startLocalEvm'
import { deployer, testAccounts } from '@latchkey/dev-stack/testAccounts'
import { createWriter } from '@latchkey/dev-stack/Writer'
import { type Address, createPublicClient, type Hex, http, labelhash, namehash } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import resolverData from '../../data/offchainResolver.json' with { type: 'json' }
import type { Config } from '../config/Config.js'
import { readConfig } from '../config/readConfig.js'
import { createCcipGateway } from '../sources/names/ccipGateway.js'
import type { Names } from '../sources/names/createNames.js'
import { runNamesCommand } from './namesCommand.js'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const zone = 'names.example'
const signerKey: Hex = `0x${'7'.repeat(64)}`
const [owner, carol] = [testAccounts[0], testAccounts[2]]

let dir: string
let chain: LocalEvm
let server: Server
let config: Config

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-names-'))
  chain = await startLocalEvm({ chainId: 1 })
  const writer = createWriter(chain, 1, await compileContracts())
  const { abi } = writer.contract('Registry')
  const give = async (parent: string, label: string, to: Address = deployer.address) =>
    writer.call({
      ...{ from: deployer, to: localAddresses.registry, abi, name: 'setSubnodeOwner' },
      args: [namehash(parent), labelhash(label), to],
    })
  await give('', 'example')
  await give('example', 'names', owner?.address)

  const record = { name: `carol.${zone}`, attributes: null, addresses: {} }
  const address = { address: carol?.address ?? '', created_at: null }
  const names: Pick<Names, 'isLocal' | 'lookUp'> = {
    isLocal: (name) => name.endsWith(zone),
    lookUp: async (name) =>
      name === record.name ? { ...record, addresses: { 60: address } } : undefined,
  }
  const clock = { now: Date.now }
  const gateway = createCcipGateway({ names: names as Names, signerKey, clock })
  server = createServer(async ({ url = '' }, response) => {
    const [, , sender = '', data = ''] = url.split('/')
    const result = await gateway.resolve(sender as Address, data.replace('.json', '') as Hex)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data: result }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  config = {
    ...readConfig([], {}),
    chains: [chain.settings],
    names: { open: [zone], readOnly: [] },
    publicUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  }
})

afterAll(async () => {
  server?.close()
  await chain?.stop()
  rmSync(dir, { recursive: true, force: true })
})

function keyFileOf(content: string, mode = 0o600): string {
  const path = join(dir, `${content.length}-${mode}.key`)
  writeFileSync(path, content, { mode })
  return path
}

async function run(args: readonly string[], settings = config): Promise<string[]> {
  const lines: string[] = []
  await runNamesCommand(args, settings, signerKey, (line) => lines.push(line))
  return lines
}

it('deploys the compiled resolver', async () => {
  const { abi, bytecode } = (await compileContracts()).contracts.OffchainResolver ?? {}
  expect(resolverData).toEqual({ abi, bytecode })
})

it('connects a zone with ENS, and repeats nothing', async () => {
  const keyFile = keyFileOf(`${owner?.privateKey}\n`)
  const lines = await run(['connect', zone, '--key-file', keyFile])
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    ...['deploy', 'resolver', 'gateway', 'signer', 'ENS'],
    `ENS resolves ${zone} by this provider.`,
  ])
  const client = createPublicClient({ chain: mainnet, transport: http(chain.url) })
  expect(await client.getEnsAddress({ name: `carol.${zone}`, strict: true })).toBe(carol?.address)
  expect(await client.getEnsAddress({ name: `nobody.${zone}` })).toBeNull()

  const resolver = lines[1]?.split(' ')[1] ?? ''
  expect(await run(['connect', zone, '--key-file', keyFile, '--resolver', resolver])).toEqual([
    `resolver: ${resolver}`,
    `ENS resolves ${zone} by this provider.`,
  ])
  expect(lines.join()).not.toContain(owner?.privateKey.slice(2))
})

it('leaves the last step to the owner of the zone', async () => {
  const other = 'other.example'
  const settings = { ...config, names: { open: [other], readOnly: [] } }
  const keyFile = keyFileOf(`${carol?.privateKey}`)
  const lines = await run(['connect', other, '--key-file', keyFile], settings)
  expect(lines.at(-1)).toMatch(/^other\.example belongs to 0x0{40}: set its resolver to 0x/)
})

it.each<[string, () => readonly string[], Partial<Config>, RegExp]>([
  ['no command', () => [], {}, /names <command>/],
  ['no key', () => ['connect', zone], {}, /names <command>/],
  ['another zone', () => ['connect', 'x.example', '--key-file', 'x'], {}, /x\.example is not open/],
  ['no ENS', () => ['connect', zone, '--key-file', 'x'], { chains: [] }, /No chain has "ens"/],
  ['a missing key file', () => ['connect', zone, '--key-file', '/none'], {}, /cannot be read/],
  ['an open key file', () => ['connect', zone, '--key-file', keyFileOf('0x1', 0o644)], {}, /600/],
  ['no key in it', () => ['connect', zone, '--key-file', keyFileOf('0x12')], {}, /no private key/],
  [
    'a bad resolver',
    () => ['connect', zone, '--key-file', 'x', '--resolver', '0x1'],
    {},
    /address/,
  ],
])('rejects %s', async (_, args, more, problem) => {
  await expect(run(args(), { ...config, ...more })).rejects.toThrow(problem)
})
