import { createHash } from 'node:crypto'
import type { NameRecord } from '@latchkey/wire/http/profile'
import { isRecord } from '@latchkey/wire/json'
import {
  type Address,
  address,
  getAddressDecoder,
  getAddressEncoder,
  getProgramDerivedAddress,
  getPublicKeyFromAddress,
  isOffCurveAddress,
  type SignatureBytes,
  verifySignature,
} from '@solana/kit'
import { ApiError } from '../../errors/ApiError.js'
import { NodeRpcError, type Nodes } from '../../nodes/Nodes.js'
import { solanaMainnet } from '../../nodes/solanaMainnet.js'
import { cleanLabel } from '../tokens/cleanLabel.js'
import { solanaCoinType } from './coinTypes.js'
import { isNormalizedName } from './normalizeName.js'

/** Names that end with .sol (https://sns.guide), read from the chain itself. */
export type SnsNames = {
  /** Undefined for a name that nobody has, or whose destination is not certain. */
  lookUp(name: string, signal?: AbortSignal): Promise<NameRecord | undefined>
  /** The name that an account chose, if it also resolves to the account. */
  reverse(account: string): Promise<string | undefined>
}

const nameProgram = address('namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX')
const tokenizerProgram = address('nftD3vbNkNqfj2Sd3HZwbpw4BxxKWr4AjGb9X38JeZk')
const favouriteProgram = address('85iDfUvr3HJyLM2zcq5BXSiDvUWfw6cSE1FfNBo8Ap29')
/** The `.sol` domain, and the classes of reverse names and of records. */
const rootDomain = address('58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx')
const reverseClass = address('33m47vH6Eav6jr5Ry86XjhRft2jRBLDnDgPSHoquXi2Z')
const recordClass = address('2pMnqHvei2N5oDcVGCRdZx48gqti199wr5CsyTTafsbo')
const none = address('11111111111111111111111111111111')

const hashPrefix = 'SPL Name Service'
/** Parent, owner and class, 32 bytes each. */
const headerLength = 96
/** `Validation::Solana` of a record. */
const solanaValidation = 1
const activeNft = 2
const favouriteTag = 4
const maxLength = 128
const suffix = '.sol'

type Account = { readonly owner: string; readonly data: Buffer }
type Registry = { readonly owner: Address; readonly content: Buffer }

/** Undefined when the main network of Solana is not served. */
export function createSnsNames(nodes: Nodes): SnsNames | undefined {
  if (!nodes.chains.some(({ id }) => id === solanaMainnet)) return undefined

  async function readAccounts(
    addresses: readonly Address[],
    signal?: AbortSignal,
  ): Promise<readonly (Account | undefined)[]> {
    const params = [addresses, { encoding: 'base64' }]
    const answer = await call('getMultipleAccounts', params, signal)
    const { value } = answer as { readonly value: readonly unknown[] }
    return addresses.map((_, index) => parseAccount(value[index]))
  }

  async function call(method: string, params: unknown, signal?: AbortSignal): Promise<unknown> {
    try {
      return await nodes.call(solanaMainnet, method, params, signal)
    } catch (cause) {
      if (!(cause instanceof NodeRpcError)) throw cause
      throw new ApiError(503, 'name', 'This name cannot be resolved at the moment.', { cause })
    }
  }

  /** The destination of funds by SNS-IP 5; undefined rather than an uncertain one. */
  async function resolve(name: string, signal?: AbortSignal): Promise<Address | undefined> {
    const domain = await findDomain(name)
    if (domain === undefined) return undefined
    const keys = await Promise.all([
      derive(['nft_record', encode(domain)], tokenizerProgram),
      deriveName('\u0002SOL', recordClass, domain),
      deriveName('\u0001SOL', none, domain),
    ])
    const [account, nft, signed, old] = await readAccounts([domain, ...keys], signal)
    const registry = parseRegistry(account)
    if (!registry) return undefined
    if (nft?.owner === tokenizerProgram && nft.data[0] === activeNft) {
      return findNftHolder(domain, signal)
    }
    const record = parseRegistry(signed)
    if (record) {
      const found = readRecord(record.content, registry.owner)
      if (found !== 'stale') return found
    }
    const [, , oldKey] = keys
    const content = parseRegistry(old)?.content
    const verified = content && (await readOldRecord(content, oldKey, registry.owner))
    if (verified) return verified
    return isOffCurveAddress(registry.owner) ? undefined : registry.owner
  }

  async function findNftHolder(domain: Address, signal?: AbortSignal) {
    const mint = await derive(['tokenized_name', encode(domain)], tokenizerProgram)
    const answer = await call('getTokenLargestAccounts', [mint], signal)
    const { value } = answer as { readonly value?: unknown }
    const held = Array.isArray(value)
      ? value.filter((one) => isRecord(one) && one.amount === '1')
      : []
    const [holder] = held as readonly { readonly address?: unknown }[]
    if (held.length !== 1 || typeof holder?.address !== 'string') return undefined
    const [account] = await readAccounts([address(holder.address)], signal)
    // Mint and owner are the first fields of a token account.
    if (!account || account.data.length < 64 || readAddress(account.data, 0) !== mint)
      return undefined
    return readAddress(account.data, 32)
  }

  return {
    async lookUp(name, signal) {
      const found = await resolve(name, signal)
      if (found === undefined) return undefined
      return {
        name,
        attributes: null,
        addresses: { [solanaCoinType]: { address: found, created_at: null } },
      }
    },
    async reverse(account) {
      const key = await derive(['favourite_domain', encode(address(account))], favouriteProgram)
      const [favourite] = await readAccounts([key])
      if (favourite?.owner !== favouriteProgram || favourite.data.length < 33) return undefined
      if (favourite.data[0] !== favouriteTag) return undefined
      const domain = readAddress(favourite.data, 1)
      const [reverse] = await readAccounts([await deriveName(domain, reverseClass, none)])
      const content = parseRegistry(reverse)?.content
      const label = content && readText(content)
      if (!label || label.includes('.')) return undefined
      const name = `${label}${suffix}`
      if (!isNormalizedName(name) || cleanLabel(name, maxLength) !== name) return undefined
      if ((await findDomain(name)) !== domain) return undefined
      // A reverse name counts only if it resolves forward.
      return (await resolve(name)) === account ? name : undefined
    },
  }
}

