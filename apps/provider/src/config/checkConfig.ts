import { ConfigError } from '../errors/ConfigError.js'
import { findExposedCredential } from '../keys/recoveryKeySettings.js'
import { findUnencryptedServer } from '../login/social/socialSettings.js'
import { createAddressList } from '../serving/addressList.js'
import { isExposed } from '../serving/clientNetwork.js'
import { findUnencryptedAggregator } from '../sources/convert/aggregatorSettings.js'
import { findUnencryptedIndex } from '../sources/indexes/indexSettings.js'
import { findUnencryptedService, onrampProviders } from '../sources/onramp/onrampConfig.js'
import { getPriceSources } from '../sources/price/priceSources.js'
import type { Config } from './Config.js'

/** Checks settings against each other. Throws a ConfigError for the first conflict. */
export function checkConfig(config: Config): void {
  checkPorts(config)
  if (config.roles.includes('login')) checkLogin(config)
  checkKeyCredentials(config)
  if (config.isExposed) checkExposure(config)
}

/** A provider that others can reach needs its security settings. */
function checkExposure(config: Config): void {
  const { roles, publicUrl, relayUrls, loginUrl, allowedOrigins, chains, onramp } = config
  const because = `${exposedBy(config)} is reachable by others, so`
  if (roles.some((role) => role !== 'relay')) {
    checkEncrypted('--public-url', publicUrl, 'https://', because)
  }
  if (roles.includes('login')) checkEncrypted('--login-url', loginUrl, 'https://', because)
  if (roles.includes('relay')) {
    checkEncrypted('--relay-url', relayUrls[0], 'wss://', because)
    for (const url of relayUrls) checkEncrypted('--relay-url', url, 'wss://', because)
    if (allowedOrigins === undefined)
      throw new ConfigError(`${because} --allowed-origins is needed.`)
  }
  checkProxies(config, because)
  const local = chains.find((chain) => getPriceSources(chain).some(({ kind }) => kind === 'fixed'))
  if (local) throw new ConfigError(`${because} ${local.id} cannot have fixed prices.`)
  const services = onramp ? onrampProviders(onramp) : []
  if (services.some(({ driver }) => driver === 'sandbox')) {
    throw new ConfigError(
      `${because} the onramp cannot be the sandbox, which gives tokens for free.`,
    )
  }
  if (config.pay?.driver === 'sandbox') {
    throw new ConfigError(`${because} pay cannot be the sandbox, which gives tokens for free.`)
  }
  const unencrypted = findUnencryptedService(services)
  if (unencrypted) {
    throw new ConfigError(`${because} onramp cannot use ${unencrypted}, which is not encrypted.`)
  }
  const aggregator = findUnencryptedAggregator(config.aggregators ?? [])
  if (aggregator) {
    throw new ConfigError(
      `${because} aggregators cannot use ${aggregator}, which is not encrypted.`,
    )
  }
  const index = findUnencryptedIndex(config.indexes)
  if (index)
    throw new ConfigError(`${because} indexes cannot use ${index}, which is not encrypted.`)
  const plain = config.social && findUnencryptedServer(config.social)
  if (plain) throw new ConfigError(`${because} social cannot use ${plain}, which is not encrypted.`)
}

/** The setting that makes the provider reachable. */
function exposedBy({ host, publicUrl, relayUrls, loginUrl }: Config): string {
  if (isExposed(host, [])) return `--host ${host}`
  const urls: readonly (readonly [string, string | undefined])[] = [
    ['--public-url', publicUrl],
    ...relayUrls.map((url) => ['--relay-url', url] as const),
    ['--login-url', loginUrl],
  ]
  const [name, url] = urls.find(([, one]) => isExposed(host, [one])) ?? []
  return `${name} ${url}`
}

/** TLS ends at a proxy: without the proxy's address all clients look like one. */
function checkProxies({ host, trustedProxies }: Config, because: string): void {
  if (trustedProxies.length === 0) {
    throw new ConfigError(`${because} --trusted-proxies is needed: the addresses of the TLS proxy.`)
  }
  if (isExposed(host, [])) return
  const trusted = createAddressList(trustedProxies)
  const own = host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
  if (!own.some(trusted.contains)) {
    throw new ConfigError(
      `${because} --trusted-proxies must include this machine: --host ${host} accepts no other connections.`,
    )
  }
}

function checkEncrypted(
  name: string,
  url: string | undefined,
  scheme: string,
  because: string,
): void {
  if (url === undefined) throw new ConfigError(`${because} ${name} is needed.`)
  if (!url.startsWith(scheme)) {
    throw new ConfigError(`${because} ${name} ${url} must start with ${scheme}.`)
  }
}

function checkPorts({ roles, port, relayPort, loginPort }: Config): void {
  const ports = [
    ...(roles.includes('api') || roles.includes('telemetry') ? [['--port', port] as const] : []),
    ...(roles.includes('relay') ? [['--relay-port', relayPort] as const] : []),
    ...(roles.includes('login') ? [['--login-port', loginPort] as const] : []),
  ]
  ports.forEach(([name, value], index) => {
    const [other] = ports.slice(0, index).find(([, other]) => other === value && other !== 0) ?? []
    if (other !== undefined) {
      throw new ConfigError(`${other} and ${name} are both ${value}; choose different ports.`)
    }
  })
}

/** Settings that log-in needs. */
function checkLogin({ roles, mail, publicUrl, loginUrl }: Config): void {
  if (!mail) {
    throw new ConfigError('The role login needs "mail" in the config file, to send codes.')
  }
  if (!roles.includes('api') && publicUrl === undefined) {
    throw new ConfigError('The role login without api needs --public-url, the URL of the API.')
  }
  if (loginUrl !== undefined && loginUrl === publicUrl) {
    throw new ConfigError(
      '--login-url and --public-url are the same; the login site needs its own origin.',
    )
  }
}

/** Credentials for keys elsewhere must not be in the data directory's backups. */
function checkKeyCredentials({ login, paymaster, dataDir }: Config): void {
  const places = [
    [login?.recoveryKeys, 'the recovery keys'],
    [paymaster?.keys, "the paymaster's key"],
  ] as const
  for (const [settings, what] of places) {
    const exposed = settings && findExposedCredential(settings, dataDir)
    if (exposed === undefined) continue
    throw new ConfigError(
      `${exposed} gives access to ${what}; move it out of ${dataDir}, so that backups do not include it.`,
    )
  }
}
