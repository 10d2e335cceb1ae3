import type { Configuration } from './configuration.js'
import type { ValueOf } from './fields.js'
import { networkIdOf, networkNamed } from './networks.js'
import { networkNames } from './options.js'

/** The content security policy a page with this configuration needs, and no more than it needs. */
export function policyCode(configuration: Configuration): string {
  const { login, ...parts } = configuration.providerUrls as ValueOf['pairs']
  const hasProject = configuration.projectId !== ''
  const pairs = hasProject && configuration.enableWalletConnect
  const urls = [
    ...networkNames(configuration).flatMap((name) => nodesOf(name, configuration)),
    ...(pairs ? (configuration.relayUrls as ValueOf['list']) : []),
    ...(hasProject ? [configuration.providerUrl as string, ...Object.values(parts)] : []),
  ]
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: https:",
    `connect-src ${["'self'", ...originsOf(urls)].join(' ')}`,
    ...(hasProject && login ? [`frame-src ${originsOf([login]).join(' ')}`] : []),
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  const content = directives.map((directive) => `  ${directive};\n`).join('')
  return `<meta http-equiv="Content-Security-Policy" content="\n${content}" />\n`
}

function nodesOf(name: string, { customRpcUrls }: Configuration): readonly string[] {
  const network = networkNamed(name)
  const own = (customRpcUrls as ValueOf['pairs'])[networkIdOf(network)]
  return own ? [own] : network.rpcUrls.default.http
}

/** Unique origins; an invalid URL allows nothing. */
function originsOf(addresses: readonly string[]): readonly string[] {
  const origins = addresses
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address))
    // Written out, because `origin` of a socket's address is none in some browsers.
    .map(({ protocol, host }) => `${protocol}//${host}`)
  return [...new Set(origins)]
}
