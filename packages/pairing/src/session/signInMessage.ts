import { isRecord } from '@latchkey/wire/json'
import { decodeRecap, withRecapStatement } from './recap.js'
import { isTexts } from './shapes.js'

/** What a dapp requests the wallet to sign for one-click sign-in (CAIP-122 fields). */
export type AuthPayload = {
  readonly type: 'caip122'
  readonly chains: readonly string[]
  readonly domain: string
  readonly aud: string
  readonly version: '1'
  readonly nonce: string
  readonly iat: string
  readonly statement?: string
  readonly exp?: string
  readonly nbf?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/** The signed content, in CAIP-74 fields. */
export type CacaoPayload = {
  /** `did:pkh:eip155:<chain>:<address>`. */
  readonly iss: string
  readonly domain: string
  readonly aud: string
  readonly version: string
  readonly nonce: string
  readonly iat: string
  readonly statement?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
  readonly nbf?: string
  readonly exp?: string
}

/** A signed sign-in (CAIP-74). */
export type Cacao = {
  readonly h: { readonly t: 'caip122' }
  readonly p: CacaoPayload
  readonly s: { readonly t: 'eip191' | 'eip1271'; readonly s: string }
}

export type Issuer = {
  readonly chainId: string
  readonly reference: string
  readonly address: string
}

/** Everything needed to verify the signature of one sign-in. */
export type SignInCheck = {
  readonly cacao: Cacao
  /** The exact text that was signed. */
  readonly message: string
  readonly issuer: Issuer
}

export function parseIssuer(iss: string): Issuer | undefined {
  const [, reference, address] =
    /^did:pkh:eip155:([1-9]\d{0,31}):(0x[0-9a-fA-F]{40})$/.exec(iss) ?? []
  if (reference === undefined || address === undefined) return undefined
  return { chainId: `eip155:${reference}`, reference, address }
}

/** The message the wallet shows and signs. Its statement always names the permissions of the recap. */
export function formatSignInMessage(payload: CacaoPayload): string {
  const issuer = parseIssuer(payload.iss)
  const recap = decodeRecap(payload.resources?.at(-1))
  const statement = recap ? withRecapStatement(payload.statement, recap) : payload.statement
  const lines = [
    `${payload.domain} wants you to sign in with your Ethereum account:`,
    issuer?.address ?? '',
    '',
    ...(statement ? [statement] : []),
    '',
    `URI: ${payload.aud}`,
    `Version: ${payload.version}`,
    `Chain ID: ${issuer?.reference ?? ''}`,
    `Nonce: ${payload.nonce}`,
    `Issued At: ${payload.iat}`,
  ]
  if (payload.exp) lines.push(`Expiration Time: ${payload.exp}`)
  if (payload.nbf) lines.push(`Not Before: ${payload.nbf}`)
  if (payload.requestId) lines.push(`Request ID: ${payload.requestId}`)
  if (payload.resources) lines.push('Resources:', ...payload.resources.map((item) => `- ${item}`))
  return lines.join('\n')
}

const maxFieldLength = 2_048
const maxResources = 20
const maxChains = 50
/** ASCII only: character and byte length are the same, and no hidden line breaks are possible. */
const printablePattern = /^[\x20-\x7e]*$/

function isPrintable(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxFieldLength && printablePattern.test(value)
}

function optional(value: unknown): value is string | undefined {
  return value === undefined || value === null || isPrintable(value)
}

export function parseAuthPayload(value: unknown): AuthPayload | undefined {
  if (!isRecord(value)) return undefined
  const { chains, domain, aud, version, nonce, iat } = value
  if (!isTexts(chains) || chains.length === 0 || chains.length > maxChains) return undefined
  if (!chains.every((chain) => /^eip155:[1-9]\d{0,31}$/.test(chain)) || version !== '1') {
    return undefined
  }
  const common = parseCommon(value)
  if (![domain, aud, nonce, iat].every(isPrintable) || common === undefined) return undefined
  return {
    type: 'caip122',
    chains,
    domain: domain as string,
    aud: aud as string,
    version,
    nonce: nonce as string,
    iat: iat as string,
    ...common,
  }
}

export function parseCacao(value: unknown): Cacao | undefined {
  if (!isRecord(value) || !isRecord(value.h) || !isRecord(value.p) || !isRecord(value.s)) {
    return undefined
  }
  const { iss, domain, aud, version, nonce, iat } = value.p
  const { t: type, s: signature } = value.s
  const common = parseCommon(value.p)
  if (value.h.t !== 'caip122' || common === undefined) return undefined
  if (![iss, domain, aud, version, nonce, iat].every(isPrintable)) return undefined
  if (type !== 'eip191' && type !== 'eip1271') return undefined
  if (typeof signature !== 'string' || !/^0x(?:[0-9a-fA-F]{2}){1,10000}$/.test(signature)) {
    return undefined
  }
  if (type === 'eip191' && !isKeySignature(signature)) return undefined
  const fixed = { iss, domain, aud, version, nonce, iat } as Pick<
    CacaoPayload,
    'iss' | 'domain' | 'aud' | 'version' | 'nonce' | 'iat'
  >
  return { h: { t: 'caip122' }, p: { ...fixed, ...common }, s: { t: type, s: signature } }
}

/** Half the order of secp256k1. Anyone can make a second valid signature with a larger s. */
const maxS = '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0'

function isKeySignature(signature: string): boolean {
  const [, s, v = ''] = /^0x.{64}(.{64})(..)$/.exec(signature.toLowerCase()) ?? []
  return s !== undefined && s <= maxS && ['00', '01', '1b', '1c'].includes(v)
}

function parseCommon(fields: Readonly<Record<string, unknown>>) {
  const { statement, requestId, resources, nbf, exp } = fields
  if (![statement, requestId, nbf, exp].every(optional)) return undefined
  const list = resources ?? undefined
  if (
    list !== undefined &&
    !(isTexts(list) && list.length <= maxResources && list.every(isResource))
  ) {
    return undefined
  }
  const present = { statement, requestId, resources: list, nbf, exp }
  return Object.fromEntries(
    Object.entries(present).filter(([, item]) => item !== undefined && item !== null),
  ) as Pick<CacaoPayload, 'statement' | 'requestId' | 'resources' | 'nbf' | 'exp'>
}

function isResource(value: string): boolean {
  return value.length <= 20_000 && printablePattern.test(value)
}
