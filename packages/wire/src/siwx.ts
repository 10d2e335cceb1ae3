import { type NetworkId, namespaceOf, parseNetworkId, referenceOf } from './caip.js'
import { ecosystems } from './ecosystems.js'

/** Fields of a sign-in message (CAIP-122; EIP-4361 on EVM chains). */
export type SiwxMessage = {
  readonly accountAddress: string
  readonly chainId: NetworkId
  /** Host and port of the site, as in `location.host`. */
  readonly domain: string
  readonly uri: string
  readonly version: string
  readonly nonce: string
  readonly scheme?: string | undefined
  readonly statement?: string | undefined
  readonly issuedAt?: string | undefined
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/** The fields in the order of their lines. */
const labels = {
  uri: 'URI',
  version: 'Version',
  chainId: 'Chain ID',
  nonce: 'Nonce',
  issuedAt: 'Issued At',
  expirationTime: 'Expiration Time',
  notBefore: 'Not Before',
  requestId: 'Request ID',
} as const

const maxMessageLength = 65_536

/** The message a wallet shows and signs. */
export function formatSiwxMessage(message: SiwxMessage): string {
  const { scheme, domain, accountAddress, statement, chainId, resources } = message
  const site = scheme === undefined ? domain : `${scheme}://${domain}`
  const values = { ...message, chainId: referenceOf(chainId) }
  return [
    `${site} wants you to sign in with your ${ecosystems[namespaceOf(chainId)]} account:`,
    accountAddress,
    '',
    ...(statement === undefined ? [''] : [statement, '']),
    ...Object.entries(labels).flatMap(([name, label]) => {
      const value = values[name as keyof typeof labels]
      return value === undefined ? [] : [`${label}: ${value}`]
    }),
    ...(resources ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []),
  ].join('\n')
}

/**
 * Parses a sign-in message; undefined for invalid or ambiguous text. Formatting the result returns the
 * same text.
 */
export function parseSiwxMessage(text: string): SiwxMessage | undefined {
  if (text.length > maxMessageLength) return undefined
  const [header = '', accountAddress = '', , ...body] = text.split('\n')
  const [, scheme, domain = '', ecosystem] =
    /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):\/\/)?(\S+) wants you to sign in with your (\w+) account:$/.exec(
      header,
    ) ?? []
  const statement = body[0] === '' ? undefined : body.shift()
  const fields = readFields(body.slice(1))
  const namespace = Object.entries(ecosystems).find(([, name]) => name === ecosystem)?.[0]
  const chainId = parseNetworkId(`${namespace}:${fields.values['Chain ID']}`)?.networkId
  if (chainId === undefined) return undefined
  const { uri, version, nonce, ...optional } = byName(fields.values)
  if (uri === undefined || version === undefined || nonce === undefined) return undefined
  const message = {
    accountAddress,
    domain,
    uri,
    version,
    nonce,
    ...optional,
    chainId,
    ...(scheme !== undefined && { scheme }),
    ...(statement !== undefined && { statement }),
    ...(fields.resources && { resources: fields.resources }),
  }
  return isWellFormed(message) && formatSiwxMessage(message) === text ? message : undefined
}

/** Parses the `label: value` lines and the list of resources at the end. */
function readFields(lines: readonly string[]) {
  const values: Partial<Record<string, string>> = Object.create(null)
  const start = lines.indexOf('Resources:')
  for (const line of start < 0 ? lines : lines.slice(0, start)) {
    const end = line.indexOf(': ')
    values[line.slice(0, end)] = line.slice(end + 2)
  }
  const resources = start < 0 ? undefined : lines.slice(start + 1).map((line) => line.slice(2))
  return { values, resources }
}

function byName(values: Partial<Record<string, string>>) {
  const named = Object.entries(labels).flatMap(([name, label]) =>
    values[label] === undefined ? [] : [[name, values[label]]],
  )
  return Object.fromEntries(named) as Partial<Record<keyof typeof labels, string>>
}

const host = /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?$/i
const visible = /^[\x21-\x7e]+$/
const printable = /^[\x20-\x7e]+$/

function isWellFormed(message: SiwxMessage): boolean {
  const { accountAddress, chainId, domain, uri, nonce, statement, requestId, resources } = message
  const isEvm = namespaceOf(chainId) === 'eip155'
  const times = [message.issuedAt, message.expirationTime, message.notBefore]
  return (
    /^[-.%a-zA-Z0-9]{1,128}$/.test(accountAddress) &&
    host.test(domain) &&
    isUri(uri) &&
    /^[a-zA-Z0-9]{8,256}$/.test(nonce) &&
    (!isEvm || (/^[1-9]\d*$/.test(referenceOf(chainId)) && message.issuedAt !== undefined)) &&
    (statement === undefined || printable.test(statement)) &&
    (requestId === undefined || visible.test(requestId)) &&
    times.every((time) => time === undefined || readTime(time) !== undefined) &&
    (resources ?? []).every(isUri)
  )
}

function isUri(text: string): boolean {
  return visible.test(text) && /^[a-z][a-z0-9+.-]*:./i.test(text)
}

/** Parses an RFC 3339 time to Unix milliseconds; undefined for invalid dates. */
export function readTime(text: string): number | undefined {
  const [, year, month, day] =
    /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.exec(text) ?? []
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const time = Date.parse(text)
  return date.getUTCDate() === Number(day) && !Number.isNaN(time) ? time : undefined
}
