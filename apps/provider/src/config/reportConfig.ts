import { describeRecoveryKeys } from '../keys/recoveryKeySettings.js'
import { recoveryKeyFile } from '../keys/secrets.js'
import { servesChain } from '../sources/convert/aggregatorSettings.js'
import { developmentZones } from '../sources/names/zones.js'
import { onrampProviders } from '../sources/onramp/onrampConfig.js'
import type { Config } from './Config.js'

/** A summary of the settings for the operator, without passwords, tokens or keys. */
export function reportConfig(config: Config): string[] {
  const { roles, host, chains, allowedOrigins, trustedProxies, onramp, names } = config
  const isApi = roles.includes('api') || roles.includes('telemetry')
  const list = (items: readonly string[]) => items.join(', ')
  return [
    `roles           ${list(roles)}`,
    `settings        ${config.configFile ?? 'flags and variables only'}`,
    ...(isApi
      ? [`api             ${host}:${config.port}, public URL ${config.publicUrl ?? 'the same'}`]
      : []),
    ...(roles.includes('relay')
      ? [
          `relay           ${host}:${config.relayPort}, public URL ${list(config.relayUrls) || 'the same'}`,
          `relay origins   ${allowedOrigins ? list(allowedOrigins) : 'every site'}`,
        ]
      : []),
    ...(roles.includes('login')
      ? [
          `login           ${host}:${config.loginPort}, public URL ${config.loginUrl ?? 'the same'}`,
          `mail            ${mailServer(config)}`,
          `social          ${list(Object.keys(config.social ?? {})) || 'none'}`,
          `recovery keys   ${describeRecoveryKeys(config.login?.recoveryKeys, recoveryKeyFile(config.dataDir))}`,
          `recovery wait   ${config.login?.recoveryWaitHours ?? 24} h`,
        ]
      : []),
    `reachable       ${config.isExposed ? 'from other machines; development projects are not served' : 'from this machine only'}`,
    `database        ${describeDatabase(config)}`,
    `secrets         ${list(secretFiles(config))}`,
    `proxies         ${trustedProxies.length > 0 ? list(trustedProxies) : 'none trusted'}`,
    `metrics         ${config.metricsToken === undefined ? 'from this machine only' : 'with the token'}`,
    // Node URLs often contain keys, so only hosts are shown.
    ...chains.map(
      ({ id, upstreams }) =>
        `chain           ${id} by ${list(upstreams.map((url) => new URL(url).host))}`,
    ),
    `indexes         ${list(indexesByChain(config)) || 'none'}`,
    `swaps           ${list(swapChains(config)) || 'none'}`,
    `names           ${list(names?.open ?? []) || (config.isExposed ? 'none' : list(developmentZones.open))}`,
    `onramp          ${onramp ? list(onrampProviders(onramp).map(({ driver }) => driver)) : 'none'}`,
    `pay             ${config.pay?.driver ?? 'none'}`,
    `bundler         ${config.bundler ? list(config.bundler.chains) : 'none'}`,
    `paymaster       ${list(paymasterPolicies(config)) || 'none'}`,
  ]
}

/** Without the user and the password. */
export function describeDatabase({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl === undefined) return `embedded, in ${dataDir}`
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}

/** Such as `eip155:1 by alchemy and etherscan`. */
function indexesByChain({ chains, indexes }: Config): string[] {
  return chains.flatMap(({ id }) => {
    const drivers = indexes.filter(({ chains }) => chains.includes(id)).map(({ driver }) => driver)
    return drivers.length === 0 ? [] : [`${id} by ${drivers.join(' and ')}`]
  })
}

/** Such as `eip155:1 by 1inch and uniswapV2`. */
function swapChains({ chains, aggregators = [] }: Config): string[] {
  const known = [...aggregators.map(({ driver }) => driver), 'uniswapV2' as const]
  return chains.flatMap(({ id, exchange, swapSources = [...new Set(known)] }) => {
    const sources = swapSources.filter((source) =>
      source === 'uniswapV2' ? exchange : servesChain(aggregators, source, id),
    )
    return sources.length === 0 ? [] : [`${id} by ${sources.join(' and ')}`]
  })
}

/** Such as `first-mint of the project 4f3a on eip155:1`. */
function paymasterPolicies({ paymaster }: Config): string[] {
  const { policies = [], tokenFees } = paymaster ?? {}
  return [
    ...policies.map(
      ({ name, project, chains }) => `${name} of the project ${project} on ${chains.join(' and ')}`,
    ),
    ...Object.keys(tokenFees?.contracts ?? {}).map((chain) => `fees in tokens on ${chain}`),
  ]
}

/** The mail URL contains a password, so only the host is shown. */
function mailServer({ mail }: Config): string {
  return mail ? `by ${new URL(mail.url).host}, from ${mail.from}` : 'none'
}

function secretFiles({ roles, dataDir }: Config): string[] {
  const names = roles.includes('login') ? ['secrets.json', 'share-keys.json'] : ['secrets.json']
  return names.map((name) => `${dataDir}/${name}`)
}
