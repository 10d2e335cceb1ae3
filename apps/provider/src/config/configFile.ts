import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { ConfigError } from '../errors/ConfigError.js'
import { readApiKey } from '../keys/secretFile.js'
import { findAggregatorConflict, servesChain } from '../sources/convert/aggregatorSettings.js'
import { findIndexConflict } from '../sources/indexes/indexSettings.js'
import { indexesOfKeys } from '../sources/indexes/openIndexes.js'
import { findPaymasterConflict } from './paymasterSettings.js'
import { findRemovalConflict, mergeChains, readPreset } from './presets.js'
import { type StructuredSettings, structured } from './structuredSettings.js'

const structuredSettings = v.object(structured)

export type ConfigFile = StructuredSettings & {
  /** Settings that are also flags, as flag values. */
  readonly flags: Readonly<Record<string, string>>
}

/**
 * Reads the config file, if there is one, over the chains of a preset. Throws a ConfigError that names
 * the first bad setting.
 */
export function readConfigFile(
  file: string | undefined,
  settings: readonly string[],
  presetOverride: string | undefined,
): ConfigFile {
  const path = file ?? 'settings'
  const content = file === undefined ? {} : parseFile(file)
  const flags: Record<string, string> = {}
  for (const [key, value] of Object.entries(content)) {
    if (Object.hasOwn(structured, key)) continue
    const setting = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    if (!settings.includes(setting)) throw new ConfigError(`${path}: ${key} is not a setting.`)
    flags[setting] = asFlag(path, key, value)
  }
  const preset = presetOverride ?? flags.preset
  const keys = v.safeParse(structured.keys, content.keys)
  const defaults =
    preset === undefined ? { chains: [] } : readPreset(preset, (keys.success && keys.output) || {})
  const removal = v.safeParse(structured.removedChains, content.removedChains)
  const removed: readonly string[] = (removal.success && removal.output) || []
  const removalConflict = findRemovalConflict(removed, defaults.chains, content.chains)
  if (removalConflict) throw new ConfigError(`${path}: removedChains ${removalConflict}.`)
  const kept = defaults.chains.filter(({ id }) => !removed.includes(id))
  const chains = mergeChains(kept, content.chains)
  const result = v.safeParse(structuredSettings, { ...defaults, ...content, chains })
  if (!result.success) {
    const [issue] = result.issues
    throw new ConfigError(`${path}: ${v.getDotPath(issue)} ${problemOf(issue)}.`)
  }
  const { bundler, paymaster, aggregators = [], indexes } = result.output
  const served = result.output.chains
  const repeated = served.find(
    ({ id }, index) => served.findIndex((one) => one.id === id) !== index,
  )
  if (repeated) throw new ConfigError(`${path}: chains has ${repeated.id} twice.`)
  const conflict = findAggregatorConflict(aggregators)
  if (conflict) throw new ConfigError(`${path}: aggregators ${conflict}.`)
  const servedIds = served.map(({ id }) => id)
  const indexConflict = findIndexConflict(indexes ?? [], servedIds)
  if (indexConflict) throw new ConfigError(`${path}: indexes ${indexConflict}.`)
  for (const { id, exchange, swapSources = [] } of served) {
    const unset = swapSources.find((source) =>
      source === 'uniswapV2' ? !exchange : !servesChain(aggregators, source, id),
    )
    if (unset) throw new ConfigError(`${path}: ${id} has no ${unset} for its swapSources.`)
  }
  const unserved = bundler?.chains.find((id) => !served.some((one) => one.id === id))
  if (unserved) {
    throw new ConfigError(`${path}: bundler has ${unserved}, which is not among the chains.`)
  }
  for (const name of ['hourlyLoss', 'maxDeficit'] as const) {
    const ids = Object.keys(bundler?.[name] ?? {})
    const unbundled = ids.find((id) => !bundler?.chains.some((one) => one === id))
    if (unbundled) {
      throw new ConfigError(`${path}: bundler.${name} has ${unbundled}, which is not bundled.`)
    }
  }
  const unpaid = paymaster && findPaymasterConflict(paymaster, bundler?.chains ?? [], served)
  if (unpaid) throw new ConfigError(`${path}: paymaster.${unpaid}.`)
  return {
    flags,
    ...(result.output as StructuredSettings),
    ...(aggregators.length > 0 && { aggregators: aggregators.map(withKey) }),
    indexes: indexes?.map(withKey) ?? indexesOfKeys(result.output.keys ?? {}, servedIds),
  }
}

function withKey<service extends { readonly keyFile?: string | undefined }>(
  service: service,
): service & { readonly key?: string } {
  const { keyFile } = service
  return keyFile === undefined ? service : { ...service, key: readApiKey(keyFile) }
}

function parseFile(path: string): Readonly<Record<string, unknown>> {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    const reason = (cause as Error) instanceof SyntaxError ? 'is not JSON' : 'cannot be read'
    throw new ConfigError(`--config ${path} ${reason}.`, { cause })
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new ConfigError(`--config ${path} does not hold a JSON object.`)
  }
  return content as Readonly<Record<string, unknown>>
}

/** Lists and pairs as the command line writes them. */
function asFlag(path: string, key: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.join(',')
  const pairs = Object.entries(Object(value) as object)
  if (key === 'limits' && pairs.every(([, figure]) => typeof figure === 'number')) {
    return pairs.map(([name, figure]) => `${name}=${figure}`).join(',')
  }
  throw new ConfigError(`${path}: ${key} is neither text, a number nor a list of texts.`)
}

/** Our own texts are the end of a sentence; the library's are whole ones. */
function problemOf(issue: v.BaseIssue<unknown>): string {
  if (/^[a-z]/.test(issue.message)) return issue.message
  if (issue.expected === 'never') return 'is not a setting'
  return issue.received === 'undefined' ? 'is missing' : 'has a value that cannot be used'
}
