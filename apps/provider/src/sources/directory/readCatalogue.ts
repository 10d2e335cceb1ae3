import { readFile } from 'node:fs/promises'
import { networkId } from '@latchkey/wire/http/fields'
import { type DirectoryWallet, directoryWallet } from '@latchkey/wire/http/wallets'
import { wallets as packaged } from 'latchkey/wallets'
import * as v from 'valibot'
import { DirectoryError } from './DirectoryError.js'
import type { WalletChange } from './walletChange.js'

// Strict, so that a misspelt field is an error.
const strictWallet = v.strictObject(directoryWallet.entries)

const catalogueFile = v.strictObject({
  /** Named groups of networks that wallets share. */
  chainGroups: v.optional(v.record(v.string(), v.array(networkId)), {}),
  /** In display order, best known first. */
  wallets: v.array(strictWallet),
})

/** A response of `/getWallets`, whose other fields are dropped. */
const directoryResponse = v.object({ data: v.array(directoryWallet) })

export type CatalogueSource = {
  /** A list that replaces the packaged one. */
  readonly file?: string | undefined
  readonly changes?: readonly WalletChange[] | undefined
  /** Ids of wallets that are not listed. */
  readonly removed?: readonly string[] | undefined
}

/** All wallets in order: the packaged or imported ones with the operator's changes, then the operator's. */
export async function readCatalogue({
  file,
  changes = [],
  removed = [],
}: CatalogueSource = {}): Promise<readonly DirectoryWallet[]> {
  const listed = file === undefined ? packaged.map(toDirectoryWallet) : await readWallets(file)
  const all = applyChanges(listed, changes).filter(({ id }) => !removed.includes(id))
  const problems = [...findDuplicates(all, 'id'), ...findDuplicates(all, 'rdns')]
  if (problems.length > 0) throw new DirectoryError('bad-catalogue', problems.join('\n'))
  return all.map((wallet, index) => ({ ...wallet, order: index + 1 }))
}

/** The wallets of a file: the format of `directory export`, a list of wallets, or a response of `/getWallets`. */
export async function readWallets(file: string): Promise<readonly DirectoryWallet[]> {
  const json = await readJson(file)
  if (typeof json === 'object' && json !== null && 'data' in json) {
    return check(directoryResponse, json, file).data
  }
  const content = Array.isArray(json) ? { wallets: json } : json
  const { chainGroups, wallets } = check(catalogueFile, content, file)
  return wallets.map((wallet) => withChains(wallet, chainGroups))
}

/** Without the picture: the provider serves its own of each wallet. */
function toDirectoryWallet({
  image_url,
  chains,
  injected,
  ...wallet
}: (typeof packaged)[number]): DirectoryWallet {
  return {
    ...wallet,
    chains: [...chains],
    ...(injected && { injected: injected.map((one) => ({ ...one })) }),
  }
}

function applyChanges(
  wallets: readonly DirectoryWallet[],
  changes: readonly WalletChange[],
): readonly DirectoryWallet[] {
  const all = new Map(wallets.map((wallet) => [wallet.id, wallet]))
  if (all.size < wallets.length) return wallets
  for (const { name, ...change } of changes) {
    const listed = all.get(change.id)
    const named = name ?? listed?.name
    if (named === undefined) {
      const text = `The settings change ${change.id}, which is not listed. A wallet to add needs a name.`
      throw new DirectoryError('bad-catalogue', text)
    }
    all.set(change.id, { ...listed, ...change, name: named })
  }
  return [...all.values()]
}

function withChains(
  wallet: DirectoryWallet,
  groups: Readonly<Record<string, readonly string[]>>,
): DirectoryWallet {
  if (!wallet.chains) return wallet
  const chains = wallet.chains.flatMap((chain) => {
    if (chain.includes(':')) return [chain]
    const group = groups[chain]
    if (group) return group
    throw new DirectoryError('bad-catalogue', `${wallet.name} names unknown networks: ${chain}.`)
  })
  return { ...wallet, chains: [...new Set(chains)] }
}

/** One sentence for each wallet with a value that an earlier one has. */
export function findDuplicates(
  wallets: readonly DirectoryWallet[],
  field: 'id' | 'rdns' | 'name' | 'mobile_link' | 'image_id',
): readonly string[] {
  const seen = new Map<string, string>()
  return wallets.flatMap(({ name, [field]: value }) => {
    if (value === undefined) return []
    const key = value.toLowerCase()
    const other = seen.get(key)
    seen.set(key, other ?? name)
    return other === undefined ? [] : [`${name} and ${other} have the same ${field}.`]
  })
}

async function readJson(file: string): Promise<unknown> {
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
  const sentences = result.issues.map(
    (issue) => `${what}: ${v.getDotPath(issue) ?? 'the file'} is wrong. ${issue.message}`,
  )
  throw new DirectoryError('bad-catalogue', sentences.join('\n'))
}
