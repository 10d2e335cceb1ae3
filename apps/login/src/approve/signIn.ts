import type { Block } from './steps.js'

/** A message that logs its signer in somewhere (ERC-4361, and the same for Solana). */
export type SignIn = {
  readonly domain: string
  readonly address: string
  readonly statement: string | undefined
  readonly uri: string | undefined
  readonly chainId: string | undefined
  readonly expires: string | undefined
  readonly resources: readonly string[]
}

const claim = /wants\s+you\s+to\s+sign\s+in\s+with\s+your\s/i

const start =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\S+) wants you to sign in with your (Ethereum|Solana) account:\n([0-9A-Za-z]{32,44})(?:\n|$)/
const maxStatementLength = 300
const maxResources = 20

export type SignInReading =
  | { readonly signIn: SignIn; readonly block?: undefined }
  | { readonly block: Block; readonly signIn?: undefined }

/**
 * Undefined if the message is not a sign-in. A sign-in must follow the standard exactly, and be for
 * the requesting page and the signing account; otherwise it is rejected.
 */
export function readSignIn(
  text: string,
  { origin, account }: { readonly origin: string; readonly account: string },
): SignInReading | undefined {
  if (!claim.test(text)) return undefined
  const malformed: SignInReading = { block: { why: 'sign-in-malformed' } }
  const [opening, scheme, domain, chain, address] = start.exec(text) ?? []
  if (opening === undefined || !domain || !address) return malformed
  const body = bodyPattern(chain === 'Ethereum').exec(text.slice(opening.length))
  const fields = body?.groups
  if (!fields) return malformed
  const { statement, uri, chainId, expires, resources = '' } = fields
  const list = resources.split('\n- ').slice(1)
  if ((statement?.length ?? 0) > maxStatementLength) return malformed
  if (list.length > maxResources || list.some((item) => item.length > 200)) return malformed

  const page = new URL(origin)
  const isHere = domain === page.host && (scheme === undefined || `${scheme}:` === page.protocol)
  if (!isHere || (uri !== undefined && !isOn(uri, page))) {
    return { block: { why: 'sign-in-elsewhere', domain } }
  }
  const isSame =
    chain === 'Ethereum' ? address.toLowerCase() === account.toLowerCase() : address === account
  if (!isSame) return { block: { why: 'sign-in-other-account' } }
  if (page.protocol !== 'https:' && !isLocal(page.hostname)) {
    return { block: { why: 'sign-in-insecure' } }
  }
  return { signIn: { domain, address, statement, uri, chainId, expires, resources: list } }
}

/** The lines after the address. On Solana each line is optional. */
function bodyPattern(isStrict: boolean): RegExp {
  const field = (name: string, pattern: string, isNeeded = false) =>
    isStrict && isNeeded ? `${name}: ${pattern}` : `(?:\\n?${name}: ${pattern})?`
  const [next, open] = isStrict
    ? ['\\n', '\\n(?:(?<statement>[^\\n]+)\\n)?\\n']
    : ['', '(?:\\n(?<statement>[^\\n]+)\\n?)?\\n?']
  const time = '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+(?:Z|[+-]\\d\\d:\\d\\d)'
  return new RegExp(
    `^${open}${[
      field('URI', '(?<uri>\\S+)', true),
      field('Version', '1', true),
      field('Chain ID', '(?<chainId>[\\w:-]+)', true),
      field('Nonce', '[A-Za-z0-9]{8,}', true),
      field('Issued At', time, true),
    ].join(next)}${[
      `(?:\\nExpiration Time: (?<expires>${time}))?`,
      `(?:\\nNot Before: ${time})?`,
      '(?:\\nRequest ID: [^\\n]*)?',
      '(?:\\nResources:(?<resources>(?:\\n- \\S+)*))?',
    ].join('')}$`,
  )
}

function isOn(uri: string, page: URL): boolean {
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  return url?.origin === page.origin && url.username === '' && url.password === ''
}

function isLocal(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost')
}
