import { isRecord } from '@latchkey/wire/json'
import { isImageLink, isWebLink } from '@latchkey/wire/links'
import { toWalletLink } from '@latchkey/wire/walletLinks'
import type { PeerMetadata } from '../ports.js'
import { isTexts } from './shapes.js'

const maxNameLength = 64
const maxDescriptionLength = 256
const maxUrlLength = 1_024
const maxIcons = 4

/** Parses a peer's metadata: untrusted text, shortened for display. */
export function parseMetadata(value: unknown): PeerMetadata {
  const fields = isRecord(value) ? value : {}
  const redirect = isRecord(fields.redirect) ? fields.redirect : {}
  const native = readLink(redirect.native, (link) => toWalletLink(link) !== undefined)
  const universal = readLink(redirect.universal, isWebLink)
  const icons = isTexts(fields.icons) ? fields.icons : []
  return {
    name: readText(fields.name, maxNameLength),
    description: readText(fields.description, maxDescriptionLength),
    url: readLink(fields.url, isWebLink),
    icons: icons.filter((icon) => readLink(icon, isImageLink) !== '').slice(0, maxIcons),
    ...(native || universal
      ? {
          redirect: {
            ...(native ? { native } : {}),
            ...(universal ? { universal } : {}),
            ...(redirect.linkMode === true ? { linkMode: true } : {}),
          },
        }
      : {}),
  }
}

function readText(value: unknown, limit: number): string {
  if (typeof value !== 'string') return ''
  // Control and text-direction characters can disguise a name.
  const plain = value.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim()
  return [...plain].slice(0, limit).join('')
}

function readLink(value: unknown, holds: (link: string) => boolean): string {
  return typeof value === 'string' && value.length <= maxUrlLength && holds(value) ? value : ''
}
