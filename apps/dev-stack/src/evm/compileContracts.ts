import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Abi, Hex } from 'viem'

export type Contract = {
  readonly abi: Abi
  /** Creation bytecode. */
  readonly bytecode: Hex
  /** Runtime bytecode, with immutable values still zero. */
  readonly deployedBytecode: Hex
}

export type CompiledContracts = {
  /** Changes with the sources and the way they are compiled. */
  readonly hash: string
  readonly contracts: Readonly<Record<string, Contract>>
}

const localContracts = fileURLToPath(new URL('../../contracts/', import.meta.url))
/** The provider's smart accounts, which run on public chains too. */
const publicContracts = fileURLToPath(new URL('../../../provider/contracts/', import.meta.url))
const cache = fileURLToPath(new URL('../../../../.cache/contracts/', import.meta.url))

const localSettings = {
  evmVersion: 'prague',
  // The optimizer would take four times as long, and gas costs nothing here.
  optimizer: { enabled: false },
  // Without a hash of the comments, the same code gives the same bytes.
  metadata: { bytecodeHash: 'none' },
  outputSelection: {
    '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] },
  },
}

/** Gas has a price on public chains, and some run an older EVM. */
const publicSettings = {
  ...localSettings,
  evmVersion: 'paris',
  optimizer: { enabled: true, runs: 1_000 },
}

type Sources = Record<string, { content: string }>

type CompilerOutput = {
  readonly errors?: readonly { severity: string; formattedMessage: string }[]
  readonly contracts: Record<string, Record<string, CompilerContract>>
}

type CompilerContract = {
  readonly abi: Abi
  readonly evm: {
    readonly bytecode: { readonly object: string }
    readonly deployedBytecode: { readonly object: string }
  }
}

/** Our own contracts, compiled once per change and read from the cache after that. */
export async function compileContracts(cacheDir = cache): Promise<CompiledContracts> {
  const local = await readSources(localContracts)
  const shared = await readSources(publicContracts)
  const hash = createHash('sha256')
    .update(JSON.stringify([compilerVersion(), localSettings, publicSettings, local, shared]))
    .digest('hex')
  const path = join(cacheDir, `${hash}.json`)
  const cached = await readCached(path)
  if (cached !== undefined) return { hash, contracts: cached }
  const contracts = {
    ...(await compile(local, localSettings)),
    ...(await compile(shared, publicSettings)),
  }
  await mkdir(cacheDir, { recursive: true })
  // Write to a temporary name first, so that readers never see a partial file.
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, JSON.stringify(contracts))
  await rename(draft, path)
  return { hash, contracts }
}

async function readSources(folder: string): Promise<Sources> {
  const files = await readdir(folder, { recursive: true })
  const names = files.filter((file) => file.endsWith('.sol')).sort()
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return Object.fromEntries(names.map((name, i) => [name, { content: contents[i] ?? '' }]))
}

function compilerVersion(): string {
  return (createRequire(import.meta.url)('solc/package.json') as { version: string }).version
}

async function readCached(path: string): Promise<Record<string, Contract> | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function compile(
  sources: Sources,
  settings: typeof localSettings | typeof publicSettings,
): Promise<Record<string, Contract>> {
  // Imported here, because the compiler alone takes seconds and a quarter of a gigabyte.
  const { default: solc } = await import('solc')
  const input = { language: 'Solidity', sources, settings }
  const output: CompilerOutput = JSON.parse(solc.compile(JSON.stringify(input)))
  const problems = output.errors?.map(({ formattedMessage }) => formattedMessage) ?? []
  if (problems.length > 0) throw new Error(`The contracts do not compile:\n${problems.join('\n')}`)
  const contracts: Record<string, Contract> = {}
  for (const file of Object.values(output.contracts)) {
    for (const [name, { abi, evm }] of Object.entries(file)) {
      contracts[name] = {
        abi,
        bytecode: `0x${evm.bytecode.object}`,
        deployedBytecode: `0x${evm.deployedBytecode.object}`,
      }
    }
  }
  return contracts
}
