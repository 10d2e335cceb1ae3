import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { OAuthAttempt } from './createIdentityProvider.js'

const cookieName = '__Host-oauth'
const tokenPattern = /^[A-Za-z0-9_-]{43}$/
const cookieLifetimeS = 600

/** 256 random bits as base64url. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

export function isToken(text: string | null | undefined): text is string {
  return typeof text === 'string' && tokenPattern.test(text)
}

/** The key by which a returning browser is recognised; undefined without the cookie. */
export function getBrowserKey(cookies: ReadonlyMap<string, string>): string | undefined {
  const key = cookies.get(cookieName)
  return isToken(key) ? key : undefined
}

/** SameSite=None because Apple posts its response from its own site. */
export function formatBrowserCookie(key: string): string {
  return `${cookieName}=${key}; Max-Age=${cookieLifetimeS}; Path=/; Secure; HttpOnly; SameSite=None`
}

export function digestBrowserKey(key: string): string {
  return createHash('sha256').update(`browser ${key}`).digest('hex')
}

export function isSameBrowser(key: string | undefined, digest: unknown): boolean {
  if (key === undefined || typeof digest !== 'string' || digest.length !== 64) return false
  return timingSafeEqual(Buffer.from(digestBrowserKey(key)), Buffer.from(digest))
}

/**
 * Nonce and verifier are derived from the browser's key and the state, so only a browser with the
 * cookie can complete the log-in, and no copy of the database can.
 */
export function deriveAttempt(browserKey: string, state: string): OAuthAttempt {
  const derive = (purpose: string) =>
    createHash('sha256').update(`${purpose} ${browserKey} ${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), verifier: derive('verifier') }
}
