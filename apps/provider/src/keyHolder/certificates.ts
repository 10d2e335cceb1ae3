import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP, isIPv6 } from 'node:net'
import type { TlsIdentity } from '../outbound/createOutbound.js'
import * as der from './der.js'

export type CertificateOptions = {
  /** Host names and IP addresses of the key holder. */
  readonly names: readonly string[]
  readonly days: number
  /** Milliseconds since 1970. */
  readonly now: number
}

/** PEM texts for both ends of a connection. */
export type CertificatePair = {
  readonly keyHolder: TlsIdentity
  readonly provider: TlsIdentity
}

const dayMs = 86_400_000
/** Clocks of two hosts differ. */
const clockSkewMs = 3_600_000

const ids = {
  ecdsaSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  alternativeNames: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyId: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
}

/**
 * Creates a private CA and one certificate for each end. The CA's key is discarded, so no third
 * certificate can be issued, and the next pair replaces a stolen one.
 */
export function createCertificates({ names, days, now }: CertificateOptions): CertificatePair {
  const issuer = `Latchkey key holder CA ${randomBytes(4).toString('hex')}`
  const validity = { from: now - clockSkewMs, until: now + days * dayMs }
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issue = (subject: string, publicKey: KeyObject, extensions: readonly Buffer[]) =>
    toPem(
      signCertificate(
        {
          issuer,
          subject,
          publicKey,
          extensions: [
            ...extensions,
            extension(ids.subjectKeyId, der.octets(digestPublicKey(publicKey))),
            extension(
              ids.authorityKeyId,
              der.sequence(der.implicit(0, digestPublicKey(authority.publicKey))),
            ),
          ],
          validity,
        },
        authority.privateKey,
      ),
    )
  const ca = issue(issuer, authority.publicKey, [
    extension(ids.basicConstraints, der.sequence(der.boolean(true)), true),
    // keyCertSign
    extension(ids.keyUsage, der.bits(Buffer.from([0x04]), 2), true),
  ])
  function issueEndCertificate(
    subject: string,
    usage: string,
    more: readonly Buffer[],
  ): TlsIdentity {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const cert = issue(subject, publicKey, [
      extension(ids.basicConstraints, der.sequence(), true),
      // digitalSignature
      extension(ids.keyUsage, der.bits(Buffer.from([0x80]), 7), true),
      extension(ids.extendedKeyUsage, der.sequence(der.objectId(usage))),
      ...more,
    ])
    return { ca, cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string }
  }
  const alternativeNames = der.sequence(...names.map(alternativeName))
  return {
    keyHolder: issueEndCertificate('Latchkey key holder', ids.serverAuth, [
      extension(ids.alternativeNames, alternativeNames),
    ]),
    provider: issueEndCertificate('Latchkey provider', ids.clientAuth, []),
  }
}

type CertificateContent = {
  readonly issuer: string
  readonly subject: string
  readonly publicKey: KeyObject
  readonly extensions: readonly Buffer[]
  readonly validity: { readonly from: number; readonly until: number }
}

function signCertificate(content: CertificateContent, key: KeyObject): Buffer {
  const { issuer, subject, publicKey, extensions, validity } = content
  const algorithm = der.sequence(der.objectId(ids.ecdsaSha256))
  const version3 = der.tagged(0, der.integer(Buffer.from([2])))
  const serial = randomBytes(16)
  // A serial number is positive and has no leading zeros.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  const body = der.sequence(
    version3,
    der.integer(serial),
    algorithm,
    encodeName(issuer),
    der.sequence(der.time(validity.from), der.time(validity.until)),
    encodeName(subject),
    publicKey.export({ type: 'spki', format: 'der' }) as Buffer,
    der.tagged(3, der.sequence(...extensions)),
  )
  return der.sequence(body, algorithm, der.bits(sign('sha256', body, key)))
}

function digestPublicKey(publicKey: KeyObject): Buffer {
  const bytes = publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(bytes).digest().subarray(0, 20)
}

function encodeName(commonName: string): Buffer {
  return der.sequence(der.set(der.sequence(der.objectId(ids.commonName), der.text(commonName))))
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return der.sequence(
    der.objectId(id),
    ...(isCritical ? [der.boolean(true)] : []),
    der.octets(value),
  )
}

function alternativeName(name: string): Buffer {
  return isIP(name) === 0 ? der.implicit(2, Buffer.from(name)) : der.implicit(7, addressBytes(name))
}

function addressBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number))
  // A URL normalises IPv6 addresses; `::` replaces zeros.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const zeros = 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array<string>(zeros).fill('0'), ...groups(tail)]
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex')
}

function toPem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