/** The account of `name.sol` or `sub.name.sol`. */
async function findDomain(name: string): Promise<Address | undefined> {
  if (!name.endsWith(suffix) || name.length > maxLength) return undefined
  const labels = name.slice(0, -suffix.length).split('.')
  const [label = '', parent] = labels
  if (labels.length > 2 || labels.includes('')) return undefined
  if (parent === undefined) return deriveName(label, none, rootDomain)
  return deriveName(`\0${label}`, none, await deriveName(parent, none, rootDomain))
}

function deriveName(name: string, recordType: Address, parent: Address): Promise<Address> {
  const hash = createHash('sha256').update(`${hashPrefix}${name}`).digest()
  return derive([hash, encodeOrZeros(recordType), encodeOrZeros(parent)], nameProgram)
}

async function derive(
  seeds: Parameters<typeof getProgramDerivedAddress>[0]['seeds'],
  programAddress: Address,
): Promise<Address> {
  const [found] = await getProgramDerivedAddress({ programAddress, seeds })
  return found
}

const encode = (key: Address) => getAddressEncoder().encode(key)
const encodeOrZeros = (key: Address) => (key === none ? new Uint8Array(32) : encode(key))

function readAddress(data: Buffer, offset: number): Address {
  return getAddressDecoder().decode(data.subarray(offset, offset + 32))
}

function parseAccount(value: unknown): Account | undefined {
  if (!isRecord(value) || typeof value.owner !== 'string' || !Array.isArray(value.data)) {
    return undefined
  }
  const [text, encoding] = value.data
  if (typeof text !== 'string' || encoding !== 'base64') return undefined
  return { owner: value.owner, data: Buffer.from(text, 'base64') }
}

function parseRegistry(account: Account | undefined): Registry | undefined {
  if (account?.owner !== nameProgram || account.data.length < headerLength) return undefined
  const { data } = account
  return { owner: readAddress(data, 32), content: data.subarray(headerLength) }
}

function readText(content: Buffer): string | undefined {
  if (content.length < 4) return undefined
  const end = 4 + content.readUInt32LE(0)
  return end <= content.length ? content.toString('utf8', 4, end) : undefined
}

/**
 * A record of version 2: two validations, a length, the ids of both validations, then the content. `stale` if a
 * former owner of the domain wrote it; undefined if its destination did not agree to it.
 */
function readRecord(data: Buffer, owner: Address): Address | 'stale' | undefined {
  const [idsOffset, contentOffset] = [8, 72]
  if (data.length < contentOffset + 32) return undefined
  const isValidated = [data.readUInt16LE(0), data.readUInt16LE(2)].every(
    (validation) => validation === solanaValidation,
  )
  if (!isValidated || data.readUInt32LE(4) !== 32) return undefined
  if (readAddress(data, idsOffset) !== owner) return 'stale'
  const content = readAddress(data, contentOffset)
  return readAddress(data, idsOffset + 32) === content ? content : undefined
}

/** A record of version 1: a destination, and the domain owner's signature of it and the record's address. */
async function readOldRecord(
  content: Buffer,
  key: Address,
  owner: Address,
): Promise<Address | undefined> {
  if (content.length < 96 || isOffCurveAddress(owner)) return undefined
  const message = Buffer.concat([content.subarray(0, 32), Buffer.from(encode(key))]).toString('hex')
  const isSigned = await verifySignature(
    await getPublicKeyFromAddress(owner),
    Uint8Array.from(content.subarray(32, 96)) as SignatureBytes,
    new TextEncoder().encode(message),
  )
  return isSigned ? readAddress(content, 0) : undefined
}
