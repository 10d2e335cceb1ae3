import { readFile } from 'node:fs/promises'
import { networkId } from '@latchkey/wire/http/fields'
import { type DirectoryWallet, directoryWallet } from '@latchkey/wire/http/wallets'
import * as v from 'valibot'
import { inPackage } from '../../packageFolder.js'
import { DirectoryError } from './DirectoryError.js'

// Strict, so that a misspelt field is an error.
const strictWallet = v.strictObject(directoryWallet.entries)

const catalogueFile = v.strictObject({
  /** Named groups of networks that wallets share. */
  chainGroups: v.record(v.string(), v.array(networkId)),
  /** In display order, best known first. */
  wallets: v.array(strictWallet),
})

/** The package's own data. */
const shippedFile = inPackage('data', 'wallets.json')

/** All wallets in order: the shipped ones, then the operator's. */
export async function readCatalogue(
  parameters: {
    readonly file?: URL | string
    readonly extraWallets?: readonly v.InferInput<typeof directoryWallet>[]
  } = {},
): Promise<readonly DirectoryWallet[]> {
  const { file = shippedFile, extraWallets = [] } = parameters
  const { chainGroups, wallets } = check(catalogueFile, await readJson(file), String(file))
  const extra = check(v.array(strictWallet), extraWallets, 'The extra wallets')
  const all = [...wallets.map((wallet) => withChains(wallet, chainGroups)), ...extra]
  checkUnique(all, 'id')
  checkUnique(all, 'rdns')
  return all.map((wallet, index) => ({ ...wallet, order: index + 1 }))
}

function withChains(
  wallet: DirectoryWallet,
  groups: Readonly<Record<string, readonly string[]>>,
): DirectoryWallet {
  const chains = wallet.chains?.flatMap((chain) => {
    if (chain.includes(':')) return [chain]
    const group = groups[chain]
    if (group) return group
    throw new DirectoryError('bad-catalogue', `${wallet.name} names unknown networks: ${chain}.`)
  })
  return { ...wallet, chains: chains && [...new Set(chains)] }
}

function checkUnique(wallets: readonly DirectoryWallet[], field: 'id' | 'rdns'): void {
  const seen = new Map<string, string>()
  for (const { name, [field]: value } of wallets) {
    if (value === undefined) continue
    const other = seen.get(value)
    if (other !== undefined) {
      throw new DirectoryError('bad-catalogue', `${name} and ${other} have the same ${field}.`)
    }
    seen.set(value, name)
  }
}

async function readJson(file: URL | string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new DirectoryError('bad-catalogue', `${file} cannot be read as JSON.`, { cause })
  }
}

function check<const schema extends v.GenericSchema>(
  schema: schema,
  value: unknown,
  what: string,
): v.InferOutput<schema> {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const [issue] = result.issues
  const field = v.getDotPath(issue) ?? 'the file'
  throw new DirectoryError('bad-catalogue', `${what}: ${field} is wrong. ${issue.message}`)
}
