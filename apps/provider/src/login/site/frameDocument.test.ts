import { isProjectOrigin } from '@latchkey/wire/login/page'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getProjectOrigins } from '../../projects/origins.js'
import { normalizeOrigins, toFrameAncestors } from './frameDocument.js'

const allowedOrigins = [
  'https://app.example.com',
  'https://*.shops.example.org',
  'https://b.example:8443',
]

describe('frame ancestors', () => {
  const hosts = fc.constantFrom(
    'app.example.com',
    'x.app.example.com',
    'a.shops.example.org',
    'a.b.shops.example.org',
    'shops.example.org',
    'evilshops.example.org',
    'b.example',
    'localhost',
    'a.localhost',
    'a.b.localhost',
    'evillocalhost',
    'localhost.evil.example',
    '127.0.0.1',
    '127.0.0.2',
    '[::1]',
    'xn--pp-7kc.example.com',
    'APP.example.com',
    '*.shops.example.org',
    '_dmarc.shops.example.org',
  )
  const origins = fc
    .tuple(
      fc.constantFrom('https://', 'http://', 'ftp://', 'HTTPS://', '//', ''),
      hosts,
      fc.constantFrom('', ':443', ':8443', ':5173', ':80'),
      fc.constantFrom('', '/', '.', '/path', '?a', '#a'),
    )
    .map((texts) => texts.join(''))

  it('are the same for the frame, the API and the login site', () => {
    fc.assert(
      fc.property(origins, fc.boolean(), (origin, isDevelopment) => {
        const project = { allowedOrigins, isDevelopment }
        const byFrame = isProjectOrigin(origin, {
          origins: normalizeOrigins(project),
          isDevelopment,
        })
        expect(byFrame, origin).toBe(getProjectOrigins(project).allows(origin))
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([
    [{ allowedOrigins: [], isDevelopment: false }, "'none'"],
    [{ allowedOrigins: ['not an origin', 'null'], isDevelopment: false }, "'none'"],
    [{ allowedOrigins, isDevelopment: false }, allowedOrigins.join(' ')],
    [
      { allowedOrigins: ['https://A.example/'], isDevelopment: true },
      'http://localhost:* http://127.0.0.1:* http://*.localhost:* https://a.example',
    ],
    [
      { allowedOrigins: ["https://a.example; script-src 'unsafe-inline'"], isDevelopment: false },
      "'none'",
    ],
  ])('%j is sent to browsers as %s', (project, text) => {
    expect(toFrameAncestors(project)).toBe(text)
  })

  it('are at most 100 sites and 6 KB', () => {
    const many = (length: number, name: string) => ({
      allowedOrigins: Array.from({ length }, (_, index) => `https://${name}${index}.example`),
      isDevelopment: false,
    })
    expect(toFrameAncestors(many(200, 's')).split(' ')).toHaveLength(100)
    expect(toFrameAncestors(many(100, 'long-'.repeat(12))).length).toBeLessThanOrEqual(6_144)
  })
})
